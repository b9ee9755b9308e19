// npm run fuzz:kustomize -- [--cases N] [--seed N]: random kustomizations, the real kustomize against ours.
import { parseArgs } from 'node:util'
import { runBounded } from '../../../src/std/run-bounded.ts'
import { buildRow } from './build-row.ts'
import { makeCase } from './fuzz-grammar.ts'
import { runKustomize } from './run-kustomize.ts'

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const atOnce = 2
const mostShown = 5
const first = Number(values.seed) * 1_000_000
const seeds = Array.from({ length: Number(values.cases) }, (_, index) => first + index)
const counts = { same: 0, bothFail: 0, different: 0 }

await runBounded(
  seeds,
  atOnce,
  async (seed) => {
    const row = makeCase(seed)
    const real = await runKustomize(row)
    const ours = buildRow(row)
    if ('error' in real && 'error' in ours) counts.bothFail++
    else if ('output' in real && 'output' in ours && real.output === ours.output) counts.same++
    else {
      counts.different++
      if (counts.different <= mostShown) console.log(JSON.stringify({ seed, real, ours }))
    }
  },
  new AbortController().signal,
)
console.log(JSON.stringify({ cases: seeds.length, ...counts }))
process.exitCode = counts.different === 0 ? 0 : 1
