import { expect, test } from 'vitest'
import type { Table } from '../../src/chart/chart.ts'
import { capabilitiesOf } from '../../src/chart/capabilities.ts'
import { traceChart } from '../../src/chart/explain/trace-chart.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { renderChart } from '../../src/chart/render/render.ts'
import { templateOutput } from '../../src/chart/render/template-output.ts'
import { mergeTables } from '../../src/chart/values/merge.ts'
import { readValues } from '../../src/chart/values/read-values.ts'
import { chartOf, readCorpus, valuesOf } from '../parity/corpus.ts'
import { fixedEntropy } from './fixed-entropy.ts'

const folder = `${import.meta.dirname}/../charts`
const options = { includeCrds: false, hooks: 'all' } as const

// A template that includes itself a thousand times needs more stack than a traced render has.
const tooDeep = 'recursion/deep'

const cases = readCorpus(folder)
  .filter(({ verdict }) => verdict !== 'error')
  .filter((one) => `${one.id}/${one.case}` !== tooDeep)

test.each(cases)('a traced render of $id with $case prints what an ordinary one does', (one) => {
  const chart = loadChart(chartOf(folder, one))
  const values = valuesOf(folder, one).reduce<Table>(
    (table, data) => mergeTables(table, readValues(data)),
    new Map(),
  )
  const request = {
    values,
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy: fixedEntropy(),
    warn: () => {},
  }
  const expected = templateOutput(renderChart(chart, request), options)
  const traced = traceChart(chart, request, options)
  if ('error' in traced) throw traced.error
  expect(traced.output).toBe(expected)
  expect(traced.lines.map(({ text }) => text).join('\n')).toBe(expected)
})
