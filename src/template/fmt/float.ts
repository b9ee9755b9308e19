import type { Complex } from '../../formats/complex.ts'
import { formatFloat, type FloatFormat } from '../../formats/format-float.ts'
import { fill, pad, padWithSpaces } from './pad.ts'
import type { Spec } from './spec.ts'

/** A float64 under a float verb; undefined for a verb that floats do not have. */
export function formatFloatVerb(value: number, spec: Spec): string | undefined {
  const style = styles[spec.verb]
  if (style === undefined) return undefined
  const precision = spec.precision ?? style.precision
  const text = formatFloat(value, style.format, precision)
  const hasSign = text.startsWith('-') || text.startsWith('+')
  const digits = hasSign ? text.slice(1) : text
  const sign = signFor(hasSign ? text.charAt(0) : '+', spec)
  if (!Number.isFinite(value)) return formatSpecial(value, sign, digits, spec)
  const number = spec.sharp ? keepZeros(digits, style.format, precision) : digits
  return padNumber(sign, number, spec)
}

/** A complex number under a float verb: width, precision and flags count for each part. */
export function formatComplexVerb(value: Complex, spec: Spec): string | undefined {
  const real = formatFloatVerb(value.real, spec)
  const imaginary = formatFloatVerb(value.imaginary, { ...spec, plus: true })
  return real === undefined || imaginary === undefined ? undefined : `(${real}${imaginary}i)`
}

interface Style {
  readonly format: FloatFormat
  readonly precision: number
}

const styles: Readonly<Record<string, Style>> = {
  v: { format: 'g', precision: -1 },
  b: { format: 'b', precision: -1 },
  g: { format: 'g', precision: -1 },
  G: { format: 'G', precision: -1 },
  x: { format: 'x', precision: -1 },
  X: { format: 'X', precision: -1 },
  f: { format: 'f', precision: 6 },
  F: { format: 'f', precision: 6 },
  e: { format: 'e', precision: 6 },
  E: { format: 'E', precision: 6 },
}

function signFor(sign: string, spec: Spec): string {
  if (sign === '-' || spec.plus) return sign
  return spec.space ? ' ' : ''
}

/** Infinities and NaN are never padded with zeros, and +Inf always shows its sign. */
function formatSpecial(value: number, sign: string, name: string, spec: Spec): string {
  const shown = value === Infinity && sign === '' ? '+' : sign
  return padWithSpaces(shown + name, spec)
}

/** Zeros go between the sign and the number. */
function padNumber(sign: string, number: string, spec: Spec): string {
  const isZeroPadded = spec.zero && !spec.minus && spec.width !== undefined
  if (sign === '' || !isZeroPadded) return pad(sign + number, spec)
  return sign + fill(number, (spec.width ?? 0) - sign.length - number.length, spec)
}

/**
 * The # flag: a decimal point always, and for %g and %x as many digits as the precision says. Go
 * counts the x of 0x as a digit.
 */
function keepZeros(number: string, format: FloatFormat, precision: number): string {
  if (format === 'b') return number
  const mark = format === 'x' || format === 'X' ? /[pP]/ : /[eE]/
  const at = number.search(mark)
  const body = at < 0 ? number : number.slice(0, at)
  const tail = at < 0 ? '' : number.slice(at)
  const dotted = body.includes('.') ? body : `${body}.`
  return dotted + '0'.repeat(Math.max(missingZeros(body, format, precision), 0)) + tail
}

function missingZeros(body: string, format: FloatFormat, precision: number): number {
  if (format !== 'g' && format !== 'G' && format !== 'x') return 0
  const wanted = precision < 0 ? 6 : precision
  // A lone 0 counts as one digit.
  return body === '0' ? wanted - 1 : wanted - body.replace('.', '').replace(/^0+/, '').length
}
