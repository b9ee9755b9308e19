import type { Repository } from '../../../kinds/repository.ts'
import { intervalOf } from '../../pass/duration.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { addressProblem } from '../../sources/source-request.ts'
import type { Observation } from './observe.ts'
import type { RefreshState } from './refresh-state.ts'
import { hasIndex } from './source-type.ts'

/** The work of a pass. */
export type Decision =
  /** The Repository goes: so does what is kept of it. */
  | { readonly do: 'forget' }
  | { readonly do: 'refuse'; readonly problems: readonly string[] }
  | { readonly do: 'suspend' }
  | { readonly do: 'ask-for-access'; readonly message: string }
  /** There is nothing to read: charts are found where the address leads. */
  | { readonly do: 'accept' }
  | { readonly do: 'rest'; readonly after: number }
  | {
      readonly do: 'refresh'
      readonly repository: Repository
      readonly inputs: string
      readonly retry: string
    }

const firstRetry = 2000
const mostDoublings = 20

/** Decides what to do about a Repository. */
export function decide({ repository, access, state, now }: Observation): Decision {
  const { metadata, spec } = repository
  if (metadata.deletionTimestamp !== undefined) return { do: 'forget' }
  if (spec.suspend) return { do: 'suspend' }
  const problem = addressProblem(spec.url)
  if (problem !== undefined) return { do: 'refuse', problems: [`spec.url: ${problem}`] }
  if (access.state === 'incomplete') return { do: 'ask-for-access', message: access.message }
  if (!hasIndex(spec)) return { do: 'accept' }
  const retry = metadata.annotations[retryAnnotation] ?? ''
  const inputs = inputsOf(repository, access.inputs)
  const due = dueAt(state, inputs, retry, intervalOf(spec))
  if (due > now) return { do: 'rest', after: due - now }
  return { do: 'refresh', repository, inputs, retry }
}

/**
 * The inputs that the index depends on: a change of anything else, the interval say, reads nothing.
 */
function inputsOf({ spec }: Repository, access: string): string {
  return JSON.stringify([spec.url, spec.type, spec.charts, spec.tls, access])
}

function dueAt(
  state: RefreshState | undefined,
  inputs: string,
  retry: string,
  interval: number,
): number {
  if (state === undefined || state.inputs !== inputs || state.retry !== retry) return 0
  return state.triedAt + pauseOf(state, interval)
}

function pauseOf({ failure }: RefreshState, interval: number): number {
  if (failure === undefined || !failure.transient) return interval
  return Math.min(interval, firstRetry * 2 ** Math.min(failure.count - 1, mostDoublings))
}
