import type { Clock } from '../../std/clock.ts'
import { FairShares } from '../../std/fair-shares.ts'

/** Milliseconds after which others no longer count as wanting threads. */
const remembered = 60_000
/** Milliseconds after which a render is a long one: whoever has none is given a thread of its own. */
const long = 200

/**
 * Divides the threads between shares: alone, a share may have all of them; while others render,
 * too, it has one, so that a slow chart is waited for by its own share only. Without a clock
 * threads are for one share alone.
 */
export class RenderTurns {
  readonly #size: number
  readonly #clock: Clock | undefined
  readonly #shares: FairShares
  readonly #seenAt = new Map<string, number>()
  #lastTaken = 0

  constructor(size: number, clock: Clock | undefined) {
    this.#size = size
    this.#clock = clock
    this.#shares = new FairShares(size, Infinity)
  }

  mayTake(share: string): boolean {
    if (this.#clock === undefined) return true
    const now = this.#clock.monotonic()
    this.#seenAt.set(share, now)
    const held = this.#shares.heldBy(share)
    if (held === 0) return true
    for (const [other, at] of this.#seenAt) {
      if (now - at > remembered) this.#seenAt.delete(other)
      else if (other !== share) return false
    }
    return held < this.#size
  }

  /** Whether a share has none, and those who have some have had them for long. */
  isKeptOut(share: string): boolean {
    const now = this.#clock?.monotonic() ?? 0
    return this.#shares.heldBy(share) === 0 && now - this.#lastTaken > long
  }

  /** Milliseconds until it is seen whether a share that waits gets a thread of its own. */
  patienceOf(share: string, usual: number): number {
    return this.#shares.heldBy(share) === 0 ? Math.min(long, usual) : usual
  }

  took(share: string): void {
    this.#shares.take(share)
    this.#lastTaken = this.#clock?.monotonic() ?? 0
  }

  left(share: string): void {
    this.#shares.give(share)
  }

  /** Whose turn it is among those that wait. */
  first(waiting: readonly string[]): string | undefined {
    return this.#shares.first(new Set(waiting.filter((share) => this.mayTake(share))))
  }
}
