import { expect, test } from 'vitest'
import { KustomizeError } from '../../../src/kustomize/errors.ts'
import { substitutionBudget } from '../../../src/kustomize/substitute/evaluate.ts'
import { substituteVariables } from '../../../src/kustomize/substitute/substitute-variables.ts'
import recorded from './recorded.json' with { type: 'json' }
import { rows, variables } from './rows.ts'
import type { SubstitutionOutcome } from './run-envsubst.ts'

// The substitution of variables against what the envsubst of Flux 2 (1.7.0) made of the same texts.

const outcomes = recorded as Readonly<Record<string, SubstitutionOutcome>>
const known = new Map(Object.entries(variables))

function substitute(text: string): SubstitutionOutcome {
  try {
    return { output: substituteVariables(text, known, substitutionBudget()) }
  } catch (error) {
    // The words of errors are ours.
    if (error instanceof KustomizeError) return { error: 'refused' }
    throw error
  }
}

function wantedFor(text: string): SubstitutionOutcome {
  const outcome = outcomes[text] ?? { error: 'not recorded' }
  return 'error' in outcome ? { error: 'refused' } : outcome
}

test.each(rows)('$text', ({ text }) => {
  expect(substitute(text)).toEqual(wantedFor(text))
})

test('every row is recorded, and nothing else', () => {
  expect(Object.keys(outcomes).toSorted()).toEqual(rows.map(({ text }) => text).toSorted())
})
