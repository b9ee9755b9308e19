const decoder = new TextDecoder('latin1')
const [zero, space, open, close] = [0x30, 0x20, 0x5b, 0x5d]

/** `[104 105]`: what %v prints of bytes, written as bytes because files of charts have millions of them. */
export function listBytes(bytes: Uint8Array): string {
  // Three digits and a space for each, and the brackets.
  const text = new Uint8Array(bytes.length * 4 + 2)
  let length = 0
  text[length++] = open
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (i > 0) text[length++] = space
    if (byte >= 100) text[length++] = zero + Math.floor(byte / 100)
    if (byte >= 10) text[length++] = zero + (Math.floor(byte / 10) % 10)
    text[length++] = zero + (byte % 10)
  }
  text[length++] = close
  return decoder.decode(text.subarray(0, length))
}
