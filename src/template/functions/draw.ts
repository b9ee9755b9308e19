import type { Draws } from '../func.ts'

/** A whole number from 0 to below `limit`, each as likely as the others. */
export function drawBelow(draws: Draws, limit: bigint): bigint {
  const bytes = Math.ceil((limit - 1n).toString(2).length / 8)
  const range = 1n << BigInt(8 * bytes)
  // Numbers of the last, incomplete round would make small results more likely.
  const usable = range - (range % limit)
  for (;;) {
    let number = 0n
    for (const byte of draws.randomBytes(bytes)) number = number * 256n + BigInt(byte)
    if (number < usable) return number % limit
  }
}

/** So many characters of an alphabet of at most 256, each as likely as the others. */
export function drawText(draws: Draws, alphabet: string, count: number): string {
  const usable = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < count) {
    for (const byte of draws.randomBytes(count - text.length)) {
      if (byte < usable) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}
