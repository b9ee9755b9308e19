import { expect, test } from 'vitest'
import { findOracle } from '../../oracles/find.ts'
import { renderWithHelm } from '../helm.ts'
import { loadChapters } from '../load-rows.ts'

// A fixed sample keeps this short; `npm run conformance:update` asks for all rows.
const sampled = 12

const chapters = await loadChapters(new URL('./', import.meta.url))

test.each(chapters)('helm says again what was recorded: $name', async ({ rows, recorded }) => {
  const sample = rows.filter((_, index) => index % sampled === 0)
  const outcomes = await renderWithHelm(sample, {
    helm: findOracle('helm4'),
    likelyFails: (index) => 'error' in (recorded[sample[index]?.name ?? ''] ?? {}),
    signal: new AbortController().signal,
  })
  const again = Object.fromEntries(sample.map((row, index) => [row.name, outcomes[index]]))
  expect(again).toEqual(Object.fromEntries(sample.map((row) => [row.name, recorded[row.name]])))
})
