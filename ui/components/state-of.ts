import { isTrouble, readCauses } from './read-causes.ts'

/** How something is, in one word for people. */
export type State =
  | 'ready'
  | 'working'
  | 'waiting'
  | 'hanging'
  | 'failed'
  | 'off'
  | 'unknown'
  | 'deleting'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string
}

interface Stateful {
  readonly metadata: { readonly deletionTimestamp?: string }
  readonly status?: { readonly conditions?: readonly Condition[] }
}

export interface StateInWords {
  readonly state: State
  readonly reason: string
  readonly message: string
  readonly since: string
}

/** The state of an object of ours by its conditions. */
export function stateOf(object: Stateful): StateInWords {
  const conditions = object.status?.conditions ?? []
  const ready = conditions.find(({ type }) => type === 'Ready')
  const words = {
    reason: ready?.reason ?? '',
    message: ready?.message ?? '',
    since: ready?.lastTransitionTime ?? '',
  }
  if (object.metadata.deletionTimestamp !== undefined) return { state: 'deleting', ...words }
  if (ready === undefined) return { state: 'unknown', ...words }
  const holds = (type: string) =>
    conditions.some((one) => one.type === type && one.status === 'True')
  return { state: wordOf(ready, holds), ...words }
}

function wordOf({ status, reason, message }: Condition, holds: (type: string) => boolean): State {
  if (status === 'True') return reason === 'Disabled' ? 'off' : 'ready'
  if (holds('Stalled')) return 'failed'
  if (reason === 'Suspended') return 'off'
  if (reason === 'Waiting' || reason === 'ChildWaiting') return 'waiting'
  // The operator still waits, but what it waits for does not come by itself.
  if (isTrouble(readCauses(message))) return 'hanging'
  if (reason === 'Progressing' || reason.endsWith('ing')) return 'working'
  if (status === 'Unknown') return 'working'
  return 'failed'
}

/** The order of states from the one that needs a person most. */
export const stateOrder: readonly State[] = [
  'failed',
  'hanging',
  'waiting',
  'working',
  'deleting',
  'unknown',
  'ready',
  'off',
]

/** Whether a person has to look at it. */
export function needsAttention(state: State): boolean {
  return state === 'failed' || state === 'hanging' || state === 'waiting'
}
