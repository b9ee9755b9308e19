import { createHash } from 'node:crypto'
import type { Repository } from '../../../../kinds/repository.ts'
import { intervalOf } from '../../../pass/duration.ts'
import type { MirrorState } from './mirror-runs.ts'

/** The facts about a mirror that a pass decides by. */
export interface MirrorSeen {
  readonly repository: Repository
  /** Changes whenever a Secret that it needs does. */
  readonly access: string
  readonly retry: string
  readonly state: MirrorState | undefined
  /** The inputs of the run that is under way. */
  readonly running: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export type MirrorDecision =
  | { readonly do: 'none' }
  /** It is under way, with what is wanted. */
  | { readonly do: 'wait'; readonly inputs: string }
  | { readonly do: 'rest'; readonly inputs: string; readonly after: number }
  | { readonly do: 'run'; readonly inputs: string }

const firstRetry = 30_000
const mostDoublings = 12

/** Decides whether charts and images are brought now. */
export function decideMirror(seen: MirrorSeen): MirrorDecision {
  const { repository, state, running, retry, now } = seen
  const { mirror, suspend } = repository.spec
  if (mirror === undefined || suspend) return { do: 'none' }
  const inputs = inputsOf(seen)
  if (running === inputs) return { do: 'wait', inputs }
  const interval = intervalOf(mirror)
  const due = dueAt({ inputs, retry, interval }, state, repository)
  return due > now ? { do: 'rest', inputs, after: due - now } : { do: 'run', inputs }
}

// The interval says when, and not what.
function inputsOf({ repository, access }: MirrorSeen): string {
  const { url, mirror } = repository.spec
  const { interval: _, ...what } = mirror ?? {}
  return createHash('sha256')
    .update(JSON.stringify([url, what, access]))
    .digest('hex')
    .slice(0, 16)
}

interface MirrorInputs {
  readonly inputs: string
  readonly retry: string
  readonly interval: number
}

function dueAt(
  { inputs, retry, interval }: MirrorInputs,
  state: MirrorState | undefined,
  { status }: Repository,
): number {
  if (state === undefined) {
    // An operator that starts does not bring again what another brought a moment ago.
    const { mirror, retried = '' } = status
    const isSame = mirror?.inputs === inputs && retried === retry
    return isSame ? Date.parse(mirror.at ?? '') + interval || 0 : 0
  }
  if (state.inputs !== inputs || state.retry !== retry) return 0
  const { failure, triedAt } = state
  if (failure === undefined || !failure.transient) return triedAt + interval
  return triedAt + Math.min(interval, firstRetry * 2 ** Math.min(failure.count - 1, mostDoublings))
}
