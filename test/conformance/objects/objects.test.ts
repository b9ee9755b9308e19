import { describe, expect, test } from 'vitest'
import { loadObjectsChapters } from './chapters.ts'
import { answerRow } from './ours.ts'

// src/objects against what the libraries of Kubernetes 1.36 and Helm 4 answered.

const chapters = await loadObjectsChapters()

describe.each(chapters)('$name', ({ rows, recorded }) => {
  test.each(rows)('$name', (row) => {
    expect(answerRow(row)).toEqual(recorded[row.name])
  })
})

test('every row has a name of its own, and nothing else is recorded', () => {
  for (const { rows, recorded } of chapters)
    expect(Object.keys(recorded).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
