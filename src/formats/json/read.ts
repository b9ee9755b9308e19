// The reader behind decodeJson. It keeps its own stack, because Go allows 10000 levels.

import { toBytes } from '../go-string.ts'
import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { endOfJsonString, inString, unquoteJson } from './read-string.ts'

interface OpenMap {
  readonly map: Map<string, Value>
  key: string
}

interface OpenList {
  readonly list: Value[]
}

const maxDepth = 10000
const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20]
const words: readonly (readonly [string, Value])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

export class JsonReader {
  /** The first number that is too large for a float64; Go reads on and reports it at the end. */
  rangeError: string | undefined
  private readonly text: string
  private at = 0
  private readonly open: (OpenMap | OpenList)[] = []

  constructor(text: string) {
    this.text = text
  }

  /** The only value of the text. Throws a SyntaxError with Go's text. */
  readDocument(): Value {
    const value = this.readOne()
    this.skipSpace()
    if (this.at < this.text.length) this.fail('after top-level value')
    return value
  }

  /** Where the reader stands. */
  get end(): number {
    return this.at
  }

  /** The value at the start of the text, whatever follows it. */
  readOne(): Value {
    let value = this.readValue()
    for (;;) {
      // A container that has just been opened has no value yet.
      if (value !== undefined) {
        if (this.open.length === 0) break
        this.store(value)
        value = this.closeOrNext()
      } else value = this.readFirst()
    }
    return value
  }

  /** Reads on after an opening bracket: a first member, or the end of the container. */
  private readFirst(): Value {
    this.skipSpace()
    const container = this.top()
    if ('list' in container) {
      if (this.text[this.at] !== ']') return this.readValue()
    } else if (this.text[this.at] !== '}') return this.readMember(container)
    this.at++
    return this.close()
  }

  /** Reads on after a member: a comma and the next one, or the end of the container. */
  private closeOrNext(): Value {
    this.skipSpace()
    const container = this.top()
    const char = this.text[this.at]
    if (char === ',') {
      this.at++
      return 'list' in container ? this.readValue() : this.readMember(container)
    }
    if (char !== ('list' in container ? ']' : '}'))
      this.fail('list' in container ? 'after array element' : 'after object key:value pair')
    this.at++
    return this.close()
  }

  private close(): Value {
    const container = this.top()
    this.open.pop()
    return 'list' in container ? container.list : container.map
  }

  private top(): OpenMap | OpenList {
    const container = this.open.at(-1)
    if (container === undefined) throw new Error('no container is open')
    return container
  }

  private store(value: Value): void {
    const container = this.top()
    if ('list' in container) container.list.push(value)
    else container.map.set(container.key, value)
  }

  private readMember(container: OpenMap): Value {
    this.skipSpace()
    if (this.text[this.at] !== '"') this.fail('looking for beginning of object key string')
    container.key = this.readString()
    this.skipSpace()
    if (this.text[this.at] !== ':') this.fail('after object key')
    this.at++
    return this.readValue()
  }

  /** A value; undefined when a container has been opened. */
  private readValue(): Value {
    this.skipSpace()
    switch (this.text[this.at]) {
      case '{':
        return this.openContainer({ map: new Map(), key: '' })
      case '[':
        return this.openContainer({ list: [] })
      case '"':
        return this.readString()
      case 't':
      case 'f':
      case 'n':
        return this.readWord()
      default:
        return this.readNumber()
    }
  }

  private openContainer(container: OpenMap | OpenList): undefined {
    this.open.push(container)
    if (this.open.length > maxDepth) this.fail('exceeded max depth')
    this.at++
  }

  private readString(): string {
    const start = this.at
    const end = endOfJsonString(this.text, start)
    this.at = end.at
    if (end.problem !== undefined) this.failInString(end.problem)
    return unquoteJson(this.text, start, this.at)
  }

  private failInString(problem: string): never {
    if (problem === inString) this.fail(problem)
    this.failInside(problem)
  }

  private readWord(): Value {
    const [word, value] = words.find(([name]) => name[0] === this.text[this.at]) ?? ['', null]
    for (const char of word) {
      if (this.text[this.at] !== char) this.failInside(`in literal ${word} (expecting '${char}')`)
      this.at++
    }
    return value
  }

  private readNumber(): Value {
    const start = this.at
    if (this.text[this.at] === '-') this.at++
    if (this.text[this.at] === '0') this.at++
    else if (!this.skipDigits()) {
      if (start === this.at) this.fail('looking for beginning of value')
      this.failInside('in numeric literal')
    }
    if (this.text[this.at] === '.') {
      this.at++
      if (!this.skipDigits()) this.failInside('after decimal point in numeric literal')
    }
    this.skipExponent()
    return this.convert(this.text.slice(start, this.at))
  }

  private skipExponent(): void {
    const char = this.text[this.at]
    if (char !== 'e' && char !== 'E') return
    this.at++
    const sign = this.text[this.at]
    if (sign === '+' || sign === '-') this.at++
    if (!this.skipDigits()) this.failInside('in exponent of numeric literal')
  }

  private skipDigits(): boolean {
    const start = this.at
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (!(code >= 0x30 && code <= 0x39)) return this.at > start
      this.at++
    }
  }

  /** The value of a number; a reader that keeps literals overrides it. */
  protected convert(literal: string): Value {
    const value = Number(literal)
    if (Number.isFinite(value)) return value
    this.rangeError ??= `json: cannot unmarshal number ${literal} into Go value of type float64`
    return null
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== space && code !== lineFeed && code !== carriageReturn && code !== tab) return
      this.at++
    }
  }

  private fail(problem: string): never {
    if (this.at >= this.text.length) throw new SyntaxError('unexpected end of JSON input')
    const [byte = 0] = toBytes(this.text.slice(this.at, this.at + 2))
    throw new SyntaxError(`invalid character ${quoteByte(byte)} ${problem}`)
  }

  // Go ends its input with a space, which fits nowhere inside a word, a number or an escape.
  private failInside(problem: string): never {
    if (this.at >= this.text.length) throw new SyntaxError(`invalid character ' ' ${problem}`)
    this.fail(problem)
  }
}

function quoteByte(byte: number): string {
  if (byte === 0x27) return "'\\''"
  if (byte === 0x22) return `'"'`
  return `'${quote(String.fromCodePoint(byte)).slice(1, -1)}'`
}
