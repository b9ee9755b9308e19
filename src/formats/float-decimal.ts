// The decimal digits of floats: exact ones, the shortest ones, and exact ones rounded to even.

/** The number 0.DIGITS × 10^point, without trailing zeros; zero has no digits. */
export interface Decimal {
  readonly digits: string
  readonly point: number
}

const zero: Decimal = { digits: '', point: 0 }

/** The fewest digits that read back as the same float64. */
export function shortestDecimal(magnitude: number): Decimal {
  return magnitude === 0 ? zero : readExponential(magnitude.toExponential())
}

/** The fewest digits that read back as the same float32. */
export function shortestDecimal32(magnitude: number): Decimal {
  const exact = exactDecimal(magnitude)
  for (let count = 1; count <= 9; count++) {
    const nearest = roundTo(exact, count)
    if (readsBackAs(nearest, magnitude)) return nearest
    // Below a power of two the gap is half as wide, so that the nearest number of so many digits may
    // miss it where the next one above does not.
    const above = nextAbove(exact, count)
    if (readsBackAs(above, magnitude)) return above
  }
  return exact
}

/** All digits of a float64: at most 767 of them. */
export function exactDecimal(magnitude: number): Decimal {
  if (magnitude === 0) return zero
  const { mantissa, exponent } = splitFloat(magnitude)
  if (exponent >= 0) {
    const digits = (mantissa << BigInt(exponent)).toString()
    return trimZeros(digits, digits.length)
  }
  const digits = (mantissa * 5n ** BigInt(-exponent)).toString()
  return trimZeros(digits, digits.length + exponent)
}

/** Rounds to the digits that a format with a precision shows; ties go to the even digit. */
export function roundDecimal(decimal: Decimal, format: string, precision: number): Decimal {
  if (format === 'f') return roundTo(decimal, decimal.point + precision)
  if (format === 'e' || format === 'E') return roundTo(decimal, precision + 1)
  return roundTo(decimal, Math.max(precision, 1))
}

/** A finite positive float64 as mantissa × 2^exponent. */
export function splitFloat(magnitude: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, magnitude)
  const bits = view.getBigUint64(0)
  const fraction = bits & 0xfffffffffffffn
  const biased = Number(bits >> 52n) & 0x7ff
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 }
}

function roundTo(decimal: Decimal, count: number): Decimal {
  const { digits, point } = decimal
  if (count >= digits.length) return decimal
  if (count < 0) return zero
  if (!roundsUp(digits, count)) return trimZeros(digits.slice(0, count), point)
  const kept = digits.slice(0, count).replace(/9+$/, '')
  if (kept === '') return { digits: '1', point: point + 1 }
  return { digits: kept.slice(0, -1) + String(Number(kept.slice(-1)) + 1), point }
}

function roundsUp(digits: string, count: number): boolean {
  const next = digits.charAt(count)
  const isTie = next === '5' && digits.length === count + 1
  if (!isTie) return next >= '5'
  return count > 0 && Number(digits.charAt(count - 1)) % 2 === 1
}

function trimZeros(digits: string, point: number): Decimal {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  return end === 0 ? zero : { digits: digits.slice(0, end), point }
}

/** Reads JavaScript's `d.ddde±x`. */
function readExponential(text: string): Decimal {
  const at = text.indexOf('e')
  return trimZeros(text.slice(0, at).replace('.', ''), Number(text.slice(at + 1)) + 1)
}

function readsBackAs({ digits, point }: Decimal, single: number): boolean {
  return Math.fround(Number(`0.${digits}e${point}`)) === single
}

/** The smallest number of so many digits that is greater. */
function nextAbove({ digits, point }: Decimal, count: number): Decimal {
  const next = `${BigInt(digits.slice(0, count).padEnd(count, '0')) + 1n}`
  return trimZeros(next, point + next.length - count)
}
