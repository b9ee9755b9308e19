import { type Outcome, type Progress, findMark, markOf, progressOf, withMark } from './marks.ts'
import { nextMove } from './next-move.ts'
import { stepRoles } from './step-role.ts'
import type { Choices, Mark, Sequence } from './sequence.ts'

/**
 * Carries a sequence on in one pass from where the marks of the pass before stand, by name: steps that came, went or
 * moved in between change nothing for the others. The first step that is not done ends the pass; what is behind it waits.
 * A delegated step is done when its operator says so, and the sequence does not go on, nor end, before that.
 */
export function runSequence(
  sequence: Sequence,
  choices: Choices,
  before: readonly Mark[],
  carryOut: (step: string) => Outcome,
): Progress {
  let marks = marksToKeep(sequence, choices, before)
  for (;;) {
    // A pass takes no time.
    const move = nextMove({ sequence, choices, marks }, 0)
    if (move.do !== 'carry-out') return progressOf(sequence, choices, marks)
    const { step } = move
    const outcome = carryOut(step.name)
    marks = withMark(marks, markOf(step, outcome), step)
    if (outcome.is !== 'done') return progressOf(sequence, choices, marks)
  }
}

/** A pass looks again at all that repeats or was not done; an operator's words about a delegated step stay. */
function marksToKeep(
  sequence: Sequence,
  choices: Choices,
  before: readonly Mark[],
): readonly Mark[] {
  const roleOf = stepRoles(sequence, choices)
  return sequence.steps.flatMap((step) => {
    const mark = findMark(step, before)
    if (mark === undefined) return []
    if (roleOf(step).is === 'delegated') return [mark]
    return step.repeats || mark.reason !== 'Done' ? [] : [mark]
  })
}
