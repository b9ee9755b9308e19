import { fromBytes } from '../../../formats/go-string.ts'
import { decodeJson } from '../../../formats/json/decode.ts'
import { JsonError } from '../../../formats/json/errors.ts'
import type { Value } from '../../../formats/value.ts'
import { YamlError } from '../../../formats/yaml/errors.ts'
import { fitToShape } from '../../../formats/yaml/fit-shape.ts'
import type { Shape } from '../../../formats/yaml/shape.ts'
import { SourceError } from '../../errors.ts'
import { entryShape, indexShape } from '../index/index-shape.ts'
import { maxEntryBytes, maxHeadBytes } from '../limits.ts'
import { UnusualLayout } from './split-index.ts'

export interface JsonIndexParts {
  readonly onChart: (name: string) => void
  readonly onEntry: (entry: Value) => void
}

/**
 * The part that has to come next. Keys and values are taken whole; the levels of the index are
 * walked.
 */
type Step = 'open' | 'key' | 'colon' | 'value' | 'after'

const codes = { quote: 0x22, backslash: 0x5c, comma: 0x2c, colon: 0x3a } as const
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Takes a JSON index apart: its fields, the charts in `entries`, and the items of their lists. Text that
 * is not plain JSON is left to a reader of the whole.
 */
export class JsonIndexSplitter {
  private readonly source: string
  private readonly parts: JsonIndexParts
  private readonly fields = new Map<string, Value>()
  private headBytes = 0
  /** 0: before the index, 1: in it, 2: in its entries, 3: in the list of a chart, 4: behind all. */
  private level = 0
  private step: Step = 'open'
  /** Whether the step may be the end of its level instead. */
  private mayEnd = true
  private key = ''
  private hasEntries = false

  constructor(source: string, parts: JsonIndexParts) {
    this.source = source
    this.parts = parts
  }

  /** The fields besides the entries. */
  head(): Value {
    return this.fit(this.fields, indexShape)
  }

  /** Takes what is whole of a buffer and says how many bytes of it are done with. */
  feed(buffer: Buffer, isLast: boolean): number {
    let at = 0
    for (;;) {
      while (isSpace(buffer[at])) at++
      if (at >= buffer.length) break
      const end = this.take(buffer, at, isLast)
      if (end === undefined) break
      at = end
    }
    if (isLast && (this.level !== 4 || at < buffer.length)) throw new UnusualLayout()
    if (buffer.length - at > maxEntryBytes) {
      const message = `${this.source} has an entry of more than ${maxEntryBytes} bytes`
      throw new SourceError('too-large', message)
    }
    return at
  }

  // The end of what was taken; undefined when more bytes are needed for it.
  private take(buffer: Buffer, at: number, isLast: boolean): number | undefined {
    const code = buffer[at] ?? 0
    switch (this.step) {
      case 'open':
        if (this.level !== 0 || code !== openBrace) throw new UnusualLayout()
        return this.enter(at + 1)
      case 'key':
        return this.takeKey(buffer, at)
      case 'colon':
        if (code !== codes.colon) throw new UnusualLayout()
        this.step = 'value'
        this.mayEnd = false
        return at + 1
      case 'value':
        return this.takeValue(buffer, at, isLast)
      case 'after':
        return this.takeAfter(code, at)
    }
  }

  private enter(end: number): number {
    this.level++
    this.step = this.level === 3 ? 'value' : 'key'
    this.mayEnd = true
    return end
  }

  private leave(end: number): number {
    this.level = this.level === 1 ? 4 : this.level - 1
    this.step = this.level === 4 ? 'open' : 'after'
    return end
  }

  private takeKey(buffer: Buffer, at: number): number | undefined {
    if (buffer[at] === closeBrace && this.mayEnd) return this.leave(at + 1)
    if (buffer[at] !== codes.quote) throw new UnusualLayout()
    const end = endOfString(buffer, at)
    if (end === undefined) return undefined
    const key = parseJson(buffer.subarray(at, end))
    this.key = typeof key === 'string' ? key : ''
    if (this.level === 2) this.parts.onChart(this.key)
    this.step = 'colon'
    return end
  }

  private takeValue(buffer: Buffer, at: number, isLast: boolean): number | undefined {
    const code = buffer[at] ?? 0
    if (this.level === 3 && code === closeBracket && this.mayEnd) return this.leave(at + 1)
    if (this.level === 1 && this.key === 'entries' && code === openBrace) {
      // Go puts the second one on top of the first.
      if (this.hasEntries) throw new UnusualLayout()
      this.hasEntries = true
      return this.enter(at + 1)
    }
    if (this.level === 2 && code === openBracket) return this.enter(at + 1)
    const end = endOfValue(buffer, at, isLast)
    if (end === undefined) return undefined
    this.addValue(parseJson(buffer.subarray(at, end)), end - at)
    this.step = 'after'
    return end
  }

  private addValue(value: Value, size: number): void {
    if (this.level === 3) this.parts.onEntry(this.fit(value, entryShape))
    else if (this.level === 2) {
      // A chart without versions; a list was entered.
      if (value !== null) throw new UnusualLayout()
    } else {
      this.headBytes += size
      if (this.headBytes > maxHeadBytes) {
        const message = `${this.source} has, besides its entries, more than ${maxHeadBytes} bytes`
        throw new SourceError('too-large', message)
      }
      this.fields.set(this.key, value)
    }
  }

  private takeAfter(code: number, at: number): number {
    const closing = this.level === 3 ? closeBracket : closeBrace
    if (code === closing) return this.leave(at + 1)
    if (code !== codes.comma) throw new UnusualLayout()
    this.step = this.level === 3 ? 'value' : 'key'
    this.mayEnd = false
    return at + 1
  }

  private fit(value: Value, shape: Shape): Value {
    try {
      return fitToShape(value, shape)
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      throw new SourceError('bad-index', `${this.source}: ${error.problem}`, { cause: error })
    }
  }
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function endOfString(buffer: Buffer, at: number): number | undefined {
  for (let index = at + 1; index < buffer.length; index++) {
    const code = buffer[index]
    if (code === codes.backslash) index++
    else if (code === codes.quote) return index + 1
  }
  return undefined
}

// Where a value ends by its brackets; whether it is JSON is found out when it is parsed.
function endOfValue(buffer: Buffer, at: number, isLast: boolean): number | undefined {
  let depth = 0
  for (let index = at; index < buffer.length; index++) {
    const code = buffer[index]
    if (code === codes.quote) {
      const end = endOfString(buffer, index)
      if (end === undefined) return undefined
      index = end - 1
    } else if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return index
      depth--
    } else if (depth > 0) continue
    else if (code === codes.comma || isSpace(code)) return index
    if (depth === 0 && code !== undefined && isEndMark(code)) return index + 1
  }
  return isLast ? buffer.length : undefined
}

function isEndMark(code: number): boolean {
  return code === codes.quote || code === closeBrace || code === closeBracket
}

function parseJson(bytes: Uint8Array): Value {
  try {
    return decodeJson(fromBytes(bytes), 'any')
  } catch (error) {
    if (error instanceof JsonError) throw new UnusualLayout('', { cause: error })
    throw error
  }
}
