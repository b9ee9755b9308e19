import { drawMany } from '../fuzz/draw.ts'
import { mutate } from './mutations.ts'
import { type Ending, runSubject, type Subject } from './subject.ts'

/** Mutations of one subject share its chart, so that time is measured with everything else ready. */
export const mutationsPerRound = 20

/** Texts above this are not mutated: the largest of real charts, some megabytes of CRDs. */
const maxLength = 60_000

export interface Mutation {
  readonly subject: Subject
  readonly text: string
}

/** The mutations of a round; the same for the same seed, round and subjects. */
export function mutationsOf(subjects: readonly Subject[], seed: number, round: number): Mutation[] {
  const [choice, ...rest] = drawMany(seed * 1_000_003 + round, mutationsPerRound + 1)
  const small = subjects.filter(({ text }) => text.length <= maxLength)
  if (choice === undefined || small.length === 0) throw new Error('nothing to mutate')
  const subject = choice.pick(small)
  return rest.map((draw) => ({ subject, text: mutate(draw, subject.text, draw.pick(small).text) }))
}

/** How a mutation ended, or what it threw that is no error of ours. */
export type Result = Ending | { readonly thrown: unknown }

export function runMutation({ subject, text }: Mutation): Result {
  try {
    return runSubject(subject, text)
  } catch (thrown) {
    return { thrown }
  }
}
