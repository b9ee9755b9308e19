import { type Arbitrary, bigInt, double, gen, nat, sample, string } from 'fast-check'

/** Choices of one random case; the same seed and run make the same ones. */
export interface Draw {
  /** A whole number from 0 to count - 1. */
  readonly below: (count: number) => number
  /** Whether something that happens in so many of a hundred cases happens. */
  readonly chance: (percent: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  /** One of the items, each as often as its weight says. */
  readonly weighted: <T>(items: readonly (readonly [weight: number, item: T])[]) => T
  /** Between `min` and `max` results of `make`. */
  readonly several: <T>(min: number, max: number, make: () => T) => T[]
  /** Text of any characters. */
  readonly text: (maxLength: number) => string
  readonly float: () => number
  readonly int64: () => bigint
}

/** So many independent sources of random numbers. */
export function drawMany(seed: number, count: number): Draw[] {
  return sample(gen(), { seed, numRuns: count, unbiased: true }).map(drawOf)
}

type Generate = ReturnType<typeof gen> extends Arbitrary<infer G> ? G : never

function drawOf(generate: Generate): Draw {
  const below = (count: number) => generate(nat, Math.max(0, count - 1))
  const pick = <T>(items: readonly T[]): T => {
    const index = below(items.length)
    if (index >= items.length) throw new Error('nothing to pick from')
    return items[index] as T
  }
  return {
    below,
    pick,
    chance: (percent) => below(100) < percent,
    weighted: (items) => {
      let rest = below(items.reduce((sum, [weight]) => sum + weight, 0))
      const found = items.find(([weight]) => (rest -= weight) < 0)
      if (found === undefined) throw new Error('nothing to pick from')
      return found[1]
    },
    several: (min, max, make) => Array.from({ length: min + below(max - min + 1) }, make),
    text: (maxLength) => generate(string, { unit: 'binary', maxLength }),
    float: () => generate(double, { noNaN: true, noDefaultInfinity: true }),
    int64: () => generate(bigInt, { min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  }
}
