import { expect, test } from 'vitest'
import { runRenderJob } from '../parity/render-job.ts'
import { compareOutcome } from '../parity/compare.ts'
import { chartOf, type CorpusCase, expectedOf, readCorpus, valuesOf } from '../parity/corpus.ts'
import { ownCorpus } from './run-helm-template.ts'

// The whole of our own corpus, in this thread; `npm run parity -- test/charts` does it with threads.
const cases = readCorpus(ownCorpus)
const moment = 1_700_000_000_123_456_789n
const day = 86_400_000_000_000n

test.each(cases)("$id with its $case values comes out as helm's ($verdict)", (one) => {
  const seeds = one.verdict === 'random' ? ['a', 'b', 'c', 'd'] : ['a']
  const outcomes = seeds.map((seed, round) => render(one, seed, moment + BigInt(round) * day))
  expect(compareOutcome(one.verdict, outcomes, expectedOf(ownCorpus, one))).toMatchObject({
    same: true,
  })
})

function render(one: CorpusCase, seed: string, now: bigint) {
  return runRenderJob({
    chart: chartOf(ownCorpus, one),
    values: valuesOf(ownCorpus, one),
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    seed,
    now,
  })
}
