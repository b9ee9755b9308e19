import type { Registry } from './registry.ts'

const suffixLetters = 'bcdfghjklmnpqrstvwxz2456789'
const suffixLength = 5
const longestPrefix = 63 - suffixLength

/** A name that begins with the prefix and ends at random, as Kubernetes' own server makes it. */
export function drawName(registry: Pick<Registry, 'random'>, prefix: string): string {
  const letters = Array.from({ length: suffixLength }, () =>
    suffixLetters.charAt(Math.floor(registry.random() * suffixLetters.length)),
  )
  return prefix.slice(0, longestPrefix) + letters.join('')
}
