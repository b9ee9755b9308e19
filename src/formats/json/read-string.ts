// Strings in JSON as Go's encoding/json reads them.

import { replaceInvalid } from '../go-string.ts'

interface StringEnd {
  /** The place after the closing quote, or that of the problem. */
  readonly at: number
  readonly problem?: string
}

/** The problem of a string that ends before its quote or holds a control character. */
export const inString = 'in string literal'

const hexDigits = /^[0-9a-fA-F]$/
const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Finds the end of the string whose opening quote is at `start`. */
export function endOfJsonString(text: string, start: number): StringEnd {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1 }
    if (code < 0x20) return { at, problem: inString }
    at++
    if (code !== 0x5c) continue
    const end = endOfEscape(text, at)
    if (end.problem !== undefined) return end
    at = end.at
  }
  return { at, problem: inString }
}

function endOfEscape(text: string, start: number): StringEnd {
  const char = text.charAt(start)
  if (char !== 'u') {
    if (char !== '' && 'bfnrt\\/"'.includes(char)) return { at: start + 1 }
    return { at: start, problem: 'in string escape code' }
  }
  for (let at = start + 1; at <= start + 4; at++)
    if (!hexDigits.test(text.charAt(at)))
      return { at, problem: 'in \\u hexadecimal character escape' }
  return { at: start + 5 }
}

/** The string between two places that hold its quotes. Halves of pairs and bad bytes become U+FFFD. */
export function unquoteJson(text: string, start: number, end: number): string {
  // Bad bytes first: beside an escaped half they would look like the other one.
  const raw = replaceInvalid(text.slice(start + 1, end - 1))
  return raw.includes('\\') ? replaceInvalid(replaceEscapes(raw)) : raw
}

function replaceEscapes(raw: string): string {
  let out = ''
  let done = 0
  for (let i = raw.indexOf('\\'); i !== -1; i = raw.indexOf('\\', done)) {
    out += raw.slice(done, i)
    const char = raw.charAt(i + 1)
    if (char === 'u') {
      out += String.fromCharCode(Number.parseInt(raw.slice(i + 2, i + 6), 16))
      done = i + 6
    } else {
      out += simpleEscapes[char] ?? char
      done = i + 2
    }
  }
  return out + raw.slice(done)
}
