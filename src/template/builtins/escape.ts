import { mapBytes, mapChunks } from '../../formats/build-text.ts'
import { toBytes } from '../../formats/go-string.ts'
import { isPrint } from '../../formats/quote.ts'
import type { Value } from '../../formats/value.ts'
import { sprint } from '../fmt/sprint.ts'

/** The arguments of `html`, `js` and `urlquery` as one text; nil is shown as an action shows it. */
export function textOfArguments(args: readonly Value[], spend: (steps: number) => void): string {
  const [only] = args
  if (args.length === 1 && typeof only === 'string') return only
  return sprint(
    args.map((arg) => (arg === null || arg === undefined ? '<no value>' : arg)),
    spend,
  )
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

export function escapeHtml(text: string): string {
  return mapChunks(text, (part) =>
    part.replaceAll(/[\0"'&<>]/g, (char) => htmlEscapes[char] ?? char),
  )
}

const jsEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
}

export function escapeJs(text: string): string {
  const escaped = /[\\'"<>&=\0-\x1f]|[^\0-\x7f]/gu
  return mapChunks(text, (part) => part.replaceAll(escaped, escapeJsRune))
}

function escapeJsRune(char: string): string {
  const escaped = jsEscapes[char]
  if (escaped !== undefined) return escaped
  const point = char.codePointAt(0) ?? 0
  return point < 0x80 || !isPrint(point) ? unicodeEscape(point) : char
}

function unicodeEscape(point: number): string {
  // A byte that is not UTF-8 is read as U+FFFD, which is printable and so written as itself.
  if (point >= 0xd800 && point <= 0xdfff) return String.fromCharCode(point)
  return `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Go's url.QueryEscape. */
export function escapeQuery(text: string): string {
  return mapBytes(toBytes(text), escapeQueryByte, '')
}

function escapeQueryByte(byte: number): string {
  const char = String.fromCharCode(byte)
  if (/[A-Za-z0-9\-_.~]/.test(char)) return char
  return char === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
