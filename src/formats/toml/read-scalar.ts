// Values of TOML that hold no other values.

import { isLetter } from '../unicode/go-unicode.ts'
import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { end, isDigit, isHex, quoted, type TomlCursor } from './cursor.ts'
import { datetimeOf, type TomlDatetime } from './read-datetime.ts'
import { floatOf, integerOf } from './read-number.ts'
import {
  readBasicString,
  readLiteralString,
  readMultilineLiteral,
  readMultilineString,
} from './read-string.ts'

const leadingPoint = "floats must start with a digit, not '.'"

/** A string, number, date or boolean. */
export function readScalar(cursor: TomlCursor, timeOf: (datetime: TomlDatetime) => Value): Value {
  cursor.mark()
  const point = cursor.next()
  if (isDigit(point)) return readNumber(cursor, point, timeOf)
  switch (String.fromCodePoint(point)) {
    case '"':
      return opensThree(cursor, '"') ? readMultilineString(cursor) : readBasicString(cursor)
    case "'":
      return opensThree(cursor, "'") ? readMultilineLiteral(cursor) : readLiteralString(cursor)
    case '.':
      return cursor.fail(leadingPoint)
    case '-':
    case '+':
      return readSigned(cursor)
    case 'i':
    case 'n':
      // The order of looking is the parser's own: it takes "nnf" as well, and refuses it later.
      if (takes(cursor, 'nf') || takes(cursor, 'an')) return floatOf(cursor.token(), cursor.line)
      return readWord(cursor)
    default:
      return readOther(cursor, point)
  }
}

function opensThree(cursor: TomlCursor, mark: '"' | "'"): boolean {
  if (!cursor.accept(mark)) return false
  if (cursor.accept(mark)) return true
  cursor.backup()
  return false
}

// Characters that fit are taken even when a later one does not.
function takes(cursor: TomlCursor, chars: string): boolean {
  for (const char of chars) if (!cursor.accept(char)) return false
  return true
}

function readOther(cursor: TomlCursor, point: number): Value {
  if (point === end) cursor.fail('unexpected EOF; expected value')
  if (isLetter(String.fromCodePoint(point))) return readWord(cursor)
  const message = `expected value but found ${quoted(point)} instead`
  return point === 0x0a ? cursor.failOnPreviousLine(message) : cursor.fail(message)
}

function readWord(cursor: TomlCursor): boolean {
  cursor.backup()
  cursor.mark()
  cursor.takeWhile((point) => isLetter(String.fromCodePoint(point)))
  const word = cursor.token()
  if (word === 'true' || word === 'false') return word === 'true'
  return cursor.fail(`expected value but found ${quote(word)} instead`)
}

function readSigned(cursor: TomlCursor): Value {
  const point = cursor.next()
  const char = String.fromCodePoint(point)
  if (char === 'i' || char === 'n') {
    if (!takes(cursor, char === 'i' ? 'nf' : 'an'))
      cursor.fail(`invalid float: '${cursor.token()}'`)
    return floatOf(cursor.token(), cursor.line)
  }
  if (char === '0') {
    const base = String.fromCodePoint(cursor.peek())
    if (base === 'b' || base === 'o' || base === 'x')
      cursor.fail(`cannot use sign with non-decimal numbers: '${cursor.token()}${base}'`)
  }
  if (char === '.') cursor.fail(leadingPoint)
  if (!isDigit(point)) cursor.fail(`expected a digit but got ${quoted(point)}`)
  return readDecimal(cursor)
}

/** Reads a scalar that begins with a digit, which has been taken. */
function readNumber(
  cursor: TomlCursor,
  first: number,
  timeOf: (datetime: TomlDatetime) => Value,
): Value {
  if (first === 0x30) {
    const read = baseReaders[String.fromCodePoint(cursor.peek())]
    if (read !== undefined) return readInBase(cursor, read)
    // A date has at least two digits before its first separator.
    if (!isDigit(cursor.peek())) return readDecimal(cursor)
  }
  cursor.takeWhile(isDigit)
  const next = String.fromCodePoint(cursor.peek())
  if (next !== '-' && next !== ':') return readDecimal(cursor)
  cursor.takeWhile((point) => isDigit(point) || '-:Tt .Zz+'.includes(String.fromCodePoint(point)))
  return timeOf(datetimeOf(cursor.token().trim(), cursor.line))
}

function readDecimal(cursor: TomlCursor): Value {
  cursor.takeWhile((point) => isDigit(point) || point === 0x5f)
  if (!'.eE'.includes(String.fromCodePoint(cursor.peek())))
    return integerOf(cursor.token(), cursor.line)
  cursor.takeWhile((point) => isDigit(point) || '_.-+eE'.includes(String.fromCodePoint(point)))
  return floatOf(cursor.token(), cursor.line)
}

interface BaseReader {
  readonly article: string
  readonly isDigit: (point: number) => boolean
}

const baseReaders: Readonly<Record<string, BaseReader>> = {
  b: { article: 'a binary', isDigit: (point) => point === 0x30 || point === 0x31 },
  o: { article: 'an octal', isDigit: (point) => point >= 0x30 && point <= 0x37 },
  x: { article: 'a hexadecimal', isDigit: isHex },
}

function readInBase(cursor: TomlCursor, base: BaseReader): Value {
  cursor.next()
  const point = cursor.peek()
  if (!base.isDigit(point))
    cursor.fail(`not ${base.article} number: '${cursor.token()}${String.fromCodePoint(point)}'`)
  cursor.takeWhile((digit) => base.isDigit(digit) || digit === 0x5f)
  return integerOf(cursor.token(), cursor.line)
}
