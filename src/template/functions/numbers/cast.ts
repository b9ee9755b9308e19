import { GoObject, Sized, type Value } from '../../../formats/value.ts'
import { parseFloat64, parseInt64 } from '../../../formats/parse-number.ts'

// Conversions as Sprig makes them (by Go's cast package): what cannot be converted is 0.

const smallestInt64 = -(1n << 63n)

/** The 64-bit integer of a value; strings are read with base prefixes, floats lose their fraction. */
export function toInt64(value: Value): bigint {
  switch (typeof value) {
    case 'bigint':
      return value
    case 'number':
      return truncateFloat(value)
    case 'boolean':
      return value ? 1n : 0n
    case 'string': {
      const parsed = parseInt64(withoutZeroFraction(value), 0)
      return parsed.ok ? parsed.value : 0n
    }
    default:
      if (value instanceof Sized) return BigInt.asIntN(64, value.value)
      return value instanceof GoObject ? calendarNumber(value) : 0n
  }
}

export function toFloat64(value: Value): number {
  switch (typeof value) {
    case 'number':
      return value
    case 'string': {
      const parsed = parseFloat64(value)
      return parsed.ok ? parsed.value : 0
    }
    default:
      return value instanceof Sized ? Number(value.value) : Number(toInt64(value))
  }
}

/** Go's int64(float): beyond the range, x86 processors give the smallest number. */
function truncateFloat(value: number): bigint {
  if (!(value >= -(2 ** 63) && value < 2 ** 63)) return smallestInt64
  return BigInt(Math.trunc(value))
}

/** `1.000` counts as `1`, and so `.0` as nothing; points behind the zeros are overlooked. */
function withoutZeroFraction(text: string): string {
  return text.replace(/\.0+\.*$/, '')
}

// The only named numbers that cast knows.
function calendarNumber(value: GoObject): bigint {
  if (value.type !== 'time.Month' && value.type !== 'time.Weekday') return 0n
  const number = value.json()
  return number instanceof GoObject ? 0n : toInt64(number)
}
