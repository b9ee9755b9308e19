// Quoting as Go's strconv does it. Strings are Go strings: a lone surrogate U+DC80 … U+DCFF is a byte
// that is not valid UTF-8 (value.ts).

import { mapRunes } from './build-text.ts'
import { normalize } from './go-string.ts'
import { printableRuns } from './unicode/printable.ts'

const maxPoint = 0x10ffff
const replacement = 0xfffd
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

const letterEscapes = new Map([
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
])

/** strconv.Quote: a double-quoted literal in which all that Go cannot print is escaped. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : quoteString(text, isPrint)
}

/** strconv.QuoteToASCII. */
export function quoteToAscii(text: string): string {
  return plain.test(text) ? `"${text}"` : quoteString(text, isPrintAscii)
}

/** strconv.QuoteRune: what is not a code point is U+FFFD. */
export function quoteRune(point: number): string {
  return `'${escapePoint(validPoint(point), "'", isPrint)}'`
}

/** strconv.QuoteRuneToASCII. */
export function quoteRuneToAscii(point: number): string {
  return `'${escapePoint(validPoint(point), "'", isPrintAscii)}'`
}

/** Whether the text can stand unchanged between back quotes on one line. */
export function canBackquote(text: string): boolean {
  return !/[\x00-\x08\x0a-\x1f`\x7f\ufeff]/.test(text) && text.isWellFormed()
}

/** Go's unicode.IsPrint. */
export function isPrint(point: number): boolean {
  if (point < 0x7f) return point >= 0x20
  const starts = runStarts()
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= point) low = middle + 1
    else high = middle
  }
  // Boundaries alternate: after an odd number of them we are inside a printable run.
  return low % 2 === 1
}

/** strconv.Unquote of a literal in double, single or back quotes; undefined where Go reports a syntax error. */
export function unquote(literal: string): string | undefined {
  const mark = literal.charAt(0)
  if (literal.length < 2 || literal.at(-1) !== mark) return undefined
  const inner = literal.slice(1, -1)
  if (mark === '`') return inner.includes('`') ? undefined : normalize(inner.replaceAll('\r', ''))
  if (mark === '"') return unquoteString(inner)
  return mark === "'" ? unquoteCharacter(inner) : undefined
}

function unquoteString(inner: string): string | undefined {
  if (!/[\\"\n]/.test(inner) && inner.isWellFormed()) return inner
  let text = ''
  for (let at = 0; at < inner.length;) {
    const next = readCharacter(inner, at, '"')
    if (next === undefined) return undefined
    text += next.text
    at = next.end
  }
  return normalize(text)
}

function unquoteCharacter(inner: string): string | undefined {
  if (inner === '') return ''
  const next = readCharacter(inner, 0, "'")
  return next?.end === inner.length ? next.text : undefined
}

interface Character {
  readonly text: string
  readonly end: number
}

const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

function readCharacter(text: string, at: number, mark: '"' | "'"): Character | undefined {
  const point = text.codePointAt(at) ?? 0
  const char = String.fromCodePoint(point)
  if (char === mark || char === '\n') return undefined
  // Unlike an escaped one, a raw byte that is not UTF-8 becomes U+FFFD.
  if (char !== '\\') return { text: char.toWellFormed(), end: at + char.length }
  return readEscape(text, at + 1, mark)
}

function readEscape(text: string, at: number, mark: '"' | "'"): Character | undefined {
  const letter = text.charAt(at)
  const simple = simpleEscapes[letter]
  if (simple !== undefined) return { text: simple, end: at + 1 }
  if (letter === mark) return { text: mark, end: at + 1 }
  const length = hexLengths[letter]
  if (length !== undefined)
    return readHexEscape(text.slice(at + 1, at + 1 + length), length, at + 1)
  const octal = text.slice(at, at + 3)
  if (!/^[0-3][0-7]{2}$/.test(octal)) return undefined
  return { text: byteText(Number.parseInt(octal, 8)), end: at + 3 }
}

function readHexEscape(digits: string, length: number, at: number): Character | undefined {
  if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
  const value = Number.parseInt(digits, 16)
  const end = at + length
  if (length === 2) return { text: byteText(value), end }
  if (validPoint(value) !== value) return undefined
  return { text: String.fromCodePoint(value), end }
}

/** The Go string of one byte. */
function byteText(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)
}

function quoteString(text: string, isShown: (point: number) => boolean): string {
  const quoted = mapRunes(text, (rune) => {
    const point = rune.codePointAt(0) ?? 0
    const isByte = point >= 0xdc80 && point <= 0xdcff
    return isByte ? `\\x${(point - 0xdc00).toString(16)}` : escapePoint(point, '"', isShown)
  })
  return `"${quoted}"`
}

function escapePoint(point: number, mark: string, isShown: (point: number) => boolean): string {
  if (point === 0x5c || point === mark.charCodeAt(0)) return `\\${String.fromCodePoint(point)}`
  if (isShown(point)) return String.fromCodePoint(point)
  const letter = letterEscapes.get(point)
  if (letter !== undefined) return letter
  if (point < 0x20 || point === 0x7f) return `\\x${hex(point, 2)}`
  const valid = validPoint(point)
  return valid < 0x10000 ? `\\u${hex(valid, 4)}` : `\\U${hex(valid, 8)}`
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0')
}

function isPrintAscii(point: number): boolean {
  return point >= 0x20 && point < 0x7f
}

function validPoint(point: number): number {
  const isSurrogate = point >= 0xd800 && point <= 0xdfff
  return point < 0 || point > maxPoint || isSurrogate ? replacement : point
}

let boundaries: Int32Array | undefined

/** Where printable runs start and end, in order; unpacked at first use. */
function runStarts(): Int32Array {
  if (boundaries === undefined) {
    let at = 0
    const steps = printableRuns.flatMap((line) => line.split(' '))
    boundaries = Int32Array.from(steps, (step) => (at += Number.parseInt(step, 36)))
  }
  return boundaries
}
