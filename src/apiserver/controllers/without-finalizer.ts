import type { JsonObject } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { draftOf, ensureChild, type Draft, type DraftValue } from '../registry/draft.ts'

/** A copy of the object that one thing less keeps. */
export function withoutFinalizer(object: JsonObject, finalizer: string): Draft {
  const draft = draftOf(object)
  const metadata = ensureChild(draft, 'metadata')
  const rest = listAt(object, ['metadata', 'finalizers']).filter((name) => name !== finalizer)
  if (rest.length === 0) delete metadata['finalizers']
  else metadata['finalizers'] = rest as DraftValue[]
  return draft
}
