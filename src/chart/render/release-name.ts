import { quote } from '../../formats/quote.ts'
import { ChartError } from '../errors.ts'

const pattern = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'
const valid = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const maxLength = 53

/** Refuses a name that no release can have, in Helm's words. */
export function checkReleaseName(name: string): void {
  if (name === '') fail(name, 'no name provided')
  if (name.length > maxLength || !valid.test(name)) {
    const rule = `must match regex ${pattern} and the length must not be longer than ${maxLength}`
    fail(name, `invalid release name, ${rule}`)
  }
}

function fail(name: string, problem: string): never {
  throw new ChartError(
    'values',
    `release name check failed: release name ${quote(name)}: ${problem}`,
  )
}
