import { childOf, textIn, type Draft } from '../../registry/draft.ts'
import { badRequest } from '../../status-errors.ts'

/** The name in an object has to be the one in the path. */
export function checkName(object: Draft, name: string): void {
  const named = textIn(childOf(object, 'metadata'), 'name')
  if (named === '') {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (named !== name) {
    throw badRequest(
      `the name of the object (${named}) does not match the name on the URL (${name})`,
    )
  }
}
