import { describe, expect, test } from 'vitest'
import { builtInSchemas } from '../../../src/objects/api/built-in-schemas.ts'
import { loadKubeChapters } from './chapters.ts'
import { replayRow } from './replay-merge.ts'

// Every write that the real server recorded, merged by src/objects: the same object and the same
// managed fields, or the same refusal.

/** A value that JSON.parse cannot hold is recorded as a text, and a text does not fit the schema. */
const recordedAsText = 'object: a number that no double holds'

const chapters = [...(await loadKubeChapters('apply')), ...(await loadKubeChapters('crd'))].map(
  ({ rows, ...chapter }) => ({
    ...chapter,
    rows: rows.filter(({ name }) => name !== recordedAsText),
  }),
)

describe.each(chapters)('$name', ({ rows, recorded }) => {
  test.each(rows)('$name', (row) => {
    for (const { step, server, ours } of replayRow(row, recorded[row.name] ?? [], builtInSchemas()))
      expect({ step, outcome: ours }).toEqual({ step, outcome: server })
  })
})

test('few rows about applies are left out of the comparison', () => {
  const compared = chapters
    .filter(({ name }) => name.startsWith('apply'))
    .flatMap(({ rows, recorded }) =>
      rows.map((row) => replayRow(row, recorded[row.name] ?? [], builtInSchemas()).length),
    )
  expect(compared.length).toBeGreaterThanOrEqual(120)
  expect(compared.filter((steps) => steps > 0).length / compared.length).toBeGreaterThan(0.9)
})
