// Literal and folded block scalars.

import {
  dash,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
  nul,
  plus,
  space,
  tab,
  zero,
} from './characters.ts'
import type { Cursor } from './cursor.ts'

interface Header {
  readonly chomping: 'strip' | 'clip' | 'keep'
  /** How far the lines are indented below their parent; 0 when the first line decides. */
  readonly increment: number
}

/** Scans a block scalar whose `|` or `>` is here, in a collection that is indented by `parentIndent`. */
export function scanBlock(cursor: Cursor, isLiteral: boolean, parentIndent: number): string {
  const { chomping, increment } = scanHeader(cursor)
  const given = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment
  const found = skipEmptyLines(cursor, given)
  const indent = given === 0 ? Math.max(found.widest, parentIndent + 1, 1) : given

  let value = ''
  let lastBreak = ''
  let breaks = found.breaks
  let lastBeganBlank = false
  cursor.need(1)
  while (cursor.column === indent && cursor.code() !== nul) {
    const beginsBlank = isBlank(cursor.code())
    // Lines are joined by a space; lines that are indented further keep their breaks.
    const folds = !isLiteral && !lastBeganBlank && !beginsBlank && lastBreak === '\n'
    if (!folds) value += lastBreak
    else if (breaks === '') value += ' '
    value += breaks
    lastBeganBlank = beginsBlank
    value += scanLine(cursor)
    cursor.need(2)
    lastBreak = isBreak(cursor.code()) ? cursor.takeBreak() : ''
    breaks = skipEmptyLines(cursor, indent).breaks
  }
  if (chomping === 'strip') return value
  return chomping === 'keep' ? value + lastBreak + breaks : value + lastBreak
}

function scanHeader(cursor: Cursor): Header {
  cursor.at++
  cursor.need(1)
  let chomping = scanChomping(cursor)
  const increment = scanIncrement(cursor)
  if (chomping === undefined && increment !== 0) chomping = scanChomping(cursor)
  cursor.need(1)
  cursor.skipBlanks()
  cursor.skipComment()
  if (!isBreakOrEnd(cursor.code())) cursor.fail('did not find expected comment or line break')
  if (cursor.code() !== nul) {
    cursor.need(2)
    cursor.takeBreak()
  }
  return { chomping: chomping ?? 'clip', increment }
}

function scanChomping(cursor: Cursor): 'strip' | 'keep' | undefined {
  const code = cursor.code()
  if (code !== plus && code !== dash) return undefined
  cursor.at++
  cursor.need(1)
  return code === plus ? 'keep' : 'strip'
}

function scanIncrement(cursor: Cursor): number {
  const code = cursor.code()
  if (!isDigit(code)) return 0
  if (code === zero) cursor.fail('found an indentation indicator equal to 0')
  cursor.at++
  cursor.need(1)
  return code - zero
}

function scanLine(cursor: Cursor): string {
  const from = cursor.at
  const { text, isPaged } = cursor
  if (cursor.isSimple) {
    const end = text.indexOf('\n', from)
    cursor.at = end < 0 ? text.length : end
    return text.slice(from, cursor.at)
  }
  while (!isBreakOrEnd(text.charCodeAt(cursor.at) | 0)) {
    cursor.skip()
    if (isPaged) cursor.need(1)
  }
  return text.slice(from, cursor.at)
}

// Lines of spaces, and the indentation of the line after them. Without an indent (0) all spaces
// are indentation, and the widest of it is reported.
function skipEmptyLines(cursor: Cursor, indent: number): { breaks: string; widest: number } {
  const limit = indent === 0 ? Infinity : indent
  let breaks = ''
  let widest = 0
  for (;;) {
    cursor.need(1)
    skipIndent(cursor, limit)
    widest = Math.max(widest, cursor.column)
    const code = cursor.code()
    if (code === tab && cursor.column < limit)
      cursor.fail('found a tab character where an indentation space is expected')
    if (!isBreak(code)) return { breaks, widest }
    cursor.need(2)
    breaks += cursor.takeBreak()
  }
}

function skipIndent(cursor: Cursor, limit: number): void {
  if (cursor.isPaged) {
    while (cursor.code() === space && cursor.column < limit) {
      cursor.at++
      cursor.need(1)
    }
    return
  }
  const { text } = cursor
  const end = cursor.lineStart + limit
  let at = cursor.at
  while (at < end && text.charCodeAt(at) === space) at++
  cursor.at = at
}
