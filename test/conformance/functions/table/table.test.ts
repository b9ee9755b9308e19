import { describe, expect, test } from 'vitest'
import { builtins } from '../../../../src/template/builtins/builtins.ts'
import { helmFunctions } from '../../../../src/template/functions/helm-functions.ts'
import { renderWithOurs } from '../../ours.ts'
import { cellsOf } from './cells.ts'
import { goodCalls } from './good-calls.ts'
import { noteOutcome } from './notation.ts'
import { readCells } from './record.ts'
import { splitWords } from './words.ts'

// Seven cells of derivePassword take half a second each, and more on a busy machine.
const timeout = 60_000

const families = await Promise.all(
  Object.entries(goodCalls).map(async ([family, calls]) => ({
    family,
    calls,
    recorded: await readCells(family),
  })),
)

describe.each(families)('the table of functions: $family', ({ calls, recorded }) => {
  test.each(calls)('%s', { timeout }, (goodCall) => {
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
