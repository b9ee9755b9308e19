import { type Clock, systemClock } from '../../src/std/clock.ts'

interface Timer {
  readonly due: number
  readonly fire: () => void
}

/** The time of this machine, which a test can set forward: what is due by then happens at once. */
export class JumpingClock implements Clock {
  private ahead = 0
  private readonly timers = new Set<Timer>()
  private readonly isBusy: () => boolean

  /** `isBusy` tells while something is under way that must not take longer than it does. */
  constructor(isBusy: () => boolean = () => false) {
    this.isBusy = isBusy
  }

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
      await this.settled()
    }
  }

  // A request that was sent is answered before more time is gone, however slow this machine is.
  private async settled(): Promise<void> {
    let turns = 0
    do {
      await new Promise((resolve) => setTimeout(resolve, 5))
    } while (this.isBusy() && turns++ < mostTurns)
  }
}

const step = 1000
const mostTurns = 1000
