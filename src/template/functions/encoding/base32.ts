const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const padding = 0x3d

/** Standard base32 with padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff
    count += 8
    for (; count >= 5; count -= 5) text += alphabet.charAt((bits >> (count - 5)) & 31)
  }
  if (count > 0) text += alphabet.charAt((bits << (5 - count)) & 31)
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

/** The bytes, or Go's text of what is wrong, which counts without the line breaks. */
export function decodeBase32(source: Uint8Array): Uint8Array | string {
  const text = source.filter((char) => char !== 0x0a && char !== 0x0d)
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const [at, char] of text.entries()) {
    const inGroup = at % 8
    if (char === padding && inGroup >= 2 && text.length - at <= 8) {
      const fault = paddingFault(text, at)
      return fault === undefined ? Uint8Array.from(bytes) : illegalAt(fault)
    }
    const value = alphabet.indexOf(String.fromCharCode(char))
    if (value < 0) return illegalAt(at)
    bits = ((bits << 5) | value) & 0xfff
    count += 5
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 0xff)
    }
  }
  const incomplete = text.length % 8
  return incomplete === 0 ? Uint8Array.from(bytes) : illegalAt(text.length - incomplete)
}

/**
 * The place of the first fault in the padding that starts here. The text after a full group is not
 * looked at.
 */
function paddingFault(text: Uint8Array, at: number): number | undefined {
  const end = at - (at % 8) + 8
  if (text.length < end) return text.length
  for (let next = at + 1; next < end; next++) if (text[next] !== padding) return next - 1
  // One, three or six characters do not make whole bytes.
  return [1, 3, 6].includes(at % 8) ? at : undefined
}

function illegalAt(place: number): string {
  return `illegal base32 data at input byte ${place}`
}
