import type { LiveRender } from '../../components/engine/use-engine.ts'

/** Everything that decides whether the server is asked for its plan. */
export interface PlanMoment {
  /** The object as it is written now, as JSON. */
  readonly written: string
  /** The object as it was when the last key had rested. */
  readonly settled: string
  /** The settings as they are written now. */
  readonly text: string
  /** Whether there is nothing to ask, such as a name that is taken. */
  readonly isBlocked: boolean
  /** Whether it is still open if this page can render it. */
  readonly isOpening: boolean
  /** Whether this page renders it itself. */
  readonly isHere: boolean
  readonly live: LiveRender | undefined
  /** Whether the extension takes these settings, as far as that can be told here. */
  readonly isTaken: boolean
}

/** Whether the server is asked about what is written: only once it rests, and never about what does not render here. */
export function isWorthAsking(moment: PlanMoment): boolean {
  const { written, settled, text, isBlocked, isOpening, isHere, live, isTaken } = moment
  if (isBlocked || isOpening || !isTaken || settled !== written) return false
  return !isHere || (live?.text === text && live.answer.ok)
}
