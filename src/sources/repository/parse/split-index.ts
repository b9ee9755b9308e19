import { looksLikeOtherType } from '../../../formats/yaml/plain.ts'
import { SourceError } from '../../errors.ts'
import { maxEntryBytes, maxHeadBytes } from '../limits.ts'

/** Told what an index has, in its order. Bytes are valid only during the call. */
export interface IndexParts {
  readonly onChart: (name: string) => void
  /** One item of a chart's list, with its dash and all its lines. */
  readonly onEntry: (bytes: Uint8Array, place: IndexPosition) => void
}

export interface IndexPosition {
  /** From the start of the index, in bytes. */
  readonly offset: number
  /** Counted from one. */
  readonly line: number
}

/** Says that an index is laid out in a way that has to be read as a whole. */
export class UnusualLayout extends Error {}

const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d
const hash = 0x23
const dash = 0x2d
const chartLine =
  /^(?:([A-Za-z0-9][A-Za-z0-9._-]*)|"([A-Za-z0-9._-]+)"|'([A-Za-z0-9._-]+)') *:(?: +\[\])? *\r?$/
const topLine = /^(?:[A-Za-z][A-Za-z0-9_]*|"[A-Za-z][A-Za-z0-9_]*") *:(?:[ \r]|$)/
const entriesLine = /^(?:entries|"entries") *: *\r?$/

/**
 * Cuts a block of YAML at the items of the lists under `entries`, by nothing but the columns in
 * which lines begin. A cut in the wrong place leaves a piece that cannot be read on its own: a
 * quoted text, a bracket or an alias that has no other end. The reader of the pieces then has to
 * read the whole.
 */
export class IndexSplitter {
  private readonly parts: IndexParts
  private head = ''
  private state: 'start' | 'head' | 'entries' | 'chart' | 'entry' = 'start'
  private hasEntries = false
  private chartColumn = -1
  private itemColumn = -1
  /** Where the open entry begins, from the start of the buffer. */
  private entryStart = 0
  private entryLine = 0
  private line = 0
  private consumed = 0

  constructor(parts: IndexParts) {
    this.parts = parts
  }

  /** Everything besides the entries, as it stands in the index; of those only the key. */
  get rest(): string {
    return this.hasEntries ? `${this.head}\nentries:\n` : this.head
  }

  /** Takes the whole lines of a buffer and says how many bytes of it are done with. */
  feed(buffer: Buffer, isLast: boolean): number {
    // An entry that is open starts at the buffer's start.
    let at = this.state === 'entry' ? this.scanned : 0
    this.entryStart = 0
    while (at < buffer.length) {
      const found = buffer.indexOf(lineFeed, at)
      if (found < 0 && !isLast) break
      const end = found < 0 ? buffer.length : found + 1
      this.line++
      this.readLine(buffer, at, end)
      at = end
    }
    if (isLast && this.state === 'entry') this.closeEntry(buffer, at)
    const done = this.state === 'entry' ? this.entryStart : at
    this.scanned = at - done
    this.consumed += done
    if (buffer.length - done > maxEntryBytes) this.refuse('has an entry', maxEntryBytes)
    return done
  }

  /** Of the open entry, what was already looked at. */
  private scanned = 0

  private readLine(buffer: Buffer, from: number, to: number): void {
    let start = from
    while (buffer[start] === space) start++
    const first = buffer[start]
    const isBlank = start >= to || first === lineFeed || first === carriageReturn
    if (isBlank || first === hash) {
      if (this.state === 'head') this.addHead(buffer.toString('utf8', from, to))
      return
    }
    const column = start - from
    if (this.state === 'entry') {
      if (column > this.itemColumn) return
      this.closeEntry(buffer, from)
    }
    if (column === 0) this.readTop(buffer, from, to)
    else if (this.state === 'head') this.addHead(buffer.toString('utf8', from, to))
    else this.readInside(buffer, { from, start, to, column })
  }

  private readTop(buffer: Buffer, from: number, to: number): void {
    const text = buffer.toString('utf8', from, to)
    const line = text.endsWith('\n') ? text.slice(0, -1) : text
    if (this.state === 'start' && /^--- *\r?$/.test(line)) {
      this.state = 'head'
      return
    }
    if (this.state === 'head' && line.startsWith('- ')) return this.addHead(text)
    if (!topLine.test(line)) throw new UnusualLayout()
    if (!entriesLine.test(line)) {
      this.state = 'head'
      this.addHead(text)
      return
    }
    if (this.hasEntries) throw new UnusualLayout()
    this.hasEntries = true
    this.state = 'entries'
  }

  private readInside(
    buffer: Buffer,
    { from, start, to, column }: { from: number; start: number; to: number; column: number },
  ): void {
    if (this.state === 'start') throw new UnusualLayout()
    const isItem = buffer[start] === dash && (buffer[start + 1] === space || start + 2 >= to)
    if (this.state === 'chart' && isItem && column >= this.chartColumn) {
      if (this.itemColumn < 0) this.itemColumn = column
      if (column !== this.itemColumn) throw new UnusualLayout()
      this.state = 'entry'
      this.entryStart = from
      this.entryLine = this.line
      return
    }
    if (this.chartColumn < 0) this.chartColumn = column
    if (isItem || column !== this.chartColumn) throw new UnusualLayout()
    this.openChart(buffer.toString('utf8', start, to).replace(/\n$/, ''))
  }

  private openChart(line: string): void {
    const [, plain, double, single] = chartLine.exec(line) ?? []
    const name = plain ?? double ?? single
    if (name === undefined) throw new UnusualLayout()
    if (plain !== undefined && looksLikeOtherType(plain, 'v2')) throw new UnusualLayout()
    this.parts.onChart(name)
    // The line after an empty list must be another chart.
    this.state = line.includes('[]') ? 'entries' : 'chart'
    this.itemColumn = -1
  }

  private closeEntry(buffer: Buffer, to: number): void {
    this.state = 'chart'
    const offset = this.consumed + this.entryStart
    this.parts.onEntry(buffer.subarray(this.entryStart, to), { offset, line: this.entryLine })
  }

  private addHead(text: string): void {
    this.head += text
    if (this.head.length > maxHeadBytes) this.refuse('has, besides its entries,', maxHeadBytes)
  }

  private refuse(what: string, limit: number): never {
    const message = `the index ${what} more than ${limit} bytes at line ${this.line}`
    throw new SourceError('too-large', message)
  }
}
