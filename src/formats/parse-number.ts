// Numbers as Go's strconv reads them: prefixes and underscores with base 0, hexadecimal floats, the
// special names, and range errors that still carry the nearest value.

import { quote } from './quote.ts'

export type NumberFault = 'syntax' | 'range'

/** A number, or why there is none; `value` is then what Go returns beside the error. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: NumberFault; readonly value: T }

const faultTexts = { syntax: 'invalid syntax', range: 'value out of range' } as const

/** Go's error text, such as `strconv.ParseInt: parsing "x": invalid syntax`. */
export function numberErrorText(
  func: 'ParseInt' | 'ParseUint' | 'ParseFloat' | 'Atoi' | 'ParseBool',
  text: string,
  fault: NumberFault,
): string {
  return `strconv.${func}: parsing ${quote(text)}: ${faultTexts[fault]}`
}

/** strconv.ParseInt. Base 0 reads the base from the prefix; strconv.Atoi is base 10. */
export function parseInt64(text: string, base: number, bits = 64): Parsed<bigint> {
  const quick = quickInteger(text, base, bits)
  if (quick !== undefined) return quick
  if (text === '') return syntaxError(0n)
  const isNegative = text.startsWith('-')
  const magnitude = parseUint64(
    isNegative || text.startsWith('+') ? text.slice(1) : text,
    base,
    bits,
  )
  if (!magnitude.ok && magnitude.fault === 'syntax') return magnitude
  const limit = 1n << BigInt(bits - 1)
  if (!isNegative && magnitude.value >= limit) return rangeError(limit - 1n)
  if (isNegative && magnitude.value > limit) return rangeError(-limit)
  return { ok: true, value: isNegative ? -magnitude.value : magnitude.value }
}

/** strconv.ParseUint: no sign. */
export function parseUint64(text: string, base: number, bits = 64): Parsed<bigint> {
  if (text === '') return syntaxError(0n)
  const prefix = base === 0 ? readPrefix(text) : { base, digits: text }
  const radix = BigInt(prefix.base)
  const limit = (1n << BigInt(bits)) - 1n
  let value = 0n
  let hasUnderscore = false
  for (const char of prefix.digits) {
    if (char === '_' && base === 0) {
      hasUnderscore = true
      continue
    }
    const digit = digitOf(char)
    if (digit >= prefix.base) return syntaxError(0n)
    value = value * radix + BigInt(digit)
    // Go stops here, before it would see a bad digit further on.
    if (value > limit) return rangeError(limit)
  }
  if (hasUnderscore && !underscoresSeparateDigits(text)) return syntaxError(0n)
  return { ok: true, value }
}

/** strconv.ParseFloat for float64. */
export function parseFloat64(text: string): Parsed<number> {
  const special = specialFloats.get(text.toLowerCase())
  if (special !== undefined && isAsciiWord(text)) return { ok: true, value: special }
  if (text.includes('_') && !underscoresSeparateDigits(text)) return syntaxError(0)
  const digits = text.replaceAll('_', '')
  const value = decimalFloat.test(digits) ? Number(digits) : hexFloat(digits)
  if (value === undefined) return syntaxError(0)
  return Math.abs(value) === Infinity ? rangeError(value) : { ok: true, value }
}

const decimalFloat = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const hexFloatShape = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]+)$/

const specialFloats = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
  ['infinity', Infinity],
  ['+infinity', Infinity],
  ['-infinity', -Infinity],
])

function syntaxError<T>(value: T): Parsed<T> {
  return { ok: false, fault: 'syntax', value }
}

function rangeError<T>(value: T): Parsed<T> {
  return { ok: false, fault: 'range', value }
}

/** Short decimal numbers, which fit into any 64-bit type. */
function quickInteger(text: string, base: number, bits: number): Parsed<bigint> | undefined {
  if ((base !== 10 && base !== 0) || bits !== 64 || text.length > 15) return undefined
  // A zero in front tells of another base where none is given.
  const isQuick = base === 10 ? /^-?[0-9]+$/ : /^-?(?:0|[1-9][0-9]*)$/
  return isQuick.test(text) ? { ok: true, value: BigInt(text) } : undefined
}

function readPrefix(text: string): { readonly base: number; readonly digits: string } {
  if (!text.startsWith('0')) return { base: 10, digits: text }
  const base = { b: 2, o: 8, x: 16 }[text.charAt(1).toLowerCase()]
  if (base !== undefined && text.length >= 3) return { base, digits: text.slice(2) }
  return { base: 8, digits: text.slice(1) }
}

function digitOf(char: string): number {
  return /^[0-9a-zA-Z]$/.test(char) ? Number.parseInt(char, 36) : Infinity
}

/** Underscores may stand only between digits, or between a base prefix and a digit. */
function underscoresSeparateDigits(text: string): boolean {
  const unsigned = text.replace(/^[+-]/, '')
  const prefix = /^0[box]/i.exec(unsigned)?.[0] ?? ''
  const digit = prefix.toLowerCase() === '0x' ? '[0-9a-fA-F]' : '[0-9]'
  // The prefix counts as a digit before an underscore.
  const number = prefix === '' ? unsigned : `0${unsigned.slice(2)}`
  return !new RegExp(`(?<!${digit})_|_(?!${digit})`).test(number)
}

// İ and K are lower-cased into ASCII by JavaScript, not by Go.
function isAsciiWord(text: string): boolean {
  return /^[+-]?[a-zA-Z]+$/.test(text)
}

function hexFloat(text: string): number | undefined {
  const match = hexFloatShape.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', power] = match
  if (whole + fraction === '') return undefined
  const mantissa = BigInt(`0x${whole}${fraction}`)
  const magnitude = scaleToFloat(mantissa, Number(power) - 4 * fraction.length)
  return sign === '-' ? -magnitude : magnitude
}

const minExponent = -1074
// Past these the result is infinite or zero whatever the mantissa of a text that fits in memory.
const exponentLimit = 200_000

/** mantissa × 2^exponent, rounded once to the nearest float64 with ties to even. */
function scaleToFloat(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0
  const power = Math.max(-exponentLimit, Math.min(exponentLimit, exponent))
  const length = mantissa.toString(2).length
  const lowest = Math.max(length + power - 53, minExponent)
  const drop = lowest - power
  if (drop <= 0) return Number(mantissa << BigInt(-drop)) * 2 ** lowest
  const shift = BigInt(drop)
  const kept = mantissa >> shift
  const rest = mantissa - (kept << shift)
  const half = 1n << (shift - 1n)
  const roundsUp = rest > half || (rest === half && (kept & 1n) === 1n)
  return Number(roundsUp ? kept + 1n : kept) * 2 ** lowest
}
