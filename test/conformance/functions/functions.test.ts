import { describe, expect, test } from 'vitest'
import { builtins } from '../../../src/template/builtins/builtins.ts'
import { helmFunctions } from '../../../src/template/functions/helm-functions.ts'
import { loadChapters } from '../load-rows.ts'
import { renderWithOurs } from '../ours.ts'
import { shaped } from '../row.ts'
import { functionRuleIds } from './rules.ts'
import { cellsOf } from './table/cells.ts'
import { goodCalls } from './table/good-calls.ts'
import { noteOutcome } from './table/notation.ts'
import { readCells } from './table/record.ts'
import { splitWords } from './table/words.ts'

// A new key of DSA takes seconds on a busy machine.
const timeout = 60_000

const chapters = await loadChapters(new URL('./', import.meta.url))
const allRows = chapters.flatMap((chapter) => chapter.rows)
const families = await Promise.all(
  Object.entries(goodCalls).map(async ([family, calls]) => ({
    family,
    calls,
    recorded: await readCells(family),
  })),
)

describe.each(families)('the table of functions: $family', ({ calls, recorded }) => {
  test.each(calls)('%s', (goodCall) => {
    const ours = cellsOf(goodCall).map(({ name, call, one }) => {
      return [name, noteOutcome(call, renderWithOurs(one))] as const
    })
    expect(new Map(ours)).toEqual(recorded.get(goodCall))
  })

  test('has what is recorded and nothing else', () => {
    expect([...recorded.keys()]).toEqual(calls)
  })
})

test('the table has every function of helm and of text/template', () => {
  const names = families.flatMap(({ calls }) => calls.map((call) => splitWords(call)[0] ?? ''))
  const known = Object.keys({ ...builtins, ...helmFunctions })
  expect(names.toSorted()).toEqual(known.toSorted())
})

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
