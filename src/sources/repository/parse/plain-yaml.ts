// The layout in which Helm and most other programs write an index is a small part of YAML. This reads
// that part, some ten times as fast as the whole grammar, and says so when a text is anything else.

import type { Value } from '../../../formats/value.ts'
import { looksLikeOtherType } from '../../../formats/yaml/plain.ts'

/** The answer for a text that may be YAML, but not of the plain kind. */
export const notPlain = Symbol('not plain')

// Printable, and of no meaning to YAML or to Helm's cleaning of texts; the line break is the only space
// besides the space itself.
const safeText =
  /^[\n\x20-\x7e\u00c0-\u024f\u0370-\u0373\u0391-\u03a1\u03a3-\u03ff\u0400-\u0481\u2010-\u2027\u2030-\u205e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/
const keyPattern = /([A-Za-z_][A-Za-z0-9_./-]*):(?=[ \n]|$)/y
const space = 0x20
const dash = 0x2d
const maxDepth = 20
// YAML allows 1024 characters.
const longestKey = 500

/**
 * Reads a block sequence of mappings, lists and texts without comments, anchors, tags, flow
 * collections or escapes. The result is the one that the exact reader would give.
 */
export function readPlainYaml(text: string): Value | typeof notPlain {
  if (!text.endsWith('\n') || !safeText.test(text)) return notPlain
  const reader = new PlainReader(text)
  const value = reader.readNode(0, 0)
  return value === notPlain || !reader.isAtEnd ? notPlain : value
}

class PlainReader {
  private readonly text: string
  /** Of the line that comes next: where its text starts and ends, and its column. */
  private start = 0
  private end = -1
  private column = -1

  constructor(text: string) {
    this.text = text
    this.nextLine()
  }

  get isAtEnd(): boolean {
    return this.column < 0
  }

  /** Reads the sequence or mapping that begins with this line. */
  readNode(least: number, depth: number): Value | typeof notPlain {
    if (this.column < least || depth > maxDepth) return notPlain
    return this.isItem() ? this.readSequence(depth) : this.readMapping(this.column, depth)
  }

  private nextLine(): void {
    const { text } = this
    const from = this.end + 1
    if (from >= text.length) {
      this.column = -1
      return
    }
    let start = from
    while (text.charCodeAt(start) === space) start++
    const found = text.indexOf('\n', start)
    this.end = found < 0 ? text.length : found
    this.start = start
    this.column = start - from
    // A blank line means something in some places and nothing in others: here it ends everything, and
    // a text that goes on behind its end is not plain.
    if (start === this.end) this.column = 0
  }

  private isItem(): boolean {
    return (
      this.text.charCodeAt(this.start) === dash &&
      (this.text.charCodeAt(this.start + 1) === space || this.start + 1 === this.end)
    )
  }

  private readSequence(depth: number): Value | typeof notPlain {
    const list: Value[] = []
    const { column } = this
    while (this.column === column && this.isItem()) {
      const value = this.readItem(column, depth)
      if (value === notPlain) return notPlain
      list.push(value)
    }
    return this.column > column ? notPlain : list
  }

  private readItem(column: number, depth: number): Value | typeof notPlain {
    this.start += 2
    if (this.start >= this.end || this.text.charCodeAt(this.start) === space) return notPlain
    keyPattern.lastIndex = this.start
    if (!keyPattern.test(this.text)) return this.readScalar(column)
    // The mapping begins on the line of the dash.
    this.column = column + 2
    return depth > maxDepth ? notPlain : this.readMapping(column + 2, depth + 1)
  }

  private readMapping(column: number, depth: number): Value | typeof notPlain {
    const map = new Map<string, Value>()
    while (this.column === column && !this.isItem()) {
      keyPattern.lastIndex = this.start
      const key = keyPattern.exec(this.text)?.[1]
      if (key === undefined || key.length > longestKey) return notPlain
      if (map.has(key) || looksLikeOtherType(key, 'v2')) return notPlain
      this.start += key.length + 1
      const value = this.readMember(column, depth)
      if (value === notPlain) return notPlain
      map.set(key, value)
    }
    return this.column > column ? notPlain : map
  }

  // Reads the value of a key: a scalar on its line, or a collection below it.
  private readMember(column: number, depth: number): Value | typeof notPlain {
    while (this.start < this.end && this.text.charCodeAt(this.start) === space) this.start++
    if (this.start < this.end) return this.readScalar(column)
    this.nextLine()
    if (this.column > column) return this.readNode(column + 1, depth + 1)
    if (this.column === column && this.isItem()) return this.readSequence(depth + 1)
    return null
  }

  private readScalar(column: number): Value | typeof notPlain {
    const { text } = this
    const first = text[this.start] ?? ''
    const line = text.slice(this.start, this.end).trimEnd()
    if (first === '|') return this.readLiteral(line, column)
    if (first === '"' || first === "'") return this.readQuoted(line, first, column)
    if (!/[A-Za-z0-9\u00c0-\ud7a3/(]/.test(first)) {
      this.nextLine()
      if (this.column > column) return notPlain
      return line === '[]' ? [] : line === '{}' ? new Map<string, Value>() : notPlain
    }
    return this.readPlain(line, column)
  }

  private readPlain(line: string, column: number): Value | typeof notPlain {
    let value = line
    if (!isPlainLine(line)) return notPlain
    this.nextLine()
    while (this.column > column) {
      const more = this.text.slice(this.start, this.end).trimEnd()
      if (!isPlainLine(more)) return notPlain
      value += ` ${more}`
      this.nextLine()
    }
    if (!looksLikeOtherType(value, 'v2')) return value
    return value === 'true' ? true : value === 'false' ? false : notPlain
  }

  private readQuoted(line: string, mark: string, column: number): Value | typeof notPlain {
    let value = line.slice(1)
    this.nextLine()
    while (!value.includes(mark) && this.column > column) {
      value += ` ${this.text.slice(this.start, this.end).trimEnd()}`
      this.nextLine()
    }
    const isWhole = value.indexOf(mark) === value.length - 1 && value !== ''
    if (!isWhole || value.includes('\\') || this.column > column) return notPlain
    return value.slice(0, -1)
  }

  private readLiteral(line: string, column: number): Value | typeof notPlain {
    if (line !== '|' && line !== '|-') return notPlain
    this.nextLine()
    const indent = this.column
    if (indent <= column) return notPlain
    const lines: string[] = []
    while (this.column >= indent) {
      lines.push(this.text.slice(this.start - (this.column - indent), this.end))
      this.nextLine()
    }
    if (this.column > column) return notPlain
    return lines.join('\n') + (line === '|' ? '\n' : '')
  }
}

// No mapping, no comment.
function isPlainLine(line: string): boolean {
  return (
    line !== '' &&
    !line.startsWith('#') &&
    !line.endsWith(':') &&
    !line.includes(': ') &&
    !line.includes(' #')
  )
}
