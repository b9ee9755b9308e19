import type { Clock } from '../../std/clock.ts'

/** That we lead, for now. */
export interface Leadership {
  /** Given when we lead no longer, always before somebody else can: stop at once. */
  readonly signal: AbortSignal
  /**
   * Throws when we lead no longer. Ask before each act that only a leader may do: a process that was stopped for a while
   * goes on in the middle, before any timer can tell it what it missed.
   * A `FencedClient` asks before each write.
   */
  readonly throwIfLost: () => void
}

/** Leads until it was not renewed for so many milliseconds. */
export class Term implements Leadership {
  readonly signal: AbortSignal
  private readonly clock: Clock
  private readonly deadline: number
  private readonly controller = new AbortController()
  private monotonic: number
  private wall: number
  private cancel: () => void

  /** The beginning is when the request was sent that got the Lease, not when it was answered. */
  constructor(clock: Clock, deadline: number, began: Moment) {
    this.clock = clock
    this.deadline = deadline
    this.signal = this.controller.signal
    this.monotonic = began.monotonic
    this.wall = began.wall
    this.cancel = this.arm()
  }

  /** Whether it has not been renewed for too long, whether or not that was noticed. */
  get isOver(): boolean {
    return this.signal.aborted || this.elapsed() >= this.deadline
  }

  readonly throwIfLost = (): void => {
    if (this.isOver) this.lose('the lease was not renewed in time')
    this.signal.throwIfAborted()
  }

  /** Renewed by a request that was sent then. Too late is too late: others may have seen it end. */
  renew(sent: Moment): void {
    if (this.isOver) return
    this.monotonic = sent.monotonic
    this.wall = sent.wall
    this.cancel()
    this.cancel = this.arm()
  }

  lose(why: string): void {
    this.cancel()
    if (!this.signal.aborted) this.controller.abort(new Error(why))
  }

  // A machine that slept has a monotonic clock that slept too; the wall clock tells. Set forward by hand, it
  // costs us the lead for nothing, which is the safe side.
  private elapsed(): number {
    return Math.max(this.clock.monotonic() - this.monotonic, this.clock.now() - this.wall)
  }

  private arm(): () => void {
    return this.clock.after(Math.max(0, this.deadline - this.elapsed()), () => {
      this.lose('the lease was not renewed in time')
    })
  }
}

/** A moment by both clocks. */
export interface Moment {
  readonly monotonic: number
  readonly wall: number
}

/** Now. */
export function momentOf(clock: Clock): Moment {
  return { monotonic: clock.monotonic(), wall: clock.now() }
}
