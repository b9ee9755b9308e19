import { type Clock, systemClock } from '../../src/std/clock.ts'

interface Timer {
  readonly due: number
  readonly fire: () => void
}

/** The time of this machine, which a test can set forward: what is due by then happens at once. */
export class JumpingClock implements Clock {
  private ahead = 0
  private readonly timers = new Set<Timer>()

  readonly now = () => systemClock.now() + this.ahead
  readonly monotonic = () => systemClock.monotonic() + this.ahead

  readonly after = (milliseconds: number, run: () => void) => {
    const timer = {
      due: this.monotonic() + milliseconds,
      fire: () => {
        stop()
        run()
      },
    }
    const cancel = systemClock.after(milliseconds, timer.fire)
    const stop = () => {
      cancel()
      this.timers.delete(timer)
    }
    this.timers.add(timer)
    return stop
  }

  /** In small steps, so that whoever renews something on the way can. */
  async jump(milliseconds: number): Promise<void> {
    for (let gone = 0; gone < milliseconds; gone += step) {
      this.ahead += step
      const now = this.monotonic()
      for (const timer of this.timers) if (timer.due <= now) timer.fire()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

const step = 1000
