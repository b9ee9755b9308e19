// One character at a time from UTF-8 or UTF-16, with go-yaml's words for what is wrong.

/** The character goes on behind the end. */
export const incomplete = Symbol('incomplete')

/** The character at a place, `incomplete`, or what is wrong with it. */
export type Decode = (
  bytes: Uint8Array,
  at: number,
  end: number,
) => { readonly point: number; readonly width: number } | typeof incomplete | string

const leastOfWidth = [0, 0, 0x80, 0x800, 0x10000]

export const decodeUtf8: Decode = (bytes, at, end) => {
  const first = bytes[at] ?? 0
  const width = widthOf(first)
  if (width === 0) return 'invalid leading UTF-8 octet'
  if (at + width > end) return incomplete
  let point = width === 1 ? first : first & (0x7f >> width)
  for (let i = 1; i < width; i++) {
    const octet = bytes[at + i] ?? 0
    if ((octet & 0xc0) !== 0x80) return 'invalid trailing UTF-8 octet'
    point = point * 64 + (octet & 0x3f)
  }
  if (point < (leastOfWidth[width] ?? 0)) return 'invalid length of a UTF-8 sequence'
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) return 'invalid Unicode character'
  return allowed(point, width)
}

/** UTF-16 whose low byte is at the offset: 0 for little endian, 1 for big endian. */
export function decodeUtf16(low: 0 | 1): Decode {
  const high = 1 - low
  const unitAt = (bytes: Uint8Array, at: number): number =>
    (bytes[at + low] ?? 0) + (bytes[at + high] ?? 0) * 256
  return (bytes, at, end) => {
    if (at + 2 > end) return incomplete
    const first = unitAt(bytes, at)
    if ((first & 0xfc00) === 0xdc00) return 'unexpected low surrogate area'
    if ((first & 0xfc00) !== 0xd800) return allowed(first, 2)
    if (at + 4 > end) return incomplete
    const second = unitAt(bytes, at + 2)
    if ((second & 0xfc00) !== 0xdc00) return 'expected low surrogate area'
    return allowed(0x10000 + (first & 0x3ff) * 0x400 + (second & 0x3ff), 4)
  }
}

/** How many bytes the first byte of a UTF-8 sequence announces; 0 for a byte that cannot be first. */
export function widthOf(octet: number): number {
  if (octet < 0x80) return 1
  if ((octet & 0xe0) === 0xc0) return 2
  if ((octet & 0xf0) === 0xe0) return 3
  return (octet & 0xf8) === 0xf0 ? 4 : 0
}

function allowed(point: number, width: number): { point: number; width: number } | string {
  const isAllowed =
    (point >= 0x20 && point <= 0x7e) ||
    point === 0x09 ||
    point === 0x0a ||
    point === 0x0d ||
    point === 0x85 ||
    (point >= 0xa0 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    point >= 0x10000
  return isAllowed ? { point, width } : 'control characters are not allowed'
}
