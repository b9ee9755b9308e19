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
  return text.replaceAll(/[\0"'&<>]/g, (char) => htmlEscapes[char] ?? char)
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
  return text.replaceAll(/[\\'"<>&=\0-\x1f]|[^\0-\x7f]/gu, (char) => {
    const escaped = jsEscapes[char]
    if (escaped !== undefined) return escaped
    const point = char.codePointAt(0) ?? 0
    if (point < 0x80 || !isPrint(point)) return unicodeEscape(point)
    return char
  })
}

function unicodeEscape(point: number): string {
  // A byte that is not UTF-8 is read as U+FFFD, which is printable and so written as itself.
  if (point >= 0xd800 && point <= 0xdfff) return String.fromCharCode(point)
  return `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Go's url.QueryEscape. */
export function escapeQuery(text: string): string {
  let out = ''
  for (const byte of toBytes(text)) {
    const char = String.fromCharCode(byte)
    if (/[A-Za-z0-9\-_.~]/.test(char)) out += char
    else if (char === ' ') out += '+'
    else out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}
