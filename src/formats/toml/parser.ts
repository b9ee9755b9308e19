// The grammar of TOML.

import type { Value } from '../value.ts'
import { end, isBlank, isBreak, isDigit, nameOf, quoted, TomlCursor } from './cursor.ts'
import type { TomlDatetime } from './read-datetime.ts'
import { readBasicString, readLiteralString } from './read-string.ts'
import { readScalar } from './read-scalar.ts'
import { type TomlContext, TomlTables } from './tables.ts'

const [quoteMark, apostrophe, hash, comma, dot] = [0x22, 0x27, 0x23, 0x2c, 0x2e]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
const equals = 0x3d

export class TomlParser {
  private readonly cursor: TomlCursor
  private readonly tables = new TomlTables()
  private readonly timeOf: (datetime: TomlDatetime) => Value

  constructor(text: string, timeOf: (datetime: TomlDatetime) => Value) {
    this.cursor = new TomlCursor(text)
    this.timeOf = timeOf
  }

  lastKey(): string {
    return this.tables.lastKey()
  }

  readDocument(): Map<string, Value> {
    for (;;) {
      const point = this.cursor.next()
      if (point === end) return this.tables.root
      if (isBlank(point) || isBreak(point)) continue
      if (point === hash) this.skipComment()
      else if (point === openBracket) this.readHeader()
      else {
        this.cursor.backup()
        this.readAssignment()
      }
    }
  }

  private skipComment(): void {
    this.cursor.takeWhile((point) => point !== end && !isBreak(point))
  }

  /** After a header or an assignment nothing but blanks and a comment may stand on the line. */
  private endLine(): void {
    this.cursor.takeWhile(isBlank)
    const point = this.cursor.next()
    if (point === hash) this.skipComment()
    else if (point === end) this.cursor.backup()
    else if (!isBreak(point))
      this.cursor.fail(
        `expected a top-level item to end with a newline, comment, or EOF, but got ${quoted(point)} instead`,
      )
  }

  private readHeader(): void {
    const isArray = this.cursor.accept('[')
    const path = this.readHeaderPath()
    if (isArray) {
      const point = this.cursor.next()
      if (point !== closeBracket)
        this.cursor.fail(
          `expected end of table array name delimiter ']', but got ${quoted(point)} instead`,
        )
      this.tables.enterPath(path, 'array')
    } else this.tables.enterPath(path, 'table')
    this.tables.note('', 'other')
    this.endLine()
  }

  private readHeaderPath(): readonly string[] {
    const path: string[] = []
    for (;;) {
      this.cursor.skipBlanks()
      const first = this.cursor.peek()
      if (first === closeBracket || first === end)
        this.cursor.fail('unexpected end of table name (table names cannot be empty)')
      if (first === dot)
        this.cursor.fail('unexpected table separator (table names cannot be empty)')
      this.readPathPart(path)
      this.cursor.skipBlanks()
      const point = this.cursor.next()
      if (point === closeBracket) return path
      if (point !== dot)
        this.cursor.fail(`expected '.' or ']' to end table name, but got ${quoted(point)} instead`)
    }
  }

  private readPathPart(path: string[]): void {
    if (path.length === 0) this.tables.line = this.cursor.line
    path.push(this.readKeyPart())
  }

  private readKeyPart(): string {
    const { cursor } = this
    cursor.mark()
    const first = cursor.next()
    if (first === quoteMark) return readBasicString(cursor)
    if (first === apostrophe) return readLiteralString(cursor)
    cursor.backup()
    cursor.takeWhile(isBareKey)
    return cursor.token()
  }

  private readAssignment(): void {
    const outer = this.tables.context
    this.readMember()
    this.tables.context = outer
    this.tables.key = ''
    this.endLine()
  }

  /** Reads a key and its value into the context, which is then the table that holds the last part. */
  private readMember(): { readonly path: readonly string[]; readonly value: Value } {
    const { tables } = this
    const path = this.readPath()
    tables.key = path.at(-1) ?? ''
    for (const part of path.slice(0, -1)) tables.enterImplicit(tables.below(tables.context, part))
    const value = this.readValue('table')
    tables.set(tables.key, value)
    tables.note(tables.key, Array.isArray(value) ? 'array' : 'other')
    return { path, value }
  }

