import { parseArgs } from 'node:util'
import { readCorpus } from '../parity/corpus.ts'
import { renderInChromium } from './render-in-chromium.ts'

// npm run parity:browser -- FOLDER [--count 100]: charts of a corpus in Chromium, against what helm printed.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '100' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run parity:browser -- FOLDER [--count N]')
  process.exit(2)
}
// One case of each chart, so that a hundred cases are a hundred charts.
const byChart = new Map(
  readCorpus(folder)
    .filter((one) => one.verdict === 'same')
    .toReversed()
    .map((one) => [one.id, one]),
)
const cases = [...byChart.values()].toReversed().slice(0, Number(values.count))
const { results, violations } = await renderInChromium(folder, cases)
const different = results.filter(({ comparison }) => !comparison.same)
console.log(
  `${results.length - different.length} of ${results.length} charts equal helm's bytes in Chromium`,
)
for (const { one, comparison } of different) {
  console.log(`\n${one.id}/${one.case}\n${comparison.same ? '' : comparison.difference}`)
}
for (const violation of violations) console.log(`reported by the page: ${violation}`)
process.exitCode = different.length === 0 && violations.length === 0 ? 0 : 1
