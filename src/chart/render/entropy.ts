import { sha256 } from '@noble/hashes/sha2.js'
import type { Entropy, KeyKind } from '../../template/func.ts'

/**
 * Entropy that is the same for the same seed and moment: a render repeated with it gives the same
 * bytes. Keys cannot be made from a seed; they come from `generateKey`, where one is given.
 */
export function seededEntropy(
  seed: string,
  now: bigint,
  generateKey?: Entropy['generateKey'],
): Entropy {
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

/** The random bytes and the time that a render used: enough to repeat it byte for byte. */
export interface RecordedEntropy {
  readonly random: Uint8Array
  /** Nanoseconds since 1970; undefined when no template looked at the clock. */
  readonly now: bigint | undefined
  readonly keys: readonly { readonly kind: KeyKind; readonly key: Uint8Array }[]
}

/** Entropy that remembers what was drawn. */
export function recordEntropy(entropy: Entropy): {
  entropy: Entropy
  recorded: () => RecordedEntropy
} {
  const random: Uint8Array[] = []
  const keys: { kind: KeyKind; key: Uint8Array }[] = []
  let now: bigint | undefined
  const recording: Entropy = {
    ...entropy,
    randomBytes: (count) => {
      const bytes = entropy.randomBytes(count)
      random.push(bytes)
      return bytes
    },
    now: () => (now ??= entropy.now()),
    generateKey: (kind) => {
      const key = entropy.generateKey?.(kind)
      if (key !== undefined) keys.push({ kind, key })
      return key
    },
  }
  return { entropy: recording, recorded: () => ({ random: concat(random), now, keys }) }
}

/** Entropy that repeats a recorded render; where it drew more than was recorded, `rest` goes on. */
export function replayEntropy(recorded: RecordedEntropy, rest: Entropy): Entropy {
  const keys = [...recorded.keys]
  let at = 0
  return {
    ...rest,
    randomBytes: (count) => {
      const bytes = recorded.random.slice(at, at + count)
      at += bytes.length
      return bytes.length === count
        ? bytes
        : concat([bytes, rest.randomBytes(count - bytes.length)])
    },
    now: () => recorded.now ?? rest.now(),
    generateKey: (kind) => {
      const found = keys.findIndex((one) => one.kind === kind)
      return found < 0 ? rest.generateKey?.(kind) : keys.splice(found, 1)[0]?.key
    },
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
