import type { Repository } from '../../kinds/repository.ts'
import { parseDuration } from '../duration.ts'
import { retryAnnotation } from '../plugin/names.ts'
import type { Observation } from './observe.ts'
import type { RefreshState } from './refresh-state.ts'
import { hasIndex } from './source-type.ts'

/** What a pass does. */
export type Decision =
  /** The Repository is gone: so is what is kept of it. */
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
      readonly wish: string
    }

const firstRetry = 2000
const mostDoublings = 20

/** What to do about a Repository, from what is known. */
export function decide({ repository, access, state, now }: Observation): Decision {
  if (repository === undefined) return { do: 'forget' }
  if (!repository.ok) {
    return {
      do: 'refuse',
      problems: repository.problems.map(({ path, message }) => `${path}: ${message}`),
    }
  }
  const { metadata, spec } = repository.value
  if (metadata.deletionTimestamp !== undefined) return { do: 'forget' }
  if (spec.suspend) return { do: 'suspend' }
  if (access.state === 'incomplete') return { do: 'ask-for-access', message: access.message }
  if (!hasIndex(spec)) return { do: 'accept' }
  const wish = metadata.annotations[retryAnnotation] ?? ''
  const inputs = inputsOf(repository.value, access.inputs)
  const due = dueAt(state, inputs, wish, parseDuration(spec.interval))
  if (due > now) return { do: 'rest', after: due - now }
  return { do: 'refresh', repository: repository.value, inputs, wish }
}

/** What the index depends on: a change of anything else, the interval say, reads nothing. */
function inputsOf({ spec }: Repository, access: string): string {
  return JSON.stringify([spec.url, spec.type, spec.charts, spec.tls, access])
}

function dueAt(
  state: RefreshState | undefined,
  inputs: string,
  wish: string,
  interval: number,
): number {
  if (state === undefined || state.inputs !== inputs || state.wish !== wish) return 0
  return state.triedAt + pauseOf(state, interval)
}

function pauseOf({ failure }: RefreshState, interval: number): number {
  if (failure === undefined || !failure.transient) return interval
  return Math.min(interval, firstRetry * 2 ** Math.min(failure.count - 1, mostDoublings))
}
