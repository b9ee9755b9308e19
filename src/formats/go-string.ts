// Go strings are bytes; ours are JavaScript strings in which a byte that belongs to no valid UTF-8
// sequence is the lone surrogate U+DC00 + byte (value.ts). Almost every string is plain ASCII or
// valid text, so each function has a short way for those.

const escapeBase = 0xdc00
const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether every character is one byte. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** Whether the string holds no escaped byte, that is, whether its bytes are valid UTF-8. */
export function isValidUtf8(text: string): boolean {
  return text.isWellFormed()
}

/** Go's len(): the number of bytes. */
export function byteLength(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) length += 1
    else if (unit < 0xd800 || unit > 0xdfff) length += 2
    else if (unit < 0xdc00) {
      // A pair is four bytes in two units.
      length += 2
      i++
    }
  }
  return length
}

/** The bytes of a Go string. */
export function toBytes(text: string): Uint8Array {
  if (isValidUtf8(text)) return encoder.encode(text)
  // No more than three bytes for a unit.
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes[length++] = unit
    else if (isEscapedByte(unit)) bytes[length++] = unit - escapeBase
    else {
      let end = at + 1
      while (end < text.length && isOfText(text.charCodeAt(end - 1), text.charCodeAt(end))) end++
      length += encoder.encodeInto(text.slice(at, end), bytes.subarray(length)).written
      at = end - 1
    }
  }
  return bytes.slice(0, length)
}

function isEscapedByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff
}

/** Whether a unit goes on a text that is no ASCII; the second half of a pair is no escaped byte. */
function isOfText(before: number, unit: number): boolean {
  const isSecondHalf = before >= 0xd800 && before < 0xdc00
  return isSecondHalf || (unit >= 0x80 && !isEscapedByte(unit))
}

/** The Go string with these bytes. */
export function fromBytes(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return decodeWithEscapes(bytes)
  }
}

/** Go's s[start:end] by bytes. The caller has checked the range. */
export function sliceBytes(text: string, start: number, end: number): string {
  if (isAscii(text)) return text.slice(start, end)
  return fromBytes(toBytes(text).subarray(start, end))
}

/** The byte at a place; the caller has checked the range. */
export function byteAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (isAscii(text)) return unit
  return toBytes(text)[index] ?? 0
}

/**
 * Joins strings whose escaped bytes may together be valid UTF-8 again, as Go's + does on bytes.
 * Strings without escapes need only JavaScript's +.
 */
export function joinStrings(parts: readonly string[]): string {
  return normalize(parts.join(''))
}

/** Turns escaped bytes that form valid UTF-8 back into characters. */
export function normalize(text: string): string {
  return isValidUtf8(text) ? text : fromBytes(toBytes(text))
}

/** Go's order of strings: by bytes, which is the order of code points (an invalid byte counts as itself). */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (x < 0xd800 && y < 0xd800) return x - y
    return isValidUtf8(a) && isValidUtf8(b) ? orderUnit(x) - orderUnit(y) : compareBytes(a, b)
  }
  return a.length - b.length
}

/** The runes of a Go string: code points, U+FFFD for each byte that is not valid UTF-8. */
export function runesOf(text: string): number[] {
  const runes: number[] = []
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0
    runes.push(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point)
  }
  return runes
}

/** The text with every invalid byte replaced by U+FFFD, as encoding/json and YAML see it. */
export function replaceInvalid(text: string): string {
  return text.toWellFormed()
}

// Surrogates stand for code points above U+FFFF and so sort after U+E000 … U+FFFF.
function orderUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800
}

function compareBytes(a: string, b: string): number {
  const x = toBytes(a)
  const y = toBytes(b)
  const length = Math.min(x.length, y.length)
  for (let i = 0; i < length; i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}

function decodeWithEscapes(bytes: Uint8Array): string {
  let text = ''
  let start = 0
  let i = 0
  while (i < bytes.length) {
    const size = sequenceLength(bytes, i)
    if (size > 0) {
      i += size
      continue
    }
    if (start < i) text += strictDecoder.decode(bytes.subarray(start, i))
    text += String.fromCharCode(escapeBase + (bytes[i] ?? 0))
    start = ++i
  }
  return text + strictDecoder.decode(bytes.subarray(start))
}

/** The length of the valid UTF-8 sequence at a place; 0 where there is none. */
function sequenceLength(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0
  if (first < 0x80) return 1
  const size =
    first >= 0xc2 && first <= 0xdf
      ? 2
      : first >= 0xe0 && first <= 0xef
        ? 3
        : first >= 0xf0 && first <= 0xf4
          ? 4
          : 0
  if (size === 0 || start + size > bytes.length) return 0
  for (let i = 1; i < size; i++) if (((bytes[start + i] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[start + 1] ?? 0
  const outside =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f)
  return outside ? 0 : size
}
