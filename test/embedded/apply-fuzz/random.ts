/** Random numbers that are the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  /** From 0 to below the limit. */
  readonly below: (limit: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** mulberry32: good enough, and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}
