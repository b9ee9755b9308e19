import type { Clock } from '../../std/clock.ts'

/** Milliseconds in which several changes of an object become one. */
const gathering = 50

/** Wakes all streams together, a moment after something happened: most of them then send the same, which is put together once. */
export class SharedWake {
  private readonly clock: Clock
  private readonly longest: number
  private sleepers = new Set<() => void>()
  private cancel: (() => void) | undefined
  private cancelLongest: (() => void) | undefined

  /** All are woken after so many milliseconds at the latest, also when nothing happens. */
  constructor(clock: Clock, longest: number) {
    this.clock = clock
    this.longest = longest
  }

  /** Whether one comes soon. */
  get isComing(): boolean {
    return this.cancel !== undefined
  }

  /** Something happened: those who sleep are woken when enough may have been gathered. */
  readonly soon = (): void => {
    this.cancel ??= this.clock.after(gathering, () => {
      this.cancel = undefined
      this.wakeAll()
    })
  }

  /** A place for one who sleeps again and again, until the signal: one timer and one listener serve all its sleeps. */
  enter(signal: AbortSignal): () => Promise<void> {
    let wake: (() => void) | undefined
    signal.addEventListener(
      'abort',
      () => {
        if (wake !== undefined) this.sleepers.delete(wake)
        wake?.()
      },
      { once: true },
    )
    return () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        wake = resolve
        this.sleepers.add(resolve)
        this.cancelLongest ??= this.clock.after(this.longest, this.wakeAll)
      })
  }

  private readonly wakeAll = (): void => {
    this.cancelLongest?.()
    this.cancelLongest = undefined
    const woken = this.sleepers
    this.sleepers = new Set()
    for (const wake of woken) wake()
  }
}
