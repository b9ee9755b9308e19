import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { parityPage, summarize, table } from './report.ts'
import { runCorpus } from './run-corpus.ts'

// npm run parity -- FOLDER [--only TEXT] [--show N] [-o json]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    output: { type: 'string', short: 'o', default: 'text' },
    page: { type: 'string' },
    show: { type: 'string', default: '10' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run parity -- FOLDER [--only TEXT] [--show N] [-o json]')
  process.exit(2)
}
const results = await runCorpus(folder, { only: values.only, threads: availableParallelism() })
// A part of the cases says nothing about the rest, so it does not replace the page.
if (values.page !== undefined && values.only === '') writeFileSync(values.page, parityPage(results))
if (values.output === 'json') console.log(JSON.stringify(table(results), undefined, 1))
else console.log(summarize(results, Number(values.show)))
process.exitCode = results.every((result) => result.comparison.same) ? 0 : 1
