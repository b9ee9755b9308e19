import { describe, expect, test } from 'vitest'
import { builtInSchemas } from '../../../src/objects/api/built-in-schemas.ts'
import { loadKubeChapters } from './chapters.ts'
import { replayRow } from './replay-merge.ts'
import { replayPatches } from './replay-patches.ts'

// Every patch that the real server recorded, applied by src/objects: the same object, or a refusal
// where it refused; and the same managers.

const chapters = await loadKubeChapters('patch')

describe.each(chapters)('$name', ({ rows, recorded }) => {
  test.each(rows)('$name', (row) => {
    const answers = recorded[row.name] ?? []
    for (const { step, server, ours } of [
      ...replayPatches(row, answers, builtInSchemas()),
      ...replayRow(row, answers, builtInSchemas()),
    ])
      expect({ step, outcome: ours }).toEqual({ step, outcome: server })
  })
})

test('most rows are compared', () => {
  const compared = chapters.flatMap(({ rows, recorded }) =>
    rows.map((row) => replayPatches(row, recorded[row.name] ?? [], builtInSchemas()).length),
  )
  expect(compared.filter((steps) => steps > 0).length).toBeGreaterThanOrEqual(50)
})
