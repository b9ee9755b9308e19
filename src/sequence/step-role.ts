import { type Choices, type Sequence, type Step, findStep } from './sequence.ts'

/** The part of a step in a run: our own work, work of an operator it is delegated to, or none because it is skipped. */
export type Role =
  | { readonly is: 'own' | 'delegated' }
  | { readonly is: 'left-out'; readonly because: string }

/** Reads choices once and answers for every step; older names mean the step of today. */
export function stepRoles(sequence: Sequence, choices: Choices): (step: Step) => Role {
  const skipped = namesOf(sequence, choices.skip)
  const delegated = namesOf(sequence, choices.delegate)
  const { holds = () => true } = choices
  return (step) => {
    if (skipped.has(step.name)) return { is: 'left-out', because: 'left out as asked' }
    if (step.when !== undefined && !holds(step.when)) {
      return { is: 'left-out', because: `left out: it takes part only if ${step.when}` }
    }
    return { is: delegated.has(step.name) ? 'delegated' : 'own' }
  }
}

function namesOf(sequence: Sequence, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => findStep(sequence, name)?.name ?? []))
}
