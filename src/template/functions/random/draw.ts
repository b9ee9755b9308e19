import type { Entropy } from '../../func.ts'

/** A whole number from 0 to below `limit`, each as likely as the others. */
export function drawBelow(entropy: Entropy, limit: bigint): bigint {
  const bytes = Math.ceil((limit - 1n).toString(2).length / 8)
  const range = 1n << BigInt(8 * bytes)
  // Numbers of the last, incomplete round would make small results more likely.
  const usable = range - (range % limit)
  for (;;) {
    let number = 0n
    for (const byte of entropy.randomBytes(bytes)) number = number * 256n + BigInt(byte)
    if (number < usable) return number % limit
  }
}

/** Characters that are drawn at once: a text that grows letter by letter takes thirty times its size. */
const drawnAtOnce = 4096

/** So many characters of an alphabet of at most 256, each as likely as the others. */
export function drawText(entropy: Entropy, alphabet: string, count: number): string {
  const usable = 256 - (256 % alphabet.length)
  const codes = Array.from(alphabet, (char) => char.charCodeAt(0))
  const pieces: string[] = []
  let length = 0
  while (length < count) {
    const drawn = entropy.randomBytes(Math.min(drawnAtOnce, count - length))
    const kept = drawn
      .filter((byte) => byte < usable)
      .map((byte) => codes[byte % codes.length] ?? 0)
    pieces.push(String.fromCharCode(...kept))
    length += kept.length
  }
  return pieces.join('')
}

/**
 * Takes whole numbers below limits that fall by one from call to call, down to 2. It takes the same
 * bytes as drawBelow would, many at once.
 */
export function drawFalling(entropy: Entropy): (limit: number) => number {
  let pool = new Uint8Array()
  let at = 0
  return (limit) => {
    const width = Math.ceil((32 - Math.clz32(limit - 1)) / 8)
    const range = 256 ** width
    const usable = range - (range % limit)
    for (;;) {
      if (at === pool.length) {
        // Limits that are left and take as many bytes; more would be drawn for nobody.
        const left = width === 1 ? limit - 1 : limit - 256 ** (width - 1)
        pool = new Uint8Array(entropy.randomBytes(width * Math.min(left, drawnAtOnce)))
        at = 0
      }
      let number = 0
      for (let byte = 0; byte < width; byte++) number = number * 256 + (pool[at++] ?? 0)
      if (number < usable) return number % limit
    }
  }
}
