/** Characters or bytes that become text at a time. */
const chunk = 4096

/**
 * The texts that a function gives for each rune, one after the other. A text to which pieces are added one by one keeps them
 * all until it is read, which takes thirty times its length; here only those of one chunk are kept.
 */
export function mapRunes(text: string, map: (rune: string) => string): string {
  return mapChunks(text, (part) => Array.from(part, map).join(''))
}

/** The same for a function that makes many runes at once into text, each by itself. */
export function mapChunks(text: string, map: (part: string) => string): string {
  if (text.length <= chunk) return map(text)
  const out: string[] = []
  for (let at = 0; at < text.length;) {
    const end = endOfChunk(text, at)
    out.push(map(text.slice(at, end)))
    at = end
  }
  return out.join('')
}

/** The same for each byte, with a text between them. */
export function mapBytes(
  bytes: Uint8Array,
  map: (byte: number) => string,
  separator: string,
): string {
  const out: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    const pieces = Array.from(bytes.subarray(at, at + chunk), map)
    out.push(pieces.join(separator))
  }
  return out.join(separator)
}

// Never between the two halves of a rune.
function endOfChunk(text: string, at: number): number {
  const end = at + chunk
  const isHalf = (text.codePointAt(end - 1) ?? 0) > 0xffff
  return isHalf ? end + 1 : end
}
