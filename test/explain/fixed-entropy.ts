import type { Entropy, KeyKind } from '../../src/template/func.ts'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'

/**
 * Entropy that does not depend on what was drawn before, so that two renders of different values differ
 * only where the values do.
 */
export function fixedEntropy(): Entropy {
  const keys = new Map<KeyKind, Uint8Array | undefined>()
  const { generateKey } = nodeEntropy()
  return {
    randomBytes: (count) =>
      Uint8Array.from({ length: count }, (_, index) => (index * 37 + 11) % 251),
    now: () => 1_700_000_000_123_456_789n,
    generateKey: (kind) => {
      if (!keys.has(kind)) keys.set(kind, generateKey?.(kind))
      return keys.get(kind)
    },
  }
}
