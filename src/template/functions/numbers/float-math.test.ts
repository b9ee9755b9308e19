import { expect, test } from 'vitest'
import { callFunction, fails, type Row } from '../call-for-test.ts'
import { floatFunctions } from './float-math.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['addf', [0.1, 0.2], 0.3],
  ['addf', [], 0],
  ['addf', ['1.5', 2n, null], 3.5],
  ['addf', [1e300, 1e-300], 1e300],
  ['addf', ['inf'], fails('Cannot create a Decimal from +Inf')],
  ['add1f', [0.1], 1.1],
  ['add1f', ['2.5'], 3.5],
  ['add1f', [null], 1],
  ['add1f', [-1], 0],
  ['subf', [1.3, 0.1], 1.2],
  ['subf', [5n], 5],
  ['subf', ['1', 2.5, 0.25], -1.75],
  ['mulf', [1.1, 1.1], 1.21],
  ['mulf', [2n, '0.5'], 1],
  ['mulf', [1e300, 1e300], Infinity],
  ['mulf', [3n], 3],
  ['divf', [1n, 3n], 0.3333333333333333],
  ['divf', [10n, 4n, 2n], 1.25],
  ['divf', [-2n, 3n], -0.6666666666666667],
  ['divf', [1n, 0n], fails('decimal division by 0')],
  ['divf', [1e-20, 3n], 0],
  ['divf', [0n, 5n], 0],
  ['maxf', [1.5, 2n, '3.5'], 3.5],
  ['maxf', [-1], -1],
  ['maxf', [NaN, Infinity], Infinity],
  ['maxf', [NaN, 1], NaN],
  ['minf', [1.5, 2n, '0.5'], 0.5],
  ['minf', [-1], -1],
  ['minf', [NaN, -Infinity], -Infinity],
  ['minf', [1, null], 0],
]

test.each(rows)('calculates with decimals: %s %o', (name, args, expected) => {
  expect(callFunction(floatFunctions, name, args)).toStrictEqual(expected)
})
