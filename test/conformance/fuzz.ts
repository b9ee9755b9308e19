import { parseArgs } from 'node:util'
import { findOracle } from '../oracles/find.ts'
import { runCampaign } from './fuzz/campaign.ts'
import { coverageText, missed } from './fuzz/report.ts'
import { shrink } from './fuzz/shrink.ts'

// Random templates and values through the real helm and through our engine:
//   npm run fuzz:template -- [--functions] [--cases 1000] [--seed 1] [--show 5] [--at-once 2]
// Ends with 1 when they differ somewhere, or when something of the language was not reached.

const { values: options } = parseArgs({
  options: {
    functions: { type: 'boolean', default: false },
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** How many differences are made small and printed. */
    show: { type: 'string', default: '5' },
    /** How many runs of helm may go on at once. */
    'at-once': { type: 'string', default: '2' },
  },
})

const mode = options.functions ? 'functions' : 'language'
const seed = Number(options.seed)
const cases = Number(options.cases)
const helm = findOracle('helm4')
const atOnce = Number(options['at-once'])
const { signal } = new AbortController()
const again = `npm run fuzz:template -- ${options.functions ? '--functions ' : ''}--cases ${cases} --seed ${seed}`

const progress = (done: number) => console.error(`${done} of ${cases} cases`)
const findings = await runCampaign({ mode, seed, cases, helm, atOnce, signal, progress })
const unreached = missed(mode, findings)

console.log(coverageText(findings))
console.log(
  `${cases} cases, ${findings.failures} that helm refused, ${findings.differences.length} differences`,
)
for (const difference of findings.differences.slice(0, Number(options.show))) {
  const small = await shrink(difference, helm, signal)
  const { template, values, files } = small.one
  console.log(
    JSON.stringify({ template, values, files, ours: small.ours, helm: small.helm }, undefined, 1),
  )
}
if (unreached.length > 0) console.log(`not reached: ${unreached.join(', ')}`)
console.log(`to repeat: ${again}`)
if (unreached.length > 0 || findings.differences.length > 0) process.exitCode = 1
