import { ObjectsError } from '../errors.ts'
import { divideAwayFromZero, nano, type Quantity, type QuantityFormat } from './quantity.ts'

/** Reads a quantity. Throws with the words of Kubernetes when it is none. */
export function parseQuantity(text: string): Quantity {
  if (text === '0') return { nanos: 0n, format: 'DecimalSI', text }
  const written = splitQuantity(text)
  const suffix = readSuffix(written.suffix)
  if (suffix === undefined) throw invalid("unable to parse quantity's suffix")
  return readShort(text, written, suffix) ?? readLong(written, suffix)
}

interface Written {
  readonly isNegative: boolean
  /** Without leading zeros. */
  readonly whole: string
  readonly fraction: string
  readonly suffix: string
}

interface Suffix {
  readonly base: 2 | 10
  readonly exponent: number
  readonly format: QuantityFormat
}

const maxInt64 = 2n ** 63n - 1n
/** The largest exponent; a larger one would only cost memory. */
const maxExponent = 1000

function splitQuantity(text: string): Written {
  const parts = /^([+-]?)0*(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/.exec(text)
  if (parts === null || text === '')
    throw invalid(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    )
  const [, sign, whole = '', fraction = '', suffix = ''] = parts
  return { isNegative: sign === '-', whole: whole || '0', fraction, suffix }
}

function readSuffix(text: string): Suffix | undefined {
  const decimal = decimalSuffixes.get(text)
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'DecimalSI' }
  const binary = binarySuffixes.get(text)
  if (binary !== undefined) return { base: 2, exponent: binary, format: 'BinarySI' }
  if (!/^[eE][+-]?\d+$/.test(text)) return undefined
  const exponent = Number(text.slice(1))
  return Math.abs(exponent) > maxExponent
    ? undefined
    : { base: 10, exponent, format: 'DecimalExponent' }
}

// Reads a quantity that fits into 64 bits. Such a quantity is printed as it was written, where that
// is canonical enough: no zeros to be folded into the suffix.
function readShort(text: string, written: Written, suffix: Suffix): Quantity | undefined {
  const digits = written.whole + written.fraction
  const { format, exponent } = suffix
  const isBinary = format === 'BinarySI'
  if (digits.length > digitsLeft(written, suffix)) return undefined
  const scale = (isBinary ? 0 : exponent) - written.fraction.length
  if (scale < -9) return undefined
  const value = BigInt(digits)
  const amount = isBinary ? value << BigInt(exponent) : value
  if (amount > maxInt64) return undefined
  const nanos = amount * 10n ** BigInt(scale + 9) * (written.isNegative ? -1n : 1n)
  const isCanonical = isBinary
    ? exponent % 10 === 0 && (value & 7n) !== 0n
    : scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0')
  return isCanonical ? { nanos, format, text } : { nanos, format }
}

function digitsLeft(written: Written, { format, exponent }: Suffix): number {
  if (format !== 'BinarySI') return 18
  if (written.fraction !== '') return -1
  return 15 - Math.trunc(Math.fround(exponent * 3) / 10) - 1
}

function readLong(written: Written, suffix: Suffix): Quantity {
  const { base, exponent, format } = suffix
  const digits = BigInt(written.whole + written.fraction)
  const scaled = base === 2 ? digits << BigInt(exponent) : digits
  const power = (base === 10 ? exponent : 0) - written.fraction.length + 9
  const exact =
    power >= 0 ? scaled * 10n ** BigInt(power) : divideAwayFromZero(scaled, 10n ** BigInt(-power))
  const cap = maxInt64 * nano
  const nanos = format === 'BinarySI' && exact > cap ? cap : exact
  const isSmall = format === 'BinarySI' && nanos > 0n && nanos < nano
  return { nanos: written.isNegative ? -nanos : nanos, format: isSmall ? 'DecimalSI' : format }
}

/** The powers of ten that letters stand for. */
export const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])

/** The powers of two that letters stand for. */
export const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-quantity', message)
}
