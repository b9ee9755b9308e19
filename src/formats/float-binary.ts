// Floats by their bits, as Go's 'b' and 'x' formats show them.

import { splitFloat } from './float-decimal.ts'

/** Mantissa and binary exponent in decimal: `4503599627370496p-52`. */
export function formatBinary(value: number, width: 'float32' | 'float64'): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const { mantissa, exponent } =
    width === 'float64' ? splitFloat(Math.abs(value)) : splitFloat32(Math.abs(value))
  return `${sign}${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`
}

/** A hexadecimal fraction and binary exponent: `0x1.8p+01`. */
export function formatHex(value: number, format: 'x' | 'X', precision: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const { lead, fraction, exponent } = hexDigits(Math.abs(value), precision)
  const dotted = fraction === '' ? '' : `.${fraction}`
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  const text = `${sign}0x${lead}${dotted}p${power}`
  return format === 'x' ? text : text.toUpperCase()
}

interface HexDigits {
  readonly lead: 0 | 1
  readonly fraction: string
  readonly exponent: number
}

// A normalised mantissa is 1 followed by 52 bits: 13 hexadecimal digits.
const fractionDigits = 13

function hexDigits(magnitude: number, precision: number): HexDigits {
  if (magnitude === 0) return { lead: 0, fraction: '0'.repeat(Math.max(precision, 0)), exponent: 0 }
  const split = splitFloat(magnitude)
  const shift = 53 - split.mantissa.toString(2).length
  let mantissa = split.mantissa << BigInt(shift)
  let exponent = split.exponent - shift + 52
  if (precision >= 0 && precision < fractionDigits) {
    mantissa = roundBits(mantissa, BigInt(4 * (fractionDigits - precision)))
    if (mantissa >> 53n !== 0n) {
      mantissa >>= 1n
      exponent++
    }
  }
  const digits = (mantissa & 0xfffffffffffffn).toString(16).padStart(fractionDigits, '0')
  const fraction =
    precision < 0 ? digits.replace(/0+$/, '') : digits.slice(0, precision).padEnd(precision, '0')
  return { lead: 1, fraction, exponent }
}

/** Clears the lowest bits, rounding to nearest with ties to even. */
function roundBits(mantissa: bigint, count: bigint): bigint {
  const unit = 1n << count
  const rest = mantissa & (unit - 1n)
  const half = unit >> 1n
  const kept = mantissa - rest
  const isOdd = (kept & unit) !== 0n
  return rest > half || (rest === half && isOdd) ? kept + unit : kept
}

function splitFloat32(magnitude: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, magnitude)
  const bits = view.getUint32(0)
  const fraction = bits & 0x7fffff
  const biased = (bits >>> 23) & 0xff
  return biased === 0
    ? { mantissa: BigInt(fraction), exponent: -149 }
    : { mantissa: BigInt(fraction | 0x800000), exponent: biased - 150 }
}
