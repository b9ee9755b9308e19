import type { Clock } from './clock.ts'

/**
 * A signal that is given when the caller's is, or when nothing was heard for too long. Feeding it is
 * cheap: it only notes the time, and the timer looks at the note.
 */
export class Watchdog {
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly clock: Clock
  private readonly patience: number
  private readonly parent: AbortSignal
  private readonly follow = () => this.controller.abort(this.parent.reason)
  private lastFed: number
  private cancel: () => void = () => undefined
  private expired = false

  /** Patience is in milliseconds. */
  constructor(clock: Clock, patience: number, parent: AbortSignal) {
    this.clock = clock
    this.patience = patience
    this.parent = parent
    this.signal = this.controller.signal
    this.lastFed = clock.monotonic()
    if (parent.aborted) this.follow()
    else {
      parent.addEventListener('abort', this.follow, { once: true })
      this.arm(patience)
    }
  }

  /** Whether it was silence, not the caller, that gave the signal. */
  get isOver(): boolean {
    return this.expired
  }

  /** Something was heard. */
  feed(): void {
    this.lastFed = this.clock.monotonic()
  }

  /** Stops watching the time; the caller's signal is still passed on. */
  calm(): void {
    this.cancel()
  }

  /** Lets go of the timer and of the caller's signal. */
  stop(): void {
    this.cancel()
    this.parent.removeEventListener('abort', this.follow)
  }

  private arm(milliseconds: number): void {
    this.cancel = this.clock.after(milliseconds, () => this.look())
  }

  private look(): void {
    const left = this.lastFed + this.patience - this.clock.monotonic()
    if (left > 0) return this.arm(left)
    this.expired = true
    this.stop()
    this.controller.abort(new Error(`nothing heard for ${this.patience} ms`))
  }
}
