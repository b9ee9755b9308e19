import { panic } from '../go-panic.ts'

/** An exact decimal number: digits · 10^exponent. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Digits behind the point that a division keeps. */
const divisionPrecision = 16

/** The decimal that is the shortest text of a float. */
export function toDecimal(value: number): Decimal {
  if (!Number.isFinite(value)) {
    throw panic(
      `Cannot create a Decimal from ${Number.isNaN(value) ? 'NaN' : value < 0 ? '-Inf' : '+Inf'}`,
    )
  }
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** The float next to a decimal. */
export function toFloat(decimal: Decimal): number {
  return Number(`${decimal.digits}e${decimal.exponent}`)
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent)
  return { digits: digitsAt(a, exponent) + digitsAt(b, exponent), exponent }
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, { digits: -b.digits, exponent: b.exponent })
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, exponent: a.exponent + b.exponent }
}

/** The quotient with 16 digits behind the point, halves rounded away from zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  if (b.digits === 0n) throw panic('decimal division by 0')
  const shift = a.exponent - b.exponent + divisionPrecision
  const numerator = a.digits * 10n ** BigInt(Math.max(0, shift))
  const denominator = b.digits * 10n ** BigInt(Math.max(0, -shift))
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  const roundsUp = 2n * magnitude(remainder) >= magnitude(denominator)
  const away = numerator < 0n === denominator < 0n ? 1n : -1n
  return { digits: roundsUp ? quotient + away : quotient, exponent: -divisionPrecision }
}

function digitsAt(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent)
}

function magnitude(number: bigint): bigint {
  return number < 0n ? -number : number
}
