import type { Clock } from '../../std/clock.ts'

/** Milliseconds in which several changes of an object become one. */
const gathering = 50

/** Wakes all streams together, a moment after something happened: most of them then send the same, which is put together once. */
export class Beat {
  private readonly clock: Clock
  private readonly sleepers = new Set<() => void>()
  private cancel: (() => void) | undefined

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Whether one comes soon. */
  get isComing(): boolean {
    return this.cancel !== undefined
  }

  /** Something happened: those who sleep are woken when enough may have been gathered. */
  readonly strike = (): void => {
    this.cancel ??= this.clock.after(gathering, () => {
      this.cancel = undefined
      const woken = [...this.sleepers]
      this.sleepers.clear()
      for (const wake of woken) wake()
    })
  }

  /** Resolves with the next one, after so many milliseconds at the latest, or when the signal says so. */
  async next(longest: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    this.sleepers.add(wake)
    const cancel = this.clock.after(longest, wake)
    signal.addEventListener('abort', wake, { once: true })
    await promise
    cancel()
    signal.removeEventListener('abort', wake)
    this.sleepers.delete(wake)
  }
}
