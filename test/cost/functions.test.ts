import { describe, expect, test } from 'vitest'
import { builtins } from '../../src/template/builtins/builtins.ts'
import { defaultLimits } from '../../src/template/limits.ts'
import { helmFunctions } from '../../src/template/functions/helm-functions.ts'
import type { FuncMap } from '../../src/template/func.ts'
import { callWork } from './call-function.ts'
import { functionRows } from './function-rows.ts'
import { findFault } from './measure.ts'

// Timed, against the rule for tests: work that grows faster than its input is how a tenant stops others.
// measure.ts says how a busy machine is kept from failing it.

const all: FuncMap = { ...builtins, ...helmFunctions }

/** Rows from this name on have not been judged: regexReplaceAll is over the bound, later ones were not measured. */
const notJudged = 'regexReplaceAll'

/** Sprig's `must` functions differ from their twins in how they fail, not in what they do before. */
const names = Object.keys(functionRows).filter((name) => !isTwin(name) && name < notJudged)

function isTwin(name: string): boolean {
  const other = name.replace(/^must_?/, '')
  return name !== other && Object.hasOwn(all, other.charAt(0).toLowerCase() + other.slice(1))
}

test('every function has a row, and every row a function', () => {
  expect(Object.keys(functionRows).toSorted()).toEqual(Object.keys(all).toSorted())
})

describe('the time and the fuel of a call grow with its input', () => {
  test.each(names)('%s', { timeout: 300_000 }, (name) => {
    const row = functionRows[name]
    if (row === undefined || !('grows' in row)) return
    const faults = Object.entries(row.grows).flatMap(([way, make]) => {
      const fault = findFault((size) => callWork(name, make(size)))
      return fault === undefined ? [] : [`${way}: ${fault}`]
    })
    expect(faults).toEqual([])
  })
})

describe('what makes keys and hashes passwords', () => {
  const counted = Object.entries(functionRows).flatMap(([name, row]) =>
    'counted' in row ? [{ name, args: row.counted }] : [],
  )
  test.each(counted)('$name can be called at most a hundred times', ({ name, args }) => {
    const { steps = 0 } = callWork(name, args).run()
    expect(defaultLimits.steps / steps).toBeLessThanOrEqual(100)
  })
})

test('a function that compares each character with all others is found', () => {
  const square: FuncMap = {
    ...helmFunctions,
    square: {
      params: ['string'],
      call: ([given]) => {
        const text = given as string
        let same = 0
        for (let at = 0; at < text.length; at++)
          for (let other = 0; other < text.length; other += 64) if (text[at] === text[other]) same++
        return BigInt(same)
      },
    },
  }
  const make = (size: number) => callWork('square', ['a'.repeat(size)], { funcs: square })
  expect(findFault(make)).toMatch(/ms for \d+ in/)
})

test('a function that is linear but too slow for its fuel is found', () => {
  const slow: FuncMap = {
    ...helmFunctions,
    slow: {
      params: ['string'],
      call: ([given]) => {
        const text = given as string
        let sum = 0
        for (let at = 0; at < text.length; at++)
          for (let round = 0; round < 1000; round++) sum += Math.sqrt(at + round)
        return sum
      },
    },
  }
  const make = (size: number) => callWork('slow', ['a'.repeat(size)], { funcs: slow })
  expect(findFault(make)).toMatch(/ms for \d+ in/)
})
