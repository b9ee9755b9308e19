import { KubeError } from '../../kube/errors.ts'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const space = 0x20

type Range = readonly [begin: number, end: number]

/**
 * Where the items of a list are in its JSON, in their order. `lengthAt` may know the length of the item at a place; 0 says that it
 * does not. Go writes an empty list as null.
 */
export function* itemRanges(bytes: Uint8Array, lengthAt: (at: number) => number): Generator<Range> {
  let at = expected(bytes, 0, openObject)
  for (;;) {
    const name = afterSpace(bytes, at)
    if (bytes[name] === closeObject) break
    const nameEnd = endOfText(bytes, name)
    const value = afterSpace(bytes, expected(bytes, nameEnd, colon))
    if (isItems(bytes, name, nameEnd) && bytes[value] === openList) {
      return yield* itemsFrom(bytes, value + 1, lengthAt)
    }
    if (isItems(bytes, name, nameEnd)) return
    at = afterSpace(bytes, endOfValue(bytes, value))
    if (bytes[at] === comma) at++
  }
  throw new KubeError('bad-answer', 'the list has no items')
}

function* itemsFrom(
  bytes: Uint8Array,
  from: number,
  lengthAt: (at: number) => number,
): Generator<Range> {
  let at = afterSpace(bytes, from)
  while (bytes[at] !== closeList) {
    if (bytes[at] !== openObject) throw unreadable()
    const length = lengthAt(at)
    const end = length > 0 ? at + length : endOfValue(bytes, at)
    yield [at, end]
    at = afterSpace(bytes, end)
    if (bytes[at] === comma) at = afterSpace(bytes, at + 1)
  }
}

function isItems(bytes: Uint8Array, begin: number, end: number): boolean {
  return end - begin === 7 && Buffer.from(bytes.subarray(begin, end)).toString() === '"items"'
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while ((bytes[at] ?? Infinity) <= space) at++
  if (at >= bytes.length) throw unreadable()
  return at
}

function expected(bytes: Uint8Array, from: number, byte: number): number {
  const at = afterSpace(bytes, from)
  if (bytes[at] !== byte) throw unreadable()
  return at + 1
}

/** Behind the text that begins at a quote. */
function endOfText(bytes: Uint8Array, from: number): number {
  const { length } = bytes
  for (let at = from + 1; at < length; at++) {
    const byte = bytes[at]
    if (byte === backslash) at++
    else if (byte === quote) return at + 1
  }
  throw unreadable()
}

/** Behind a value, whatever it is. */
function endOfValue(bytes: Uint8Array, from: number): number {
  const { length } = bytes
  let depth = 0
  for (let at = from; at < length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfText(bytes, at) - 1
      if (depth === 0) return at + 1
    } else if (byte === openObject || byte === openList) depth++
    else if (byte === closeObject || byte === closeList) {
      // The end of what holds a number, a truth or nothing.
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (byte === comma && depth === 0) return at
  }
  throw unreadable()
}

function unreadable(): KubeError {
  return new KubeError('bad-answer', 'the answer of the server is not JSON')
}
