import { type BackoffPolicy, backoffDelay } from '../std/backoff.ts'
import type { Clock } from '../std/clock.ts'

/** How many attempts all failing keys together get: a second, and at once. */
export interface RetryLimit {
  readonly perSecond: number
  readonly burst: number
}

export interface RetryOptions {
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly backoff?: BackoffPolicy
  readonly retryLimit?: RetryLimit
}

const defaultBackoff: BackoffPolicy = { first: 10, most: 300_000 }
const defaultRetryLimit: RetryLimit = { perSecond: 10, burst: 100 }

/** The pause after a failure: longer with each failure of the same key, and bounded for all keys together. */
export class RetryBackoff {
  private readonly options: RetryOptions
  private readonly failures = new Map<string, number>()
  private tokens: number
  private filledAt: number

  constructor(options: RetryOptions) {
    this.options = options
    this.tokens = (options.retryLimit ?? defaultRetryLimit).burst
    this.filledAt = options.clock.monotonic()
  }

  /** Notes a failure of the key; gives the milliseconds until its next attempt, at least one. */
  failed(key: string): number {
    const { backoff = defaultBackoff, random } = this.options
    const failures = this.failuresOf(key)
    this.failures.set(key, failures + 1)
    return Math.max(1, backoffDelay(failures, backoff, random()), this.reserve())
  }

  /** The key succeeded: its next failure is a first one. */
  forget(key: string): void {
    this.failures.delete(key)
  }

  /** How often a key has failed in a row. */
  failuresOf(key: string): number {
    return this.failures.get(key) ?? 0
  }

  // Milliseconds until all failing keys together may try once more.
  private reserve(): number {
    const { perSecond, burst } = this.options.retryLimit ?? defaultRetryLimit
    const now = this.options.clock.monotonic()
    const gained = ((now - this.filledAt) / 1000) * perSecond
    this.tokens = Math.min(burst, this.tokens + gained) - 1
    this.filledAt = now
    return this.tokens >= 0 ? 0 : Math.ceil((-this.tokens / perSecond) * 1000)
  }
}
