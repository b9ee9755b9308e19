/** A number from 0 up to 1. */
type Draw = () => number

/** The same numbers for the same seed. */
function drawsOf(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Choices at random, the same for the same seed. */
export class Dice {
  private readonly draw: Draw

  constructor(seed: number) {
    this.draw = drawsOf(seed)
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.draw() * items.length)] as T
  }

  chance(share: number): boolean {
    return this.draw() < share
  }

  some<T>(make: () => T, most: number): T[] {
    return Array.from({ length: Math.floor(this.draw() * (most + 1)) }, make)
  }
}
