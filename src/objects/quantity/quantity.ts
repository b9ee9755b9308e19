// Amounts of resources, as k8s.io/apimachinery/pkg/api/resource counts and prints them.

/** How a quantity is written: 12e6, 12Mi or 12M. */
export type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI'

/** An amount. Nothing is smaller than a billionth: what is, was rounded away from zero. */
export interface Quantity {
  /** In billionths. */
  readonly nanos: bigint
  readonly format: QuantityFormat
  /** The text as it was written, where it is printed the same way. */
  readonly text?: string
}

/** Which of two quantities is more: negative, zero or positive. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  if (a.nanos < b.nanos) return -1
  return a.nanos > b.nanos ? 1 : 0
}

/** The sum; written like the first, unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format }
}

/** The difference; written like the first, unless that is zero. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format }
}

/** The amount as a whole number, rounded away from zero. */
export function wholeValue(quantity: Quantity): bigint {
  return divideAwayFromZero(quantity.nanos, nano)
}

/** The amount in thousandths, rounded away from zero. */
export function milliValue(quantity: Quantity): bigint {
  return divideAwayFromZero(quantity.nanos, nano / 1000n)
}

/** A quotient rounded away from zero. */
export function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  if (quotient * divisor === dividend) return quotient
  return dividend < 0n ? quotient - 1n : quotient + 1n
}

/** One, in billionths. */
export const nano = 1_000_000_000n
