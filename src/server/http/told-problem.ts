import { ActionError, type ActionErrorCode } from '../../actions/errors.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { ChartError } from '../../chart/errors.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { isKubeError } from '../../kube/errors.ts'
import { ReleaseError } from '../../release/errors.ts'
import { SourceError } from '../../sources/errors.ts'
import type { DeniedRight } from '../contract.ts'
import { ProblemError, problemOf, refusalOf } from './problem.ts'

const actionStatuses: Readonly<Record<ActionErrorCode, readonly [number, string]>> = {
  'not-found': [404, 'NotFound'],
  'not-ready': [409, 'NotReady'],
  refused: [422, 'Refused'],
  forbidden: [403, 'Forbidden'],
  blocked: [409, 'Blocked'],
}

/** Asks, and turns the errors of every folder below into problems that the asker gets to see. */
export async function told<T>(ask: () => Promise<T>, denied?: DeniedRight): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw problemFrom(error, denied)
  }
}

/** The problem that an error is to the asker; what is no expected error is thrown as it is. */
export function problemFrom(error: unknown, denied?: DeniedRight): ProblemError {
  const facts = { cause: error }
  if (error instanceof ActionError) {
    const [status, reason] = actionStatuses[error.code]
    return new ProblemError(status, reason, error.message, facts)
  }
  if (error instanceof SourceError) return sourceProblem(error)
  if (error instanceof CatalogError) {
    return new ProblemError(422, 'Invalid', error.message, facts)
  }
  if (error instanceof ChartError) return new ProblemError(422, 'BadChart', error.message, facts)
  if (error instanceof ReleaseError) {
    const isGone = error.code === 'not-found'
    return isGone
      ? new ProblemError(404, 'NotFound', error.message, facts)
      : new ProblemError(422, 'ReleaseFailed', error.message, facts)
  }
  // A text of the asker, or one that somebody stored, is no YAML.
  if (error instanceof YamlError) return new ProblemError(422, 'Invalid', error.message, facts)
  return problemOf(error, denied)
}

/** A request that fits its schema and is refused for a part that the schema leaves open is invalid, and no bad request. */
export function asInvalid(error: unknown): never {
  if (!isKubeError(error, 'bad-request', 'refused')) throw error
  const { message, causes } = refusalOf(error)
  throw new ProblemError(422, 'Invalid', message, {
    cause: error,
    ...(causes.length === 0 ? {} : { causes }),
  })
}

/** A source that does not answer is 424: neither this server nor the cluster is at fault. */
function sourceProblem(error: SourceError): ProblemError {
  const facts = { cause: error }
  if (error.code === 'not-found') return new ProblemError(404, 'NotFound', error.message, facts)
  if (error.transient) return new ProblemError(424, 'SourceUnavailable', error.message, facts)
  return new ProblemError(422, 'SourceRefused', error.message, facts)
}
