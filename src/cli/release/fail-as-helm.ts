import { ChartError } from '../../chart/errors.ts'
import { KubeError } from '../../kube/errors.ts'
import { ReleaseError } from '../../release/errors.ts'
import { RenderError } from '../../template/errors.ts'
import { PlainError } from '../errors.ts'

/** Runs a verb; what it failed with gets helm's beginning, such as `INSTALLATION FAILED`. */
export async function failAsHelm<T>(beginning: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isExpected(error)) throw error
    const text = beginning === '' ? error.message : `${beginning}: ${error.message}`
    throw new PlainError(text, { cause: error })
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
