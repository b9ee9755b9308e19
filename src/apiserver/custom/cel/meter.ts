/** Rules are written by strangers: each run may do only so much. */
export class OutOfBudget extends Error {}

/** Counts what a run costs. There is one run at a time, for rules never wait. */
export interface Meter {
  /** Gives a run what it may cost. */
  readonly start: (budget: number) => void
  /** Throws when nothing is left. */
  readonly charge: (cost: number) => void
  /** Charges for looking at a whole value. */
  readonly chargeFor: (value: unknown) => void
  /** The cost of the run so far. */
  readonly spent: () => number
  /** Remembers how much there is in a value, nested values included. */
  readonly weigh: (value: object, weight: number) => void
  readonly weightOf: (value: unknown) => number
}

/** Charged per character of a text. */
const perCharacter = 0.1

export function createMeter(): Meter {
  const weights = new WeakMap<object, number>()
  // Thrown as often as there are items left in a loop, so it is made once.
  const exhausted = new OutOfBudget('operation cancelled: actual cost limit exceeded')
  let [budget, left] = [0, 0]
  const charge = (cost: number): void => {
    left -= cost
    if (left < 0) throw exhausted
  }
  const weightOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length * perCharacter
    if (typeof value !== 'object' || value === null) return 1
    const known = weights.get(value)
    if (known !== undefined) return known
    if (Array.isArray(value) || value instanceof Uint8Array) return value.length
    return value instanceof Map ? value.size : 1
  }
  return {
    start: (given) => {
      budget = given
      left = given
    },
    charge,
    chargeFor: (value) => charge(weightOf(value)),
    spent: () => Math.min(budget, Math.ceil(budget - left)),
    weigh: (value, weight) => void weights.set(value, weight),
    weightOf,
  }
}
