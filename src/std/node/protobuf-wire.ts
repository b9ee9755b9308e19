/** Bytes that are not the message that they should be; the text is Go's. */
export class ProtobufFault extends Error {
  override readonly name = 'ProtobufFault'
}

/** A field of a message as it stands in the bytes. */
export type WireField =
  | { readonly number: number; readonly is: 'integer'; readonly value: bigint | number }
  | { readonly number: number; readonly is: 'bytes'; readonly value: Buffer }
  | { readonly number: number; readonly is: 'fixed'; readonly value: Buffer }

/** The fields of a message, in the order in which they were written. */
export function* readWire(message: Buffer): Generator<WireField> {
  const reader = new WireReader(message)
  while (reader.hasMore) {
    const tag = Number(reader.varint())
    const number = Math.floor(tag / 8)
    switch (tag % 8) {
      case 0:
        yield { number, is: 'integer', value: reader.varint() }
        break
      case 1:
        yield { number, is: 'fixed', value: reader.take(8) }
        break
      case 2:
        yield { number, is: 'bytes', value: reader.take(Number(reader.varint())) }
        break
      case 5:
        yield { number, is: 'fixed', value: reader.take(4) }
        break
      default:
        throw new ProtobufFault(`proto: illegal wireType ${tag % 8}`)
    }
  }
}

/** Integers one after the other, as a list of them may be written. */
export function* readPacked(bytes: Buffer): Generator<bigint | number> {
  const reader = new WireReader(bytes)
  while (reader.hasMore) yield reader.varint()
}

const mostBytesOfVarint = 10

class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length
  }

  /** Signed, 64 bits; a number while that is exact. */
  varint(): bigint | number {
    let small = 0
    // Four groups of seven bits fit into what bit operations of JavaScript can do.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      small |= (byte & 0x7f) << shift
      if (byte < 0x80) return small
    }
    let large = BigInt(small)
    for (let group = 4; group < mostBytesOfVarint; group++) {
      const byte = this.#byte()
      large |= BigInt(byte & 0x7f) << BigInt(7 * group)
      if (byte < 0x80) return exact(BigInt.asIntN(64, large))
    }
    throw new ProtobufFault('proto: integer overflow')
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (length < 0 || end > this.#bytes.length) throw new ProtobufFault('unexpected EOF')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new ProtobufFault('unexpected EOF')
    this.#at++
    return byte
  }
}

function exact(value: bigint): bigint | number {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}
