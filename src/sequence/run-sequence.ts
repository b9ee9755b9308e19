import { type Choices, type Mark, type Sequence, type Step, findStep } from './sequence.ts'

/** The outcome of a step. */
export interface Outcome {
  readonly is: 'done' | 'waiting' | 'failed'
  readonly message: string
}

/** How a sequence stands after a pass. */
export interface Progress {
  /** One for every step, in order. */
  readonly marks: readonly Mark[]
  /** `done` only when the last step is, whoever carries it out. */
  readonly state: 'done' | 'waiting' | 'failed'
  /** The step that the rest waits for; undefined when all are done. */
  readonly at: string | undefined
}

/**
 * Carries a sequence on from where the marks of the pass before stand, by name: steps that came, went or moved in
 * between change nothing for the others. The first step that is not done ends the pass; what is behind it waits. A
 * delegated step is done when its operator says so, and the sequence does not go on, nor end, before that.
 */
export function runSequence(
  sequence: Sequence,
  choices: Choices,
  before: readonly Mark[],
  carryOut: (step: string) => Outcome,
): Progress {
  const skipped = namesOf(sequence, choices.skip)
  const delegated = namesOf(sequence, choices.delegate)
  const marks: Mark[] = []
  let open: Mark | undefined
  for (const step of sequence.steps) {
    const mark =
      open === undefined
        ? markOf(step, { skipped, delegated, before: findMark(step, before), carryOut })
        : waitingBehind(step, open, { skipped, before: findMark(step, before) })
    marks.push(mark)
    if (mark.status !== 'True') open ??= mark
  }
  if (open === undefined) return { marks, state: 'done', at: undefined }
  return { marks, state: open.reason === 'Failed' ? 'failed' : 'waiting', at: open.step }
}

interface Circumstances {
  readonly skipped: ReadonlySet<string>
  readonly delegated: ReadonlySet<string>
  readonly before: Mark | undefined
  readonly carryOut: (step: string) => Outcome
}

function markOf(step: Step, { skipped, delegated, before, carryOut }: Circumstances): Mark {
  if (skipped.has(step.name)) return skippedMark(step)
  if (delegated.has(step.name)) return delegatedMark(step, before)
  if (before !== undefined && !step.repeats && isDone(before)) return { ...before, step: step.name }
  const { is, message } = carryOut(step.name)
  if (is === 'done') return { step: step.name, status: 'True', reason: 'Done', message }
  const reason = is === 'failed' ? 'Failed' : 'Waiting'
  return { step: step.name, status: 'False', reason, message }
}

// The mark that the operator of a delegated step wrote stays as it is: only they know how the step
// stands.
function delegatedMark(step: Step, before: Mark | undefined): Mark {
  const theirs = before?.reason === 'Failed' || isDone(before) ? before : undefined
  if (theirs !== undefined) return { ...theirs, step: step.name }
  const said = before?.reason === 'Delegated' ? before.message : ''
  const message = said === '' ? `waits for the operator that ${step.name} was delegated to` : said
  return { step: step.name, status: 'False', reason: 'Delegated', message }
}

function waitingBehind(
  step: Step,
  open: Mark,
  { skipped, before }: Pick<Circumstances, 'skipped' | 'before'>,
): Mark {
  if (skipped.has(step.name)) return skippedMark(step)
  if (before !== undefined && !step.repeats && isDone(before)) return { ...before, step: step.name }
  const message = `waits for ${open.step}`
  return { step: step.name, status: 'Unknown', reason: 'Waiting', message }
}

function skippedMark(step: Step): Mark {
  return { step: step.name, status: 'True', reason: 'Skipped', message: 'left out as asked' }
}

// A step that was skipped and no longer is has not been carried out.
function isDone(mark: Mark | undefined): boolean {
  return mark?.status === 'True' && mark.reason !== 'Skipped'
}

function findMark(step: Step, marks: readonly Mark[]): Mark | undefined {
  return marks.find(
    (mark) => mark.step === step.name || step.formerly?.includes(mark.step) === true,
  )
}

function namesOf(sequence: Sequence, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => findStep(sequence, name)?.name ?? []))
}
