import type { Clock } from '../../src/std/clock.ts'

/**
 * A process of its own as far as time goes: when it has died, none of its timers fires and nothing that it waits for comes;
 * while it is stopped, all of that waits and comes at once when it goes on.
 */
export class SimulatedProcess {
  readonly name: string
  readonly clock: Clock
  private readonly context: Clock
  private readonly ending = new AbortController()
  private state: 'runs' | 'stopped' | 'dead' = 'runs'
  private readonly waiting: (() => void)[] = []

  constructor(name: string, context: Clock) {
    this.name = name
    this.context = context
    this.clock = {
      now: context.now,
      monotonic: context.monotonic,
      after: (milliseconds, run) => {
        let isOff = false
        const cancel = context.after(milliseconds, () =>
          this.whenRunning(() => {
            if (!isOff) run()
          }),
        )
        return () => {
          isOff = true
          cancel()
        }
      },
    }
  }

  /** Given when it dies: its connections are closed. */
  get life(): AbortSignal {
    return this.ending.signal
  }

  get isDead(): boolean {
    return this.state === 'dead'
  }

  /** Does something in the process: now, when it goes on, or never. */
  whenRunning(run: () => void): void {
    if (this.state === 'runs') run()
    else if (this.state === 'stopped') this.waiting.push(run)
  }

  stop(): void {
    if (this.state === 'runs') this.state = 'stopped'
  }

  goOn(): void {
    if (this.state !== 'stopped') return
    this.state = 'runs'
    // One after another: whatever was heard first is acted on before the next timer can fire.
    for (const run of this.waiting.splice(0)) this.context.after(0, () => this.whenRunning(run))
  }

  die(): void {
    this.state = 'dead'
    this.waiting.length = 0
    this.ending.abort(new Error(`${this.name} has died`))
  }
}
