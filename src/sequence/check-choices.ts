import { findNearest } from '../std/find-nearest.ts'
import { type Choices, type Sequence, findStep } from './sequence.ts'

/**
 * The problems of skip and delegate lists, one line each. An unknown name never passes silently.
 */
export function checkChoices(sequence: Sequence, { skip, delegate }: Choices): readonly string[] {
  return [
    ...skip.flatMap((name) => problemsOf(sequence, name, 'skipped')),
    ...delegate.flatMap((name) => problemsOf(sequence, name, 'delegated')),
    ...bothProblems(sequence, { skip, delegate }),
  ]
}

function problemsOf(sequence: Sequence, name: string, how: 'skipped' | 'delegated'): string[] {
  const step = findStep(sequence, name)
  if (step === undefined) return [unknown(sequence, name)]
  const may = how === 'skipped' ? step.mayBeSkipped : step.mayBeDelegated
  if (may) return []
  const others = sequence.steps.filter((one) =>
    how === 'skipped' ? one.mayBeSkipped : one.mayBeDelegated,
  )
  const list = others.map((one) => one.name).join(', ')
  return [`${step.name} cannot be ${how}; these can: ${list === '' ? 'none' : list}`]
}

function unknown({ noun, steps }: Sequence, name: string): string {
  const names = steps.flatMap((step) => [step.name, ...(step.formerly ?? [])])
  const nearest = findNearest(name, names)
  if (nearest !== undefined) return `${name} is not ${noun}; did you mean ${nearest}?`
  return `${name} is not ${noun}; there are ${steps.map((step) => step.name).join(', ')}`
}

function bothProblems(sequence: Sequence, { skip, delegate }: Choices): string[] {
  const skipped = new Set(skip.map((name) => findStep(sequence, name)?.name))
  return [...new Set(delegate.map((name) => findStep(sequence, name)?.name))].flatMap((name) =>
    name !== undefined && skipped.has(name) ? [`${name} is both skipped and delegated`] : [],
  )
}
