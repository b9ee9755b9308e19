import { describe, expect, test } from 'vitest'
import { loadChapters } from '../load-rows.ts'
import { renderWithOurs } from '../ours.ts'
import { ruleIds } from './rules.ts'

const chapters = await loadChapters(new URL('./', import.meta.url))
const allRows = chapters.flatMap((chapter) => chapter.rows)

describe.each(chapters)('the engine says what helm says: $name', ({ rows, recorded }) => {
  test.each(rows)('$name', (row) => {
    expect(renderWithOurs(row)).toEqual(recorded[row.name])
  })
})

describe('the rows', () => {
  test('are at least 800', () => {
    expect(allRows.length).toBeGreaterThanOrEqual(800)
  })

  test('cover every rule', () => {
    const covered = new Set(allRows.map((row) => row.rule))
    expect(ruleIds().filter((rule) => !covered.has(rule))).toEqual([])
  })

  test('name only rules that exist', () => {
    const known = new Set(ruleIds())
    expect(allRows.filter((row) => !known.has(row.rule))).toEqual([])
  })

  test.each(chapters)('of $name have names of their own', ({ rows }) => {
    const names = rows.map((row) => row.name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each(chapters)('of $name are those whose outcome is recorded', ({ rows, recorded }) => {
    const names = rows.map((row) => row.name)
    expect(Object.keys(recorded).toSorted()).toEqual(names.toSorted())
  })
})
