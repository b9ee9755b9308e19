// Scalars in single or double quotes.

import {
  backslash,
  doubleQuote,
  hexValue,
  isBlank,
  isBlankOrEnd,
  isBreak,
  nul,
  singleQuote,
} from './characters.ts'
import type { Cursor } from './cursor.ts'
import { foldBreaks } from './fold-breaks.ts'

const escapes: ReadonlyMap<number, string> = new Map(
  Object.entries({
    '0': '\0',
    a: '\x07',
    b: '\b',
    t: '\t',
    '\t': '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\x1b',
    ' ': ' ',
    '"': '"',
    "'": "'",
    '\\': '\\',
    N: '\x85',
    _: '\xa0',
    L: '\u2028',
    P: '\u2029',
  }).map(([letter, value]) => [letter.charCodeAt(0), value]),
)

// The escapes that name a character by its number, with the count of their digits.
const codeLengths: ReadonlyMap<number, number> = new Map([
  [0x78, 2],
  [0x75, 4],
  [0x55, 8],
])

/** Scans a scalar whose opening quote is here. */
export function scanQuoted(cursor: Cursor): string {
  const quote = cursor.code()
  cursor.at++
  let value = ''
  for (;;) {
    cursor.need(4)
    if (cursor.isAtDocumentMarker()) cursor.fail('found unexpected document indicator')
    if (cursor.code() === nul) cursor.fail('found unexpected end of stream')
    const line = cursor.line
    value += scanRun(cursor, quote)
    const escapedBreak = cursor.line !== line
    cursor.need(1)
    if (cursor.code() === quote) break
    value += scanGap(cursor, escapedBreak)
  }
  cursor.at++
  return value
}

// Characters up to a blank, a line break or the closing quote, escapes replaced. An escaped line
// break ends the run as well, behind the break.
function scanRun(cursor: Cursor, quote: number): string {
  const { text, isPaged } = cursor
  let value = ''
  let from = cursor.at
  for (;;) {
    const code = text.charCodeAt(cursor.at) | 0
    if (isBlankOrEnd(code)) break
    if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(cursor.at + 1) !== singleQuote) break
      value += text.slice(from, cursor.at + 1)
      cursor.at += 2
      from = cursor.at
    } else if (code === backslash && quote === doubleQuote) {
      value += text.slice(from, cursor.at)
      if (isBreak(text.charCodeAt(cursor.at + 1))) {
        cursor.need(3)
        cursor.at++
        cursor.takeBreak()
        return value
      }
      value += scanEscape(cursor)
      from = cursor.at
    } else if (cursor.isSimple) skipOrdinary(cursor, quote)
    else cursor.skip()
    if (isPaged) cursor.need(2)
  }
  return value + text.slice(from, cursor.at)
}

const runInSingle = /[^\t\n ']*/y
const runInDouble = /[^\t\n "\\]*/y

function skipOrdinary(cursor: Cursor, quote: number): void {
  const run = quote === doubleQuote ? runInDouble : runInSingle
  run.lastIndex = cursor.at
  run.test(cursor.text)
  cursor.at = run.lastIndex
}

function scanEscape(cursor: Cursor): string {
  const letter = cursor.codeAfter(1)
  const length = codeLengths.get(letter)
  const simple = escapes.get(letter)
  if (length === undefined && simple === undefined) cursor.fail('found unknown escape character')
  cursor.at += 2
  if (length === undefined) return simple ?? ''
  cursor.need(length)
  let point = 0
  for (let i = 0; i < length; i++) {
    const digit = hexValue(cursor.codeAfter(i))
    if (digit < 0) cursor.fail('did not find expected hexdecimal number')
    point = point * 16 + digit
  }
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff)
    cursor.fail('found invalid Unicode character escape code')
  cursor.at += length
  return String.fromCodePoint(point)
}

// Blanks stay as they are, unless there is a line break among them: then the breaks are folded.
function scanGap(cursor: Cursor, afterEscapedBreak: boolean): string {
  const from = cursor.at
  let breaks = ''
  for (;;) {
    const code = cursor.code()
    if (isBreak(code)) {
      cursor.need(2)
      breaks += cursor.takeBreak()
    } else if (isBlank(code)) cursor.at++
    else break
    cursor.need(1)
  }
  // After an escaped break the next one is no longer the first.
  if (afterEscapedBreak) return breaks
  return breaks === '' ? cursor.text.slice(from, cursor.at) : foldBreaks(breaks)
}
