import { tags, unsignedNumber } from './write-der.ts'

/** The bytes are not DER, or not the structure that was wanted. */
export class DerError extends Error {}

/** An element that was read. */
export interface DerElement {
  readonly tag: number
  readonly contents: Uint8Array
  /** Tag and length included. */
  readonly full: Uint8Array
}

/** Reads elements one after the other. */
export class DerReader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isEmpty(): boolean {
    return this.at >= this.bytes.length
  }

  /** The tag of the next element; undefined at the end. */
  peek(): number | undefined {
    return this.bytes[this.at]
  }

  /** The next element, whatever it is. */
  next(): DerElement {
    const start = this.at
    const tag = this.byte()
    const length = this.length()
    const end = this.at + length
    if (end > this.bytes.length) throw new DerError('data truncated')
    const contents = this.bytes.subarray(this.at, end)
    this.at = end
    return { tag, contents, full: this.bytes.subarray(start, end) }
  }

  /** The next element, which must have this tag. */
  expect(tag: number): DerElement {
    const found = this.next()
    if (found.tag !== tag) throw new DerError(`tags don't match (${tag} vs ${found.tag})`)
    return found
  }

  /** The next element if it has this tag. */
  optional(tag: number): DerElement | undefined {
    return this.peek() === tag ? this.next() : undefined
  }

  sequence(): DerReader {
    return new DerReader(this.expect(tags.sequence).contents)
  }

  integer(): bigint {
    const { contents } = this.expect(tags.integer)
    if (contents.length === 0) throw new DerError('empty integer')
    const value = unsignedNumber(contents)
    const isNegative = (contents[0] ?? 0) >= 0x80
    return isNegative ? value - (1n << BigInt(8 * contents.length)) : value
  }

  /** With dots. */
  objectId(): string {
    const { contents } = this.expect(tags.objectId)
    const parts: number[] = []
    let part = 0
    for (const byte of contents) {
      part = part * 128 + (byte % 128)
      if (byte >= 0x80) continue
      parts.push(part)
      part = 0
    }
    const [first = 0, ...rest] = parts
    const root = Math.min(2, Math.floor(first / 40))
    return [root, first - root * 40, ...rest].join('.')
  }

  octetString(): Uint8Array {
    return this.expect(tags.octetString).contents
  }

  /** The bits of a bit string of whole bytes. */
  bitString(): Uint8Array {
    return this.expect(tags.bitString).contents.subarray(1)
  }

  private byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new DerError('syntax error: sequence truncated')
    return byte
  }

  private length(): number {
    const first = this.byte()
    if (first < 0x80) return first
    let length = 0
    if (first === 0x80 || first > 0x84) throw new DerError('length too large')
    for (let i = 0x80; i < first; i++) length = length * 256 + this.byte()
    return length
  }
}
