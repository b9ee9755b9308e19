import { describe, expect, test } from 'vitest'
import { loadApplyCases } from './apply-cases.ts'
import { loadKubeChapters } from './chapters.ts'

const chapters = await loadKubeChapters()

describe.each(chapters)('the chapter $name', ({ rows, recorded }) => {
  test('has every row recorded, and no other', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(rows.map((row) => row.name).toSorted())
  })

  test('has an answer to every step', () => {
    const counts = rows.map((row) => [row.name, recorded[row.name]?.length])
    expect(counts).toEqual(rows.map((row) => [row.name, row.steps.length]))
  })
})

test('no row is there twice', () => {
  const names = chapters.flatMap(({ rows }) => rows.map((row) => row.name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every apply has an object before it or creates one', async () => {
  const cases = await loadApplyCases()
  expect(cases.length).toBeGreaterThan(150)
  const continuing = cases.filter(({ name }) => / step [2-9]$/.test(name))
  expect(continuing.filter(({ before }) => before !== undefined).length).toBeGreaterThan(100)
})
