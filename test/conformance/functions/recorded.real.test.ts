import { expect, test } from 'vitest'
import { findOracle } from '../../oracles/find.ts'
import { renderWithHelm } from '../helm.ts'
import { loadChapters } from '../load-rows.ts'
import { shaped } from '../row.ts'
import { goodCalls } from './table/good-calls.ts'
import { askHelm, knownCells } from './table/record.ts'

// A fixed sample keeps this short; `npm run conformance:update` asks for everything.
const sampledCells = 97
const sampledRows = 19

const chapters = await loadChapters(new URL('./', import.meta.url))

test.each(Object.keys(goodCalls))('helm says again what is in the table: %s', async (family) => {
  const all = await knownCells(family)
  const cells = all.filter((_, index) => index % sampledCells === 0)
  expect(await askHelm(findOracle('helm4'), cells)).toEqual(cells.map(({ note }) => note))
})

test.each(chapters)('helm says again what was recorded: $name', async ({ rows, recorded }) => {
  const sample = rows.filter((_, index) => index % sampledRows === 0)
  const outcomes = await renderWithHelm(sample, {
    helm: findOracle('helm4'),
    likelyFails: (index) => 'error' in (recorded[sample[index]?.name ?? ''] ?? {}),
    signal: new AbortController().signal,
  })
  const again = sample.map((row, index) => shaped(row, outcomes[index] ?? { error: 'no outcome' }))
  expect(again).toEqual(sample.map((row) => recorded[row.name]))
})
