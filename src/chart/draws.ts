import { sha256 } from '@noble/hashes/sha2.js'
import type { Draws, KeyKind } from '../template/func.ts'

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

/** What a render drew: enough to repeat it byte for byte. */
export interface RecordedDraws {
  readonly random: Uint8Array
  /** Nanoseconds since 1970; undefined when no template looked at the clock. */
  readonly now: bigint | undefined
  readonly keys: readonly { readonly kind: KeyKind; readonly key: Uint8Array }[]
}

/** Draws that remember what was drawn. */
export function recordDraws(draws: Draws): { draws: Draws; recorded: () => RecordedDraws } {
  const random: Uint8Array[] = []
  const keys: { kind: KeyKind; key: Uint8Array }[] = []
  let now: bigint | undefined
  const recording: Draws = {
    ...draws,
    randomBytes: (count) => {
      const bytes = draws.randomBytes(count)
      random.push(bytes)
      return bytes
    },
    now: () => (now ??= draws.now()),
    generateKey: (kind) => {
      const key = draws.generateKey?.(kind)
      if (key !== undefined) keys.push({ kind, key })
      return key
    },
  }
  return { draws: recording, recorded: () => ({ random: concat(random), now, keys }) }
}

/** Draws that repeat a recorded render; where it drew more than was recorded, `rest` goes on. */
export function replayDraws(recorded: RecordedDraws, rest: Draws): Draws {
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
