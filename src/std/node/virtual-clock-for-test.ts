import type { Clock } from '../clock.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** A clock that stands still until it is told to go on. */
export class VirtualClock implements Clock {
  private time = 0
  private count = 0
  private readonly start: number
  private readonly timers = new Set<Timer>()

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.start = start
  }

  readonly now = (): number => this.start + this.time
  readonly monotonic = (): number => this.time

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { at: this.time + Math.max(0, milliseconds), order: this.count++, run }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  /** Lets time pass, and everything happen that is due meanwhile, in its order. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.time + milliseconds
    await settle()
    for (let next = this.nextBefore(until); next !== undefined; next = this.nextBefore(until)) {
      this.timers.delete(next)
      this.time = Math.max(this.time, next.at)
      next.run()
      await settle()
    }
    this.time = until
  }

  private nextBefore(until: number): Timer | undefined {
    const due = [...this.timers].filter(({ at }) => at <= until)
    return due.toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
  }
}

// Between two macrotasks all promises that wait for each other go on.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}
