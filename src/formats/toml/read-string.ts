// The four kinds of strings of TOML.

import { quote } from '../quote.ts'
import { end, isBreak, isHex, TomlProblem, type TomlCursor } from './cursor.ts'

const newlineInString = 'strings cannot contain newlines'

const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
}

const hexLengths: Readonly<Record<string, readonly [number, string]>> = {
  x: [2, 'two'],
  u: [4, 'four'],
  U: [8, 'eight'],
}

/** A basic string; its opening quote has been taken. */
export function readBasicString(cursor: TomlCursor): string {
  let hasEscape = false
  cursor.mark()
  for (;;) {
    const point = cursor.next()
    if (point === end) cursor.fail(`unexpected EOF; expected '"'`)
    if (isBreak(point)) cursor.failOnPreviousLine(newlineInString)
    if (point === 0x22) break
    if (point === 0x5c) {
      hasEscape = true
      skipEscape(cursor)
    }
  }
  const raw = takeToken(cursor, 1)
  return hasEscape ? replaceEscapes(raw, cursor.line) : raw
}

/** A literal string; its opening quote has been taken. */
export function readLiteralString(cursor: TomlCursor): string {
  cursor.mark()
  for (;;) {
    const point = cursor.next()
    if (point === end) cursor.fail(`unexpected EOF; expected "'"`)
    if (isBreak(point)) cursor.failOnPreviousLine(newlineInString)
    if (point === 0x27) return takeToken(cursor, 1)
  }
}

/** A basic string of several lines; its three opening quotes have been taken. */
export function readMultilineString(cursor: TomlCursor): string {
  cursor.mark()
  for (;;) {
    const point = cursor.next()
    if (point === end) cursor.fail(`unexpected EOF; expected '"""'`)
    if (point === 0x5c) skipMultilineEscape(cursor)
    else if (point === 0x22 && closes(cursor, '"')) break
  }
  const raw = takeToken(cursor, 3)
  return replaceEscapes(removeEscapedBreaks(withoutFirstBreak(raw)), cursor.line)
}

/** A literal string of several lines; its three opening quotes have been taken. */
export function readMultilineLiteral(cursor: TomlCursor): string {
  cursor.mark()
  for (;;) {
    const point = cursor.next()
    if (point === end) cursor.fail(`unexpected EOF; expected "'''"`)
    if (point === 0x27 && closes(cursor, "'")) break
  }
  return withoutFirstBreak(takeToken(cursor, 3))
}

/** Whether the quote that has been taken begins the three that close the string; they are taken then. */
function closes(cursor: TomlCursor, mark: '"' | "'"): boolean {
  if (!cursor.accept(mark)) return false
  if (!cursor.accept(mark)) {
    cursor.backup()
    return false
  }
  if (cursor.peek() !== mark.charCodeAt(0)) return true
  // One or two more may stand before the closing three, but not three.
  const token = cursor.token()
  if (token.endsWith(mark.repeat(5)) && !(mark === '"' && token.endsWith('\\"""""')))
    cursor.fail(mark === '"' ? `unexpected '""""""'` : `unexpected "''''''"`)
  cursor.backup()
  cursor.backup()
  return false
}

function takeToken(cursor: TomlCursor, closing: 1 | 3): string {
  const token = cursor.token().slice(0, -closing)
  cursor.mark()
  return token
}

function skipMultilineEscape(cursor: TomlCursor): void {
  if (isBreak(cursor.next())) return
  cursor.backup()
  skipEscape(cursor)
}

// Blanks are accepted, because they may lead to an escaped line break; what is left of them is refused
// when escapes are replaced.
function skipEscape(cursor: TomlCursor): void {
  const point = cursor.next()
  const char = String.fromCodePoint(point)
  if (char in simpleEscapes || char === ' ' || char === '\t') return
  const [length, word] = hexLengths[char] ?? [0, '']
  if (length === 0) cursor.failHere(`invalid escape in string '\\${char}'`)
  for (let i = 0; i < length; i++)
    if (!isHex(cursor.next()))
      cursor.fail(
        `expected ${word} hexadecimal digits after '\\${char}', but got ${quote(cursor.token())} instead`,
      )
}

function withoutFirstBreak(text: string): string {
  if (text.startsWith('\n')) return text.slice(1)
  return text.startsWith('\r\n') ? text.slice(2) : text
}

/** Removes each backslash at the end of a line with all blanks and breaks that follow. */
function removeEscapedBreaks(text: string): string {
  return text.replace(/\\(\\|[ \t\r\n]*)/g, (whole, tail: string) =>
    tail.includes('\n') ? '' : whole,
  )
}

function replaceEscapes(text: string, line: number): string {
  return text.replace(
    /\\(?:x(..)|u(.{4})|U(.{8})|([^]))/g,
    // oxlint-disable-next-line max-params -- the engine passes one parameter for each group
    (_whole, two?: string, four?: string, eight?: string, char?: string) => {
      if (char !== undefined) return replaceSimpleEscape(char, line)
      return characterOf(two ?? four ?? eight ?? '', line)
    },
  )
}

function replaceSimpleEscape(char: string, line: number): string {
  const replaced = simpleEscapes[char]
  if (replaced === undefined) throw new TomlProblem(`invalid escape: '\\${char}'`, line)
  return replaced
}

function characterOf(digits: string, line: number): string {
  const point = Number.parseInt(digits, 16)
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
    throw new TomlProblem(`Escaped character '\\u${digits}' is not valid UTF-8.`, line)
  return String.fromCodePoint(point)
}
