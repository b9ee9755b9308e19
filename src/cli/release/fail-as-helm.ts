import { ChartError } from '../../chart/errors.ts'
import { KubeError } from '../../kube/errors.ts'
import { ReleaseError, type ReleaseErrorCode } from '../../release/errors.ts'
import { RenderError } from '../../template/errors.ts'
import { PlainError } from '../errors.ts'

/** The option that lets a user go on all the same. */
const offers: Partial<Readonly<Record<ReleaseErrorCode, string>>> = {
  foreign:
    '--adopt KIND/NAME makes it part of this release, --take-ownership all that are in the way',
  conflict:
    '--conflicts take makes the fields ours, --conflicts yield leaves them to whoever has them',
}

/** Runs a verb; what it failed with gets helm's beginning, such as `INSTALLATION FAILED`. */
export async function failAsHelm<T>(beginning: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isExpected(error)) throw error
    const text = beginning === '' ? error.message : `${beginning}: ${error.message}`
    const offer = error instanceof ReleaseError ? offers[error.code] : undefined
    throw new PlainError(offer === undefined ? text : `${text}\n${offer}`, { cause: error })
  }
}

// These say all that there is to say.
function isExpected(error: unknown): error is Error {
  return (
    error instanceof ReleaseError ||
    error instanceof KubeError ||
    error instanceof ChartError ||
    error instanceof RenderError
  )
}
