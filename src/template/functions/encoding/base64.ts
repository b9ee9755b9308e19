const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const padding = 0x3d

/** The value of each byte as a character; -1 for those that are none. */
const values = Int8Array.from({ length: 256 }, (_, byte) =>
  alphabet.indexOf(String.fromCharCode(byte)),
)

/** The bytes, or Go's text of what is wrong. Line breaks are skipped. */
export function decodeBase64(text: Uint8Array): Uint8Array | string {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3)
  let length = 0
  let bits = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? 0
    if (isLineBreak(char)) continue
    if (char === padding) {
      const fault = paddingFault(text, at, count)
      if (fault !== undefined) return illegalAt(fault)
      count = 0
      break
    }
    const value = values[char] ?? -1
    if (value < 0) return illegalAt(at)
    bits = ((bits << 6) | value) & 0xffff
    count = (count + 1) % 4
    // A byte is complete with each character of a group of four but the first.
    if (count !== 1) bytes[length++] = (bits >> (2 * ((4 - count) % 4))) & 0xff
  }
  return count === 0 ? bytes.subarray(0, length) : illegalAt(text.length - count)
}

/** The place that is wrong about the padding that starts here, behind `count` characters of its group. */
function paddingFault(text: Uint8Array, at: number, count: number): number | undefined {
  if (count < 2) return at
  let next = skipLineBreaks(text, at + 1)
  if (count === 2) {
    if (next === text.length) return text.length
    if (text[next] !== padding) return next - 1
    next = skipLineBreaks(text, next + 1)
  }
  return next < text.length ? next : undefined
}

function skipLineBreaks(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length && isLineBreak(text[at] ?? 0)) at++
  return at
}

function isLineBreak(char: number): boolean {
  return char === 0x0a || char === 0x0d
}

function illegalAt(place: number): string {
  return `illegal base64 data at input byte ${place}`
}
