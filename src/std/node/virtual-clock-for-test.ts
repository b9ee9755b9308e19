import type { Clock } from '../clock.ts'

interface Timer {
  readonly at: number
  readonly order: number
  run: (() => void) | undefined
}

// Taken before anybody can replace it: a simulation forbids real timers while it runs.
const nextTurn = setImmediate

/** A clock that stands still until it is told to go on. */
export class VirtualClock implements Clock {
  private time = 0
  private count = 0
  private readonly start: number
  /** A binary heap, the earliest first. */
  private readonly timers: Timer[] = []

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.start = start
  }

  // Whole milliseconds, as a real one has them.
  readonly now = (): number => this.start + Math.floor(this.time)
  readonly monotonic = (): number => this.time

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const at = this.time + Math.max(0, milliseconds)
    const timer: Timer = { at, order: this.count++, run }
    this.push(timer)
    return () => {
      timer.run = undefined
    }
  }

  /** Lets time pass, and everything happen that is due meanwhile, in its order. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.time + milliseconds
    await settle()
    for (let next = this.nextBefore(until); next !== undefined; next = this.nextBefore(until)) {
      this.pop()
      if (next.run === undefined) continue
      this.time = Math.max(this.time, next.at)
      next.run()
      await settle()
    }
    this.time = until
  }

  /**
   * Lets time pass before any other thread or socket is heard: only promises that wait for nothing outside go on first.
   */
  async jump(milliseconds: number): Promise<void> {
    for (let turn = 0; turn < promiseTurns; turn++) await Promise.resolve()
    const until = this.time + milliseconds
    for (let next = this.nextBefore(until); next !== undefined; next = this.nextBefore(until)) {
      this.pop()
      this.time = Math.max(this.time, next.at)
      next.run?.()
    }
    this.time = until
  }

  private nextBefore(until: number): Timer | undefined {
    const [first] = this.timers
    return first !== undefined && first.at <= until ? first : undefined
  }

  private push(timer: Timer): void {
    const { timers } = this
    let at = timers.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = timers[above]
      if (parent === undefined || !isBefore(timer, parent)) break
      timers[at] = parent
      at = above
    }
    timers[at] = timer
  }

  private pop(): void {
    const { timers } = this
    const last = timers.pop()
    if (last === undefined || timers.length === 0) return
    let at = 0
    for (;;) {
      const [left, right] = [timers[2 * at + 1], timers[2 * at + 2]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || !isBefore(child, last)) break
      timers[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    timers[at] = last
  }
}

/** More promises than ever wait for each other in a row. */
const promiseTurns = 100

function isBefore(one: Timer, other: Timer): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at
}

// Between two macrotasks all promises that wait for each other go on.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => nextTurn(resolve))
}
