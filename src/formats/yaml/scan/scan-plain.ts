// Scalars without quotes.

import { colon, isBlank, isBlankOrEnd, isBreak, isHighSurrogate, tab } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { foldBreaks } from './fold-breaks.ts'

export interface PlainScalar {
  readonly value: string
  /** Whether lines were passed after the last character of the scalar, so that a key may follow. */
  readonly endsBeforeBreak: boolean
}

const ends = 1
const endsBeforeBlank = 2
const endsInFlow = 3

// The meaning of a character inside a plain scalar; the others are ordinary ones.
const meanings = new Uint8Array(0x80)
for (const char of '\0\t\n\r ') meanings[char.charCodeAt(0)] = ends
for (const char of ',?[]{}') meanings[char.charCodeAt(0)] = endsInFlow
meanings[':'.charCodeAt(0)] = endsBeforeBlank

/** Scans a plain scalar whose lines are indented by at least `indent`, unless it is in a flow collection. */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): PlainScalar {
  const { text } = cursor
  let value = ''
  let lineFrom = cursor.at
  let lineTo = cursor.at
  let breaks = ''
  for (;;) {
    cursor.need(4)
    if (cursor.isAtDocumentMarker() || cursor.code() === 0x23) break
    const from = cursor.at
    skipOrdinary(cursor, inFlow)
    if (cursor.at > from) {
      if (breaks !== '') {
        value += foldBreaks(breaks)
        breaks = ''
        lineFrom = from
      }
      lineTo = cursor.at
    }
    const code = cursor.code()
    if (!isBlank(code) && !isBreak(code)) break
    cursor.need(1)
    cursor.skipBlanks()
    if (isBreak(cursor.code())) {
      value += text.slice(lineFrom, lineTo)
      lineFrom = lineTo
    }
    breaks = skipLines(cursor, indent)
    if (!inFlow && cursor.column < indent) break
  }
  return { value: value + text.slice(lineFrom, lineTo), endsBeforeBreak: breaks !== '' }
}

const runInBlock = /[^\0\t\n\r :]*/y
const runInFlow = /[^\0\t\n\r :,?[\]{}]*/y

function skipOrdinary(cursor: Cursor, inFlow: boolean): void {
  if (!cursor.isSimple) return skipOneByOne(cursor, inFlow)
  const { text } = cursor
  const run = inFlow ? runInFlow : runInBlock
  for (;;) {
    run.lastIndex = cursor.at
    run.test(text)
    cursor.at = run.lastIndex
    if (cursor.code() !== colon || isBlankOrEnd(cursor.codeAfter(1))) return
    cursor.at++
  }
}

function skipOneByOne(cursor: Cursor, inFlow: boolean): void {
  const { text, isPaged } = cursor
  for (;;) {
    const code = text.charCodeAt(cursor.at) | 0
    if (code < 0x80) {
      const meaning = meanings[code]
      if (meaning === ends) return
      if (meaning === endsBeforeBlank && isBlankOrEnd(cursor.codeAfter(1))) return
      if (meaning === endsInFlow && inFlow) return
    } else if (isBreak(code)) return
    else if (isHighSurrogate(code)) {
      cursor.at++
      cursor.lineStart++
    }
    cursor.at++
    if (isPaged) cursor.need(2)
  }
}

// Line breaks and what indents the lines after them; nothing when there is no break.
function skipLines(cursor: Cursor, indent: number): string {
  let breaks = ''
  for (;;) {
    const code = cursor.code()
    if (isBreak(code)) {
      cursor.need(2)
      breaks += cursor.takeBreak()
    } else if (isBlank(code)) {
      if (code === tab && cursor.column < indent)
        cursor.fail('found a tab character that violates indentation')
      cursor.at++
    } else return breaks
    cursor.need(1)
  }
}
