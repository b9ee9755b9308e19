import { parseArgs } from 'node:util'
import type { Table } from '../../src/chart/chart.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { mergeTables } from '../../src/chart/values/merge.ts'
import { readValues } from '../../src/chart/values/read-values.ts'
import { chartOf, readCorpus, valuesOf, type CorpusCase } from '../parity/corpus.ts'
import { mutateChart, type ChartVerdict } from './mutate-chart.ts'

// npm run explain:mutate -- FOLDER [--charts N] [--values M] [--only TEXT]
//
// Changes values of charts one by one and compares what changes in the output with what explain had
// said: every line that changes must have been attributed to the value, and most attributions must be
// confirmed by some change.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    charts: { type: 'string', default: '50' },
    values: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '3' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run explain:mutate -- FOLDER [--charts N] [--values M] [--only TEXT]')
  process.exit(2)
}

const wantedPrecision = 0.6

/** One case of each chart, spread over the corpus. */
function chooseCases(all: readonly CorpusCase[], count: number): CorpusCase[] {
  const matching = all.filter(
    (one) => one.verdict !== 'error' && `${one.id}/${one.case}`.includes(values.only),
  )
  const firsts = [...Map.groupBy(matching, (one) => one.id).values()].flatMap(
    ([first]) => first ?? [],
  )
  if (firsts.length <= count) return firsts
  return Array.from({ length: count }, (_, index) => {
    return firsts[Math.floor((index * firsts.length) / count)] as CorpusCase
  })
}

function givenValues(from: string, one: CorpusCase): Table {
  return valuesOf(from, one).reduce<Table>(
    (table, data) => mergeTables(table, readValues(data)),
    new Map(),
  )
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function describe(name: string, verdict: ChartVerdict): string {
  const { changed, rendered, changedLines, missed, attributions, confirmed } = verdict
  const complete = percent(changedLines - missed.length, changedLines)
  const precise = percent(confirmed, attributions)
  return `${name}: ${changed} values (${rendered} rendered), ${changedLines} changed lines, complete ${complete}, precise ${precise} of ${attributions}`
}

const sum = { charts: 0, changedLines: 0, missed: 0, attributions: 0, confirmed: 0 }
const shown = Number(values.show)
for (const one of chooseCases(readCorpus(folder), Number(values.charts))) {
  const verdict = mutateChart(
    loadChart(chartOf(folder, one)),
    givenValues(folder, one),
    Number(values.values),
  )
  const name = `${one.id}/${one.case}`
  if (verdict === undefined) {
    console.log(`${name}: does not render`)
    continue
  }
  console.log(describe(name, verdict))
  for (const { path, line, text } of verdict.missed.slice(0, shown)) {
    console.log(`  missed: line ${line} changes with ${path}: ${text}`)
  }
  const worst = [...verdict.unconfirmed].toSorted(([, a], [, b]) => b - a).slice(0, shown)
  for (const [path, count] of worst) console.log(`  unconfirmed: ${path} on ${count} lines`)
  sum.charts++
  sum.changedLines += verdict.changedLines
  sum.missed += verdict.missed.length
  sum.attributions += verdict.attributions
  sum.confirmed += verdict.confirmed
}
console.log(
  `${sum.charts} charts: complete ${percent(sum.changedLines - sum.missed, sum.changedLines)} (${sum.missed} of ${sum.changedLines} lines missed), precise ${percent(sum.confirmed, sum.attributions)} of ${sum.attributions} attributions`,
)
const isPrecise = sum.confirmed >= wantedPrecision * sum.attributions
process.exitCode = sum.missed === 0 && isPrecise ? 0 : 1
