import { describe, expect, test } from 'vitest'
import {
  compareDecimals,
  type Decimal,
  isMultiple,
  isWhole,
  parseDecimal,
  toFloat,
  toInt64,
} from './decimal.ts'

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (parsed === undefined) throw new Error(`${text} is no decimal`)
  return parsed
}

describe('parseDecimal', () => {
  test.each([
    ['100', 1n, 2],
    ['-2.50', -25n, -1],
    ['1E+3', 1n, 3],
    ['0.000', 0n, 0],
    ['-0', 0n, 0],
    ['.5', 5n, -1],
  ])('%s', (text, digits, exponent) => expect(parseDecimal(text)).toEqual({ digits, exponent }))

  test.each(['', 'x', '.', '1e', '0x10', '1e1000001', '--1'])('%o is no number', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  )
})

test.each([
  ['1', '2', -1],
  ['2', '1', 1],
  ['1.0', '1', 0],
  ['-1', '1', -1],
  ['-10', '-9', -1],
  ['0', '-0.1', 1],
  ['9007199254740993', '9007199254740992', 1],
  ['1e500000', '9e499999', 1],
  ['0.1', '0.10000000000000001', -1],
])('compares %s with %s', (a, b, sign) =>
  expect(Math.sign(compareDecimals(decimal(a), decimal(b)))).toBe(sign),
)

test.each([
  ['19.99', '0.01', true],
  ['0.3', '0.1', true],
  ['1e300', '7', false],
  ['1e300', '8', true],
  ['0', '3', true],
  ['7', '0.2', true],
  ['0.0075', '0.0001', true],
  ['1', '1e-100000', true],
  ['1', '3', false],
])('%s is a multiple of %s: %s', (value, of, is) =>
  expect(isMultiple(decimal(value), decimal(of))).toBe(is),
)

test('whole numbers, nearest floats and low bits', () => {
  expect(['1.0', '1e3', '1.5', '0'].map((text) => isWhole(decimal(text)))).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(['0.1', '1e400', '-1e-400'].map((text) => toFloat(decimal(text)))).toEqual([
    0.1,
    Infinity,
    -0,
  ])
  expect(
    ['7', '1e3', '1e200', '18446744073709551615'].map((text) => toInt64(decimal(text))),
  ).toEqual([7, 1000, 0, -1])
})
