// Floats as Go's strconv.FormatFloat writes them. JavaScript gives the same shortest digits, but its
// toFixed and toExponential round exact ties up where Go rounds them to even, and stop at 100 digits.

import {
  exactDecimal,
  roundDecimal,
  shortestDecimal,
  shortestDecimal32,
  type Decimal,
} from './float-decimal.ts'
import { formatBinary, formatHex } from './float-binary.ts'

export type FloatFormat = 'e' | 'E' | 'f' | 'g' | 'G' | 'b' | 'x' | 'X'

// Above this JavaScript's toFixed switches to exponents.
const fixedLimit = 1e21
const maxFixedDigits = 100

/** A float64 in Go's notation; precision -1 means the fewest digits that read back as the same number. */
export function formatFloat(value: number, format: FloatFormat, precision: number): string {
  const special = nameOfSpecial(value)
  if (special !== undefined) return special
  const quick = quickForm(value, format, precision)
  if (quick !== undefined) return quick
  if (format === 'b') return formatBinary(value, 'float64')
  if (format === 'x' || format === 'X') return formatHex(value, format, precision)
  const magnitude = Math.abs(value)
  const digits =
    precision < 0
      ? shortestDecimal(magnitude)
      : roundDecimal(exactDecimal(magnitude), format, precision)
  return signOf(value) + layOut(digits, format, precision)
}

/** As formatFloat, for a number that is a float32 in Go. */
export function formatFloat32(value: number, format: FloatFormat, precision: number): string {
  const single = Math.fround(value)
  const special = nameOfSpecial(single)
  if (special !== undefined) return special
  if (format === 'b') return formatBinary(single, 'float32')
  const isDecimal = format !== 'x' && format !== 'X'
  if (precision >= 0 || !isDecimal) return formatFloat(single, format, precision)
  return signOf(single) + layOut(shortestDecimal32(Math.abs(single)), format, precision)
}

function nameOfSpecial(value: number): string | undefined {
  if (value === Infinity) return '+Inf'
  if (value === -Infinity) return '-Inf'
  return Number.isNaN(value) ? 'NaN' : undefined
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : ''
}

/** The common cases for which JavaScript's own conversion says the same. */
function quickForm(value: number, format: FloatFormat, precision: number): string | undefined {
  if (Object.is(value, -0)) return undefined
  const magnitude = Math.abs(value)
  if (format === 'g' && precision < 0) {
    return value === 0 || (magnitude >= 1e-4 && magnitude < 1e6) ? String(value) : undefined
  }
  if (format !== 'f' || magnitude >= fixedLimit || precision > maxFixedDigits) return undefined
  if (precision < 0) return magnitude >= 1e-6 || value === 0 ? String(value) : undefined
  if (isTieFree(magnitude, precision)) return signOf(value) + magnitude.toFixed(precision)
  return undefined
}

/**
 * Whether no rounding tie is possible: a tie after p decimals is an odd multiple of 1/(2·10^p), and
 * a binary fraction can only be one if it is a multiple of 2^-(p+1).
 */
function isTieFree(magnitude: number, precision: number): boolean {
  return Number.isInteger(magnitude) || !Number.isInteger(magnitude * 2 ** (precision + 1))
}

function layOut(decimal: Decimal, format: FloatFormat, precision: number): string {
  const { digits, point } = decimal
  if (format === 'f') return fixed(decimal, precision < 0 ? digits.length - point : precision)
  if (format === 'e' || format === 'E') {
    return scientific(decimal, format, precision < 0 ? digits.length - 1 : precision)
  }
  return general(decimal, format === 'g' ? 'e' : 'E', precision)
}

function general(decimal: Decimal, letter: 'e' | 'E', precision: number): string {
  const { digits, point } = decimal
  const count = digits.length
  const wanted = precision < 0 ? count : Math.max(precision, 1)
  let limit = precision < 0 ? 6 : wanted
  if (precision >= 0 && limit > count && count >= point) limit = count
  const exponent = point - 1
  if (exponent < -4 || exponent >= limit) {
    return scientific(decimal, letter, Math.min(wanted, count) - 1)
  }
  return fixed(decimal, Math.max((wanted > point ? count : wanted) - point, 0))
}

/** Digits with a decimal point and `decimals` digits after it. */
function fixed({ digits, point }: Decimal, decimals: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  if (decimals <= 0) return whole
  const zeros = '0'.repeat(Math.min(Math.max(-point, 0), decimals))
  const rest = digits.slice(Math.max(point, 0))
  return `${whole}.${(zeros + rest).slice(0, decimals).padEnd(decimals, '0')}`
}

function scientific({ digits, point }: Decimal, letter: 'e' | 'E', decimals: number): string {
  const exponent = digits === '' ? 0 : point - 1
  const first = digits === '' ? '0' : digits.slice(0, 1)
  const fraction = decimals > 0 ? `.${digits.slice(1, decimals + 1).padEnd(decimals, '0')}` : ''
  const sign = exponent < 0 ? '-' : '+'
  return `${first}${fraction}${letter}${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}
