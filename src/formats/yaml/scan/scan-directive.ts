// The lines that begin with `%`.

import { dot, isBlank, isBlankOrEnd, isBreakOrEnd, isDigit, nul, zero } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { scanHandle, scanUri, scanWord } from './scan-tag.ts'
import { tagDirectiveToken, versionToken, type Token } from './tokens.ts'

const maxVersionDigits = 2

/** Scans a directive with its whole line. */
export function scanDirective(cursor: Cursor): Token {
  const line = cursor.line
  cursor.at++
  const token = scanNamedDirective(cursor, line)
  cursor.need(1)
  cursor.skipBlanks()
  cursor.skipComment()
  if (!isBreakOrEnd(cursor.code())) cursor.fail('did not find expected comment or line break')
  if (cursor.code() !== nul) {
    cursor.need(2)
    cursor.takeBreak()
  }
  return token
}

function scanNamedDirective(cursor: Cursor, line: number): Token {
  const name = scanWord(cursor)
  if (name === '') cursor.fail('could not find expected directive name')
  if (!isBlankOrEnd(cursor.code())) cursor.fail('found unexpected non-alphabetical character')
  cursor.need(1)
  switch (name) {
    case 'YAML':
      cursor.skipBlanks()
      return { kind: versionToken, line, value: scanVersion(cursor), suffix: '' }
    case 'TAG':
      cursor.skipBlanks()
      return scanTagDirective(cursor, line)
    default:
      return cursor.fail('found unknown directive name')
  }
}

function scanVersion(cursor: Cursor): string {
  const major = scanVersionNumber(cursor)
  if (cursor.code() !== dot) cursor.fail("did not find expected digit or '.' character")
  cursor.at++
  return `${major}.${scanVersionNumber(cursor)}`
}

function scanVersionNumber(cursor: Cursor): number {
  cursor.need(1)
  let value = 0
  let length = 0
  while (isDigit(cursor.code())) {
    if (++length > maxVersionDigits) cursor.fail('found extremely long version number')
    value = value * 10 + cursor.code() - zero
    cursor.at++
    cursor.need(1)
  }
  if (length === 0) cursor.fail('did not find expected version number')
  return value
}

function scanTagDirective(cursor: Cursor, line: number): Token {
  const value = scanHandle(cursor, 'directive')
  cursor.need(1)
  if (!isBlank(cursor.code())) cursor.fail('did not find expected whitespace')
  cursor.skipBlanks()
  const suffix = scanUri(cursor, '')
  cursor.need(1)
  if (!isBlankOrEnd(cursor.code())) cursor.fail('did not find expected whitespace or line break')
  return { kind: tagDirectiveToken, line, value, suffix }
}
