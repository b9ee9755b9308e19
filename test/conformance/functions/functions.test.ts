import { describe, expect, test } from 'vitest'
import { loadChapters } from '../load-rows.ts'
import { renderWithOurs } from '../ours.ts'
import { shaped } from '../row.ts'
import { functionRuleIds } from './rules.ts'

// A new key of DSA takes seconds on a busy machine.
const timeout = 60_000

const chapters = await loadChapters(new URL('./', import.meta.url))
const allRows = chapters.flatMap((chapter) => chapter.rows)

describe.each(chapters)('functions say what helm says: $name', ({ rows, recorded }) => {
  test.each(rows)('$name', { timeout }, (row) => {
    expect(shaped(row, renderWithOurs(row))).toEqual(recorded[row.name])
  })
})

describe('the rows', () => {
  test('cover every rule', () => {
    const covered = new Set(allRows.map((row) => row.rule))
    expect(functionRuleIds().filter((rule) => !covered.has(rule))).toEqual([])
  })

  test('name only rules that exist', () => {
    const known = new Set(functionRuleIds())
    expect(allRows.filter((row) => !known.has(row.rule))).toEqual([])
  })

  test.each(chapters)('of $name are those whose outcome is recorded', ({ rows, recorded }) => {
    const names = rows.map((row) => row.name)
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(recorded).toSorted()).toEqual(names.toSorted())
  })
})
