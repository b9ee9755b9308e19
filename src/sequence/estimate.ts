import { findMark, isDone } from './marks.ts'
import { stepRoles } from './step-role.ts'
import type { Situation } from './next-move.ts'
import type { Step } from './sequence.ts'

/** How far a sequence is, for a bar. */
export interface Estimate {
  /** Steps that are over, of those that take part. */
  readonly done: number
  readonly total: number
  /** Of the time, not of the number of steps; 100 only when all are over. */
  readonly percent: number
  readonly secondsLeft: number
}

const usualSeconds = 5
// A step that takes longer than usual does not look as if it were over.
const mostOfARunningStep = 0.95

/**
 * Estimates progress by the seconds that each step took in an earlier run, by name; by what is usual where none is known.
 * `now` is in milliseconds since 1970.
 */
export function estimate(
  { sequence, choices, marks }: Situation,
  earlier: ReadonlyMap<string, number>,
  now: number,
): Estimate {
  const roleOf = stepRoles(sequence, choices)
  const steps = sequence.steps.filter((step) => roleOf(step).is !== 'left-out')
  const weightOf = (step: Step) =>
    Math.max(0.1, earlier.get(step.name) ?? step.usualSeconds ?? usualSeconds)
  let [done, over, all] = [0, 0, 0]
  let running: Step | undefined
  for (const step of steps) {
    const weight = weightOf(step)
    all += weight
    if (isDone(findMark(step, marks))) {
      done++
      over += weight
    } else running ??= step
  }
  if (running === undefined) return { done, total: steps.length, percent: 100, secondsLeft: 0 }
  const { since = now } = findMark(running, marks) ?? {}
  const weight = weightOf(running)
  over += Math.min(weight * mostOfARunningStep, Math.max(0, now - since) / 1000)
  const percent = Math.min(99, Math.floor((100 * over) / all))
  return { done, total: steps.length, percent, secondsLeft: Math.ceil(all - over) }
}