  /** A key with its equals sign. */
  private readPath(): readonly string[] {
    const { cursor } = this
    cursor.skipBlanks()
    this.refuseSeparator(
      "unexpected '=': key name appears blank",
      "unexpected '.': keys cannot start with a '.'",
    )
    const path: string[] = []
    for (;;) {
      this.readPathPart(path)
      cursor.skipBlanks()
      const point = cursor.next()
      if (point === equals) return path
      if (point !== dot) this.failAfterKey(point)
      cursor.skipBlanks()
      this.refuseSeparator("unexpected '='", "unexpected '.'")
    }
  }

  private refuseSeparator(equalsMessage: string, dotMessage: string): void {
    const point = this.cursor.peek()
    if (point === equals || point === end) this.cursor.fail(equalsMessage)
    if (point === dot) this.cursor.fail(dotMessage)
  }

  private failAfterKey(point: number): never {
    if (point === end) this.cursor.fail("unexpected EOF; expected key separator '='")
    const message = `expected '.' or '=', but got ${quoted(point)} instead`
    if (point === 0x0a) this.cursor.failOnPreviousLine(message)
    this.cursor.fail(message)
  }

  private readValue(parent: 'table' | 'array'): Value {
    this.cursor.skipBlanks()
    const point = this.cursor.peek()
    if (point !== openBracket && point !== openBrace) return readScalar(this.cursor, this.timeOf)
    this.cursor.next()
    return point === openBracket ? this.readArray() : this.readInlineTable(parent)
  }

  private readArray(): Value[] {
    this.tables.note(this.tables.key, 'array')
    const items: Value[] = []
    for (;;) {
      const point = this.nextInside()
      if (point === comma) this.cursor.fail('unexpected comma')
      if (point === closeBracket) return items
      this.cursor.backup()
      items.push(this.readValue('array'))
      const after = this.nextInside()
      if (after === closeBracket) return items
      if (after !== comma)
        this.cursor.fail(
          `expected a comma (',') or array terminator (']'), but got ${nameOf(after)}`,
        )
    }
  }

  /** The next character that is no blank, no break and in no comment. */
  private nextInside(): number {
    for (;;) {
      const point = this.cursor.next()
      if (point === hash) this.skipComment()
      else if (!isBlank(point) && !isBreak(point)) return point
    }
  }

  // The members go into the tables of the document, where they are checked, and into a map of their own,
  // which becomes the value inside an array.
  private readInlineTable(parent: 'table' | 'array'): Map<string, Value> {
    const { tables } = this
    const { context: outer, key: outerKey } = tables
    const inner = tables.below(outer, outerKey)
    tables.context = inner
    tables.key = ''
    inner.key.isImplicit = true
    if (parent === 'array') tables.enterArrayTable(inner)
    else tables.enterTable(inner)
    const table = new Map<string, Value>()
    this.readInlineMembers(table, inner)
    tables.context = outer
    tables.key = outerKey
    return table
  }

  private readInlineMembers(table: Map<string, Value>, context: TomlContext): void {
    for (;;) {
      const point = this.nextInside()
      if (point === comma) this.cursor.fail('unexpected comma')
      if (point === closeBrace) return
      this.cursor.backup()
      const { path, value } = this.readMember()
      this.storeAt(table, path, value)
      this.tables.context = context
      const after = this.nextInside()
      if (after === closeBrace) return
      if (after !== comma)
        this.cursor.fail(
          `expected a comma or an inline table terminator '}', but got ${nameOf(after)} instead`,
        )
    }
  }

  private storeAt(table: Map<string, Value>, path: readonly string[], value: Value): void {
    let inner = table
    for (const part of path.slice(0, -1)) {
      const next = inner.get(part)
      if (next !== undefined && !(next instanceof Map)) this.tables.refuseContext()
      const child = next instanceof Map ? next : new Map<string, Value>()
      inner.set(part, child)
      inner = child
    }
    inner.set(path.at(-1) ?? '', value)
  }
}

function isBareKey(point: number): boolean {
  return (
    isDigit(point) ||
    (point >= 0x41 && point <= 0x5a) ||
    (point >= 0x61 && point <= 0x7a) ||
    point === 0x5f ||
    point === 0x2d
  )
}
