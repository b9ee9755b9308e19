import { type Clock, abortReason } from '../std/clock.ts'
import { type Priority, type WaitingPriority, waitingPriorities } from './priority.ts'

export interface RateLimit {
  /** Requests a second in the long run. */
  readonly perSecond: number
  /** Requests at once after a quiet time. */
  readonly burst: number
}

interface Waiting {
  readonly priority: WaitingPriority
  readonly go: () => void
}

/** A token bucket for the requests to one cluster, with waiting places by priority. */
export class RateLimiter {
  private readonly clock: Clock
  private readonly limit: RateLimit
  private tokens: number
  private filledAt: number
  private blockedUntil = 0
  private readonly waiting: Waiting[] = []
  private timer: (() => void) | undefined

  constructor(clock: Clock, limit: RateLimit) {
    this.clock = clock
    this.limit = limit
    this.tokens = limit.burst
    this.filledAt = clock.monotonic()
  }

  /** Resolves when the request may go. */
  async acquire(priority: Priority, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw abortReason(signal)
    this.fill()
    if (priority === 'urgent') {
      // Goes on credit, which the others pay back.
      this.tokens--
      return
    }
    if (this.waiting.length === 0 && this.tokens >= 1 && this.blockedFor() === 0) {
      this.tokens--
      return
    }
    await this.wait(priority, signal)
  }

  /** The server asked to be left alone: nothing but urgent requests goes for so many milliseconds. */
  hold(milliseconds: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, this.clock.monotonic() + milliseconds)
  }

  private wait(priority: WaitingPriority, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(abortReason(signal))
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const entry: Waiting = { priority, go }
      signal.addEventListener('abort', stop, { once: true })
      this.enqueue(entry)
      this.arm()
    })
  }

  private enqueue(entry: Waiting): void {
    const rank = rankOf(entry)
    const behind = this.waiting.findIndex((other) => rankOf(other) > rank)
    if (behind === -1) this.waiting.push(entry)
    else this.waiting.splice(behind, 0, entry)
  }

  private arm(): void {
    if (this.timer !== undefined || this.waiting.length === 0) return
    const forToken = Math.max(0, ((1 - this.tokens) / this.limit.perSecond) * 1000)
    const pause = Math.max(1, Math.ceil(Math.max(forToken, this.blockedFor())))
    this.timer = this.clock.after(pause, () => {
      this.timer = undefined
      this.release()
    })
  }

  private release(): void {
    this.fill()
    while (this.tokens >= 1 && this.blockedFor() === 0) {
      const next = this.waiting.shift()
      if (next === undefined) return
      this.tokens--
      next.go()
    }
    this.arm()
  }

  private fill(): void {
    const now = this.clock.monotonic()
    const gained = ((now - this.filledAt) / 1000) * this.limit.perSecond
    this.tokens = Math.min(this.limit.burst, this.tokens + gained)
    this.filledAt = now
  }

  private blockedFor(): number {
    return Math.max(0, this.blockedUntil - this.clock.monotonic())
  }
}

function rankOf({ priority }: Waiting): number {
  return waitingPriorities.indexOf(priority)
}
