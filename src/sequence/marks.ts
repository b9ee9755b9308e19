import { stepRoles } from './step-role.ts'
import type { Choices, Mark, Sequence, Step } from './sequence.ts'

/** The outcome of a step. */
export interface Outcome {
  readonly is: 'done' | 'waiting' | 'failed'
  readonly message: string
}

/** The mark of a step, under its name of today or an older one. */
export function findMark(step: Step, marks: readonly Mark[]): Mark | undefined {
  return marks.find(
    (mark) => mark.step === step.name || step.formerly?.includes(mark.step) === true,
  )
}

/** Whether it was carried out: a step that was skipped and no longer is has not been. */
export function isDone(mark: Mark | undefined): boolean {
  return mark?.status === 'True' && mark.reason !== 'Skipped'
}

/** The places of a step where it is not done: all of them unless its mark names them. */
export function missingPlaces(step: Step, mark: Mark | undefined): readonly string[] {
  const there = new Set(mark?.places ?? [])
  return (step.places ?? []).filter((place) => !there.has(place))
}

/** The marks with this one in the place of the one that its step had. */
export function withMark(marks: readonly Mark[], mark: Mark, step: Step): readonly Mark[] {
  const old = findMark(step, marks)
  return [...marks.filter((one) => one !== old), mark]
}

/** The mark of an outcome. */
export function markOf({ name }: Step, { is, message }: Outcome): Mark {
  if (is === 'done') return { step: name, status: 'True', reason: 'Done', message }
  const reason = is === 'failed' ? 'Failed' : 'Waiting'
  return { step: name, status: 'False', reason, message }
}

/** The mark of a step that waits for its operator; the words that the operator wrote stay. */
export function delegatedMark(step: Step, before: Mark | undefined): Mark {
  const isTheirs = before?.reason === 'Delegated' && before.message !== ''
  if (isTheirs) return { ...before, step: step.name }
  const message = `waits for the operator that ${step.name} was delegated to`
  return { step: step.name, status: 'False', reason: 'Delegated', message }
}

/** How a sequence stands. */
export interface Progress {
  /** One for every step, in order. */
  readonly marks: readonly Mark[]
  /** `done` only when the last step is, whoever carries it out. */
  readonly state: 'done' | 'waiting' | 'failed'
  /** The step that the rest waits for; undefined when all are done. */
  readonly at: string | undefined
}

/** How all steps stand, given the marks of those that were touched; what is behind an open step waits for it. */
export function progressOf(sequence: Sequence, choices: Choices, marks: readonly Mark[]): Progress {
  const roleOf = stepRoles(sequence, choices)
  let open: Mark | undefined
  const all = sequence.steps.map((step): Mark => {
    const role = roleOf(step)
    if (role.is === 'left-out') {
      return { step: step.name, status: 'True', reason: 'Skipped', message: role.because }
    }
    const mark = findMark(step, marks)
    const isWhole = isDone(mark) && missingPlaces(step, mark).length === 0
    if (mark !== undefined && isWhole) return { ...mark, step: step.name }
    const own =
      open === undefined
        ? openMark(step, mark, role.is)
        : waitingMark(step, `waits for ${open.step}`)
    open ??= own
    return own
  })
  if (open === undefined) return { marks: all, state: 'done', at: undefined }
  return { marks: all, state: open.reason === 'Failed' ? 'failed' : 'waiting', at: open.step }
}

function openMark(step: Step, mark: Mark | undefined, role: 'own' | 'delegated'): Mark {
  if (mark?.reason === 'Failed') return { ...mark, step: step.name }
  if (role === 'delegated') return delegatedMark(step, mark)
  if (mark?.reason === 'Waiting') return { ...mark, step: step.name }
  return waitingMark(step, 'waits to be carried out')
}

function waitingMark({ name }: Step, message: string): Mark {
  return { step: name, status: 'Unknown', reason: 'Waiting', message }
}
