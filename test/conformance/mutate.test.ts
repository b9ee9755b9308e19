import { expect, test } from 'vitest'
import { mutationsOf, mutationsPerRound, runMutation } from './mutate/round.ts'
import { rowSubjects } from './mutate/sources.ts'

// A fixed sample of what `npm run fuzz:mutate` does at length.
const mutations = 3000
const seed = 4

test(
  'damaged templates and values are read or refused, and never crash',
  { timeout: 120_000 },
  async () => {
    const subjects = await rowSubjects()
    const crashes: unknown[] = []
    for (let round = 0; round < mutations / mutationsPerRound; round++) {
      for (const mutation of mutationsOf(subjects, seed, round)) {
        const result = runMutation(mutation)
        if (typeof result === 'string') continue
        crashes.push({ from: mutation.subject.from, text: mutation.text, thrown: result.thrown })
      }
    }
    expect(crashes).toEqual([])
  },
)
