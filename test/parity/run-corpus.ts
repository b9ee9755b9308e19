import { createRenderJobPool } from './render-job-pool.ts'
import type { RenderOutcome } from './render-job.ts'
import { type Comparison, compareOutcome } from './compare.ts'
import { chartOf, type CorpusCase, expectedOf, readCorpus, valuesOf } from './corpus.ts'

export interface CaseResult {
  readonly id: string
  readonly case: string
  readonly verdict: CorpusCase['verdict']
  readonly comparison: Comparison
  readonly milliseconds: number
}

export interface CorpusOptions {
  /** Only cases whose `id/case` contains this. */
  readonly only: string
  readonly threads: number
}

// A certificate or key may by chance have another number of lines; more seeds make that unlikely.
const seeds = ['a', 'b', 'c', 'd', 'e', 'f']
const firstMoment = 1_700_000_000_123_456_789n
const dayInNanoseconds = 86_400_000_000_000n
const timeout = 60_000

/** Renders every case of a corpus in worker threads and compares it with what helm printed. */
export async function runCorpus(folder: string, options: CorpusOptions): Promise<CaseResult[]> {
  const cases = readCorpus(folder).filter((one) => `${one.id}/${one.case}`.includes(options.only))
  const pool = createRenderJobPool(options.threads)
  const results: (CaseResult | undefined)[] = cases.map(() => undefined)
  const queue = cases.entries()
  const work = async () => {
    for (const [index, one] of queue) results[index] = await runCase(folder, one, pool)
  }
  try {
    await Promise.all(Array.from({ length: options.threads }, work))
  } finally {
    await pool.close()
  }
  return results.filter((result) => result !== undefined)
}

type Pool = ReturnType<typeof createRenderJobPool>

async function runCase(folder: string, one: CorpusCase, pool: Pool): Promise<CaseResult> {
  const start = performance.now()
  const outcomes: RenderOutcome[] = []
  const expected = expectedOf(folder, one)
  let comparison: Comparison = { same: false, difference: 'not run' }
  // A chart without random values needs one seed; one with them two, and more only while it does not fit.
  const least = one.verdict === 'random' ? 2 : 1
  const most = one.verdict === 'random' ? seeds.length : 1
  let milliseconds = 0
  for (const [i, seed] of seeds.slice(0, most).entries()) {
    outcomes.push(await render(folder, one, { seed, round: i, pool }))
    if (i === 0) milliseconds = performance.now() - start
    if (outcomes.length < least) continue
    comparison = compareOutcome(one.verdict, outcomes, expected)
    if (comparison.same) break
  }
  return { id: one.id, case: one.case, verdict: one.verdict, comparison, milliseconds }
}

interface Round {
  readonly seed: string
  readonly round: number
  readonly pool: Pool
}

async function render(folder: string, one: CorpusCase, { seed, round, pool }: Round) {
  const job = {
    chart: chartOf(folder, one),
    values: valuesOf(folder, one),
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    seed,
    now: firstMoment + BigInt(round) * dayInNanoseconds,
  }
  return pool.render(job, job.chart, AbortSignal.timeout(timeout))
}
