// Exact decimal numbers. Go's library computes with big.Rat; every number of JSON is a decimal, so
// digits and an exponent do, and a large exponent costs nothing.

import { JsonSchemaError } from '../errors.ts'
import { limits } from '../limits.ts'

/** digits × 10^exponent. The digits do not end in zero; zero itself has the exponent 0. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Above this Go's big.Rat reads no number. */
const maxExponent = 1_000_000

const literal = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/

/** Reads a decimal; undefined where Go's big.Rat finds no number. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] = literal.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (whole + fraction === '') return undefined
  if (digits.length > limits.digits) {
    throw new JsonSchemaError('limit', `number has more than ${limits.digits} digits`)
  }
  const exponent = Number(power) - fraction.length
  if (Math.abs(exponent) > maxExponent) return undefined
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return { digits: 0n, exponent: 0 }
  return { digits: BigInt(sign + kept), exponent: exponent + digits.length - kept.length }
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const signs = signOf(a) - signOf(b)
  if (signs !== 0) return signs
  const magnitudes = magnitudeOf(a) - magnitudeOf(b)
  if (magnitudes !== 0) return magnitudes * signOf(a)
  // Of numbers of one magnitude the exponents differ by no more than there are digits.
  const least = Math.min(a.exponent, b.exponent)
  const difference = scaled(a, least) - scaled(b, least)
  return difference < 0n ? -1 : Number(difference > 0n)
}

export function isWhole(value: Decimal): boolean {
  return value.exponent >= 0
}

export function isMultiple(value: Decimal, of: Decimal): boolean {
  if (value.digits === 0n) return true
  // The digits do not end in zero, so nothing that does divides them.
  if (value.exponent < of.exponent || of.digits === 0n) return false
  return (value.digits * powerOfTen(value.exponent - of.exponent, of.digits)) % of.digits === 0n
}

/** The nearest float64. */
export function toFloat(value: Decimal): number {
  return Number(`${value.digits}e${value.exponent}`)
}

/** The low 64 bits of a whole number, as big.Int's Int64 has them. */
export function toInt64(value: Decimal): number {
  // A power of ten above 63 has 64 zero bits at its end.
  if (value.exponent > 63) return 0
  return Number(BigInt.asIntN(64, scaled(value, 0)))
}

function signOf({ digits }: Decimal): number {
  return digits < 0n ? -1 : Number(digits > 0n)
}

function magnitudeOf({ digits, exponent }: Decimal): number {
  return String(digits < 0n ? -digits : digits).length + exponent
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}

/** 10^power modulo a number, by squaring. */
function powerOfTen(power: number, modulus: bigint): bigint {
  let result = 1n
  let base = 10n % modulus
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % modulus
    base = (base * base) % modulus
  }
  return result
}
