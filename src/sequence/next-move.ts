import { findMark, isDone, missingPlaces } from './marks.ts'
import { stepRoles } from './step-role.ts'
import type { Choices, Mark, Sequence, Step } from './sequence.ts'

/** Everything that the next move depends on. */
export interface Situation {
  readonly sequence: Sequence
  readonly choices: Choices
  /** By name: steps that came, went or moved since they were written change nothing for the others. */
  readonly marks: readonly Mark[]
}

/** The one thing to do next. */
export type Move =
  | { readonly do: 'finish' }
  /** At these places; once, without a place, when there are none. */
  | { readonly do: 'carry-out'; readonly step: Step; readonly places: readonly string[] }
  /** The pause after a failure; `until` is in milliseconds since 1970. */
  | { readonly do: 'pause'; readonly step: Step; readonly until: number }
  /** For the operator that the step was delegated to. */
  | { readonly do: 'await-operator'; readonly step: Step; readonly until: number | undefined }
  | { readonly do: 'give-up'; readonly step: Step; readonly because: string }

const firstPauseSeconds = 2
const longestPauseSeconds = 60

/**
 * Decides from names alone where a sequence stands and what follows. The first step that is neither done nor left out is
 * the one; a sequence whose last step is delegated is not finished before its operator is. `now` is in milliseconds since
 * 1970.
 */
export function nextMove({ sequence, choices, marks }: Situation, now: number): Move {
  const roleOf = stepRoles(sequence, choices)
  for (const step of sequence.steps) {
    const role = roleOf(step)
    if (role.is === 'left-out') continue
    const mark = findMark(step, marks)
    const move = role.is === 'delegated' ? awaitOperator(step, mark, now) : ownMove(step, mark, now)
    if (move !== undefined) return move
  }
  return { do: 'finish' }
}

function awaitOperator(step: Step, mark: Mark | undefined, now: number): Move | undefined {
  // Places that came since are new work for the operator.
  if (isDone(mark) && missingPlaces(step, mark).length === 0) return undefined
  if (mark?.reason === 'Failed') return { do: 'give-up', step, because: mark.message }
  const { delegatedSeconds } = step
  const since = mark?.reason === 'Delegated' ? mark.since : undefined
  if (delegatedSeconds === undefined || since === undefined) {
    return { do: 'await-operator', step, until: undefined }
  }
  const until = since + delegatedSeconds * 1000
  if (now < until) return { do: 'await-operator', step, until }
  const because = `the operator that ${step.name} was delegated to did not finish it within ${delegatedSeconds} seconds`
  return { do: 'give-up', step, because }
}

function ownMove(step: Step, mark: Mark | undefined, now: number): Move | undefined {
  const places = missingPlaces(step, mark)
  if (isDone(mark) && places.length === 0) return undefined
  if (mark?.reason !== 'Failed') return { do: 'carry-out', step, places }
  const { failures = 1, since = now, isFinal = false, message } = mark
  if (isFinal) return { do: 'give-up', step, because: message }
  if (failures >= (step.attempts ?? 1)) {
    const times = failures === 1 ? '' : `failed ${failures} times, at last: `
    return { do: 'give-up', step, because: `${times}${message}` }
  }
  const until = since + pauseSeconds(failures) * 1000
  return now < until ? { do: 'pause', step, until } : { do: 'carry-out', step, places }
}

function pauseSeconds(failures: number): number {
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (failures - 1))
}
