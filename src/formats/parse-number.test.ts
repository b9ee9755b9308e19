// The expectations were printed by Go 1.26's strconv.

import { expect, test } from 'vitest'
import { numberErrorText, parseFloat64, parseInt64, parseUint64 } from './parse-number.ts'

type Row = readonly [
  text: string,
  base: number,
  bits: number,
  value: bigint,
  error: string | undefined,
]

const signed: readonly Row[] = [
  ['12', 10, 64, 12n, undefined],
  ['-12', 10, 64, -12n, undefined],
  ['+7', 10, 64, 7n, undefined],
  ['', 10, 64, 0n, 'strconv.ParseInt: parsing "": invalid syntax'],
  ['-', 10, 64, 0n, 'strconv.ParseInt: parsing "-": invalid syntax'],
  ['x', 10, 64, 0n, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['1_000', 0, 64, 1000n, undefined],
  ['1_000', 10, 64, 0n, 'strconv.ParseInt: parsing "1_000": invalid syntax'],
  ['1__0', 0, 64, 0n, 'strconv.ParseInt: parsing "1__0": invalid syntax'],
  ['_1', 0, 64, 0n, 'strconv.ParseInt: parsing "_1": invalid syntax'],
  ['0x_1f', 0, 64, 31n, undefined],
  ['0x1F', 0, 64, 31n, undefined],
  ['0x1F', 16, 64, 0n, 'strconv.ParseInt: parsing "0x1F": invalid syntax'],
  ['1f', 16, 64, 31n, undefined],
  ['017', 0, 64, 15n, undefined],
  ['0o17', 0, 64, 15n, undefined],
  ['0b101', 0, 64, 5n, undefined],
  ['0b', 0, 64, 0n, 'strconv.ParseInt: parsing "0b": invalid syntax'],
  ['08', 0, 64, 0n, 'strconv.ParseInt: parsing "08": invalid syntax'],
  ['0', 0, 64, 0n, undefined],
  ['9223372036854775807', 10, 64, 9223372036854775807n, undefined],
  [
    '9223372036854775808',
    10,
    64,
    9223372036854775807n,
    'strconv.ParseInt: parsing "9223372036854775808": value out of range',
  ],
  ['-9223372036854775808', 10, 64, -9223372036854775808n, undefined],
  [
    '-9223372036854775809',
    10,
    64,
    -9223372036854775808n,
    'strconv.ParseInt: parsing "-9223372036854775809": value out of range',
  ],
  [
    '99999999999999999999x',
    10,
    64,
    9223372036854775807n,
    'strconv.ParseInt: parsing "99999999999999999999x": value out of range',
  ],
  ['127', 10, 8, 127n, undefined],
  ['128', 10, 8, 127n, 'strconv.ParseInt: parsing "128": value out of range'],
  ['-129', 10, 8, -128n, 'strconv.ParseInt: parsing "-129": value out of range'],
  ['zz', 36, 64, 1295n, undefined],
  [' 1', 10, 64, 0n, 'strconv.ParseInt: parsing " 1": invalid syntax'],
  ['1.5', 10, 64, 0n, 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['١', 10, 64, 0n, 'strconv.ParseInt: parsing "١": invalid syntax'],
]

const unsigned: readonly Row[] = [
  ['18446744073709551615', 10, 64, 18446744073709551615n, undefined],
  [
    '18446744073709551616',
    10,
    64,
    18446744073709551615n,
    'strconv.ParseUint: parsing "18446744073709551616": value out of range',
  ],
  ['-1', 10, 64, 0n, 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ['+1', 10, 64, 0n, 'strconv.ParseUint: parsing "+1": invalid syntax'],
  ['256', 10, 8, 255n, 'strconv.ParseUint: parsing "256": value out of range'],
  ['0xff', 0, 8, 255n, undefined],
]

const floats: readonly (readonly [text: string, value: number, error: string | undefined])[] = [
  ['1', 1, undefined],
  ['1.5', 1.5, undefined],
  ['-.5', -0.5, undefined],
  ['5.', 5, undefined],
  ['1e3', 1000, undefined],
  ['1E-2', 0.01, undefined],
  ['', 0, 'strconv.ParseFloat: parsing "": invalid syntax'],
  ['.', 0, 'strconv.ParseFloat: parsing ".": invalid syntax'],
  ['e5', 0, 'strconv.ParseFloat: parsing "e5": invalid syntax'],
  ['1e', 0, 'strconv.ParseFloat: parsing "1e": invalid syntax'],
  ['1_000.5', 1000.5, undefined],
  ['1__0', 0, 'strconv.ParseFloat: parsing "1__0": invalid syntax'],
  ['inf', Infinity, undefined],
  ['-Inf', -Infinity, undefined],
  ['+infinity', Infinity, undefined],
  ['nan', NaN, undefined],
  ['-nan', 0, 'strconv.ParseFloat: parsing "-nan": invalid syntax'],
  ['infi', 0, 'strconv.ParseFloat: parsing "infi": invalid syntax'],
  ['1e400', Infinity, 'strconv.ParseFloat: parsing "1e400": value out of range'],
  ['-1e400', -Infinity, 'strconv.ParseFloat: parsing "-1e400": value out of range'],
  ['1e-400', 0, undefined],
  ['0x1p4', 16, undefined],
  ['0x1.8p1', 3, undefined],
  ['0X.8P-1', 0.25, undefined],
  ['0x1', 0, 'strconv.ParseFloat: parsing "0x1": invalid syntax'],
  ['0x', 0, 'strconv.ParseFloat: parsing "0x": invalid syntax'],
  ['0x1p-1074', 5e-324, undefined],
  ['0x1p-1075', 0, undefined],
  ['0x1p1024', Infinity, 'strconv.ParseFloat: parsing "0x1p1024": value out of range'],
  [
    '0x1.fffffffffffff8p1023',
    Infinity,
    'strconv.ParseFloat: parsing "0x1.fffffffffffff8p1023": value out of range',
  ],
  ['0x_1p0', 1, undefined],
  ['1 ', 0, 'strconv.ParseFloat: parsing "1 ": invalid syntax'],
  ['٣', 0, 'strconv.ParseFloat: parsing "٣": invalid syntax'],
  ['0.1e1_0', 1e9, undefined],
]

test.each(signed)(
  'reads %j in base %i as an integer of %i bits',
  // oxlint-disable-next-line max-params -- one parameter for each column of the rows
  (text, base, bits, value, error) => {
    const parsed = parseInt64(text, base, bits)
    expect(parsed.value).toBe(value)
    expect(parsed.ok ? undefined : numberErrorText('ParseInt', text, parsed.fault)).toBe(error)
  },
)

test.each(unsigned)(
  'reads %j in base %i as an unsigned integer of %i bits',
  // oxlint-disable-next-line max-params -- one parameter for each column of the rows
  (text, base, bits, value, error) => {
    const parsed = parseUint64(text, base, bits)
    expect(parsed.value).toBe(value)
    expect(parsed.ok ? undefined : numberErrorText('ParseUint', text, parsed.fault)).toBe(error)
  },
)

test.each(floats)('reads %j as a float', (text, value, error) => {
  const parsed = parseFloat64(text)
  expect(parsed.value).toBe(value)
  expect(parsed.ok ? undefined : numberErrorText('ParseFloat', text, parsed.fault)).toBe(error)
})
