import { describe, expect, test } from 'vitest'
import { builtins } from '../../src/template/builtins/builtins.ts'
import { defaultLimits } from '../../src/template/limits.ts'
import { helmFunctions } from '../../src/template/functions/helm-functions.ts'
import type { FuncMap } from '../../src/template/func.ts'
import { callWork } from './call-function.ts'
import { faultsOf } from './faults-of.ts'
import { functionRows, isTwin } from './function-rows.ts'

// Timed, against the rule for tests: work that grows faster than its input is how a tenant stops others.
// measure.ts says how a busy machine is kept from failing it. It is measured in a plain process.

const all: FuncMap = { ...builtins, ...helmFunctions }

test('every function has a row, and every row a function', () => {
  expect(Object.keys(functionRows).toSorted()).toEqual(Object.keys(all).toSorted())
})

test('the time and the fuel of a call grow with its input', { timeout: 1_800_000 }, async () => {
  const found = await faultsOf('functions')
  expect([...found.keys()]).toEqual(Object.keys(functionRows).filter((name) => !isTwin(name)))
  expect([...found].filter(([, faults]) => faults.length > 0)).toEqual([])
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

test(
  'a call that takes a square of its input, or too long, is found',
  { timeout: 1_800_000 },
  async () => {
    const found = await faultsOf('known faults')
    expect(found.get('faults')).toEqual([
      expect.stringMatching(/^square: .* ms for \d+ in/),
      expect.stringMatching(/^slow: .* ms for \d+ in/),
    ])
  },
)
