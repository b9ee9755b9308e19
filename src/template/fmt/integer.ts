import { isPrint, quoteRune, quoteRuneToAscii } from '../../formats/quote.ts'
import { padWithSpaces, pad } from './pad.ts'
import type { Spec } from './spec.ts'

const maxRune = 0x10ffffn
const replacement = 0xfffd

/** An integer under an integer verb; undefined for a verb that integers do not have. */
export function formatInteger(value: bigint, isSigned: boolean, spec: Spec): string | undefined {
  switch (spec.verb) {
    case 'v':
      if (spec.sharpV && !isSigned) return formatPrefixedHex(value, spec)
      return formatDigits(value, 10, spec)
    case 'd':
      return formatDigits(value, 10, spec)
    case 'b':
      return formatDigits(value, 2, spec)
    case 'o':
    case 'O':
      return formatDigits(value, 8, spec)
    case 'x':
    case 'X':
      return formatDigits(value, 16, spec)
    case 'c':
      return pad(String.fromCodePoint(runeOf(value)), spec)
    case 'q':
      return pad((spec.plus ? quoteRuneToAscii : quoteRune)(runeOf(value)), spec)
    case 'U':
      return formatUnicode(BigInt.asUintN(64, value), spec)
    default:
      return undefined
  }
}

/** Hexadecimal with 0x in front, as Go syntax shows unsigned numbers and pointers. */
export function formatPrefixedHex(value: bigint, spec: Spec): string {
  return formatDigits(value, 16, { ...spec, sharp: true })
}

/** Digits with sign, prefix, precision and padding. */
export function formatDigits(value: bigint, base: 2 | 8 | 10 | 16, spec: Spec): string {
  const isNegative = value < 0n
  if (spec.precision === 0 && value === 0n) return padWithSpaces('', spec)
  const sign = isNegative ? '-' : spec.plus ? '+' : spec.space ? ' ' : ''
  const digits = (isNegative ? -value : value).toString(base).padStart(digitCount(sign, spec), '0')
  return padWithSpaces(sign + prefixOf(digits, base, spec) + upperCased(digits, spec), spec)
}

/** `%.3d` and `%03d` both ask for leading zeros; given both, the flag is ignored. */
function digitCount(sign: string, spec: Spec): number {
  if (spec.precision !== undefined) return spec.precision
  if (!spec.zero || spec.minus || spec.width === undefined) return 0
  return spec.width - sign.length
}

function prefixOf(digits: string, base: number, spec: Spec): string {
  const octal = spec.verb === 'O' ? '0o' : ''
  if (!spec.sharp) return octal
  if (base === 2) return '0b'
  if (base === 16) return spec.verb === 'X' ? '0X' : '0x'
  return base === 8 && !digits.startsWith('0') ? `${octal}0` : octal
}

function upperCased(digits: string, spec: Spec): string {
  return spec.verb === 'X' ? digits.toUpperCase() : digits
}

function formatUnicode(value: bigint, spec: Spec): string {
  const digits = value.toString(16).toUpperCase()
  const code = `U+${digits.padStart(Math.max(spec.precision ?? 4, 4), '0')}`
  const isShown = spec.sharp && value <= maxRune && isPrint(Number(value))
  return padWithSpaces(isShown ? `${code} '${String.fromCodePoint(Number(value))}'` : code, spec)
}

/** The code point that an integer stands for; U+FFFD for what is none. */
function runeOf(value: bigint): number {
  if (value < 0n || value > maxRune) return replacement
  const point = Number(value)
  return point >= 0xd800 && point <= 0xdfff ? replacement : point
}
