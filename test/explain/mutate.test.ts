import { expect, test } from 'vitest'
import type { Table } from '../../src/chart/chart.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { chartOf, readCorpus, type CorpusCase } from '../parity/corpus.ts'
import { mutateChart } from './mutate-chart.ts'

const folder = `${import.meta.dirname}/../charts`

// `npm run explain:mutate` does the same to a corpus of public charts.
const sample = [
  'alias',
  'cache',
  'conditions',
  'cron',
  'globals',
  'hooks-migrate',
  'import-values',
  'library-user',
  'nested',
  'numbers',
  'operator',
  'recursion',
  'show-values',
  'tpl-heavy',
  'unicode',
  'volumes',
  'web-app',
]

const cases = readCorpus(folder).filter((one) => one.case === 'default' && sample.includes(one.id))

function verdictOf(one: CorpusCase) {
  const values: Table = new Map()
  return mutateChart(loadChart(chartOf(folder, one)), values, 40)
}

test('the sample is there', () => {
  expect(cases.map(({ id }) => id).toSorted()).toEqual(sample)
})

test.each(cases)('every line of $id that a value changes was attributed to it', (one) => {
  const verdict = verdictOf(one)
  expect(verdict?.missed).toEqual([])
  expect(verdict?.changedLines).toBeGreaterThan(0)
})

test('most attributions are confirmed by a change', () => {
  const verdicts = cases.map(verdictOf)
  const attributions = verdicts.reduce((sum, verdict) => sum + (verdict?.attributions ?? 0), 0)
  const confirmed = verdicts.reduce((sum, verdict) => sum + (verdict?.confirmed ?? 0), 0)
  expect(confirmed / attributions).toBeGreaterThan(0.8)
})
