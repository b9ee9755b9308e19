import type { Mark } from '../../sequence/sequence.ts'

/** Where operators see the conditions that were delegated to them, and answer: a Cluster on some API. */
export interface Operators {
  /** Shows a condition as asked for, whatever an operator said before. */
  readonly ask: (condition: string, signal: AbortSignal) => Promise<void>
  /** The words of operators, by condition; those of conditions that nobody asked for do not count. */
  readonly answers: (signal: AbortSignal) => Promise<ReadonlyMap<string, Answer>>
}

/** The condition as an operator left it. */
export interface Answer {
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** The moment and the places that an answer is about. */
interface Asked {
  readonly now: number
  readonly places: readonly string[] | undefined
}

/** A mark with the words of its operator. Only a condition that is asked for listens. */
export function answeredMark(mark: Mark, answer: Answer | undefined, { now, places }: Asked): Mark {
  if (mark.reason !== 'Delegated' || answer === undefined) return mark
  const { status, reason, message } = answer
  if (status === 'True') {
    const where = places === undefined ? {} : { places }
    return { ...mark, status, reason: 'Done', message, since: now, ...where }
  }
  if (reason === 'Failed') return { ...mark, status: 'False', reason, message, since: now }
  return message === '' ? mark : { ...mark, message }
}
