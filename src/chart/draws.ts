import { sha256 } from '@noble/hashes/sha2.js'
import type { Draws } from '../template/func.ts'

/**
 * Draws that are the same for the same seed and moment: a render repeated with them gives the same
 * bytes. Keys cannot be made from a seed; they come from `generateKey`, where one is given.
 */
export function seededDraws(seed: string, now: bigint, generateKey?: Draws['generateKey']): Draws {
  const encoder = new TextEncoder()
  let round = 0
  let pool = new Uint8Array()
  const randomBytes = (count: number) => {
    const bytes = new Uint8Array(count)
    for (let filled = 0; filled < count;) {
      if (pool.length === 0) pool = sha256(encoder.encode(`${seed}/${round++}`))
      const part = pool.subarray(0, count - filled)
      bytes.set(part, filled)
      filled += part.length
      pool = pool.subarray(part.length)
    }
    return bytes
  }
  return { randomBytes, now: () => now, ...(generateKey === undefined ? {} : { generateKey }) }
}
