import { type Clock, withDeadline } from '../../std/clock.ts'
import { orAborted } from '../../std/or-aborted.ts'

/** Milliseconds in which an index is not asked for again. */
const fresh = 30_000
const mostKept = 500
/** Milliseconds for one refresh, however many wait for it. */
const patience = 70_000

/** Remembers which indexes were brought up to date a moment ago, so that many questions cost one request. */
export class RecentIndexes {
  private readonly clock: Clock
  private readonly kept = new Map<
    string,
    { readonly until: number; readonly done: Promise<unknown> }
  >()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Waits for a refresh under a key: one that runs, one that ended a moment ago, or a new one. The key must name the login by which the index is read. */
  async refresh(
    key: string,
    run: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.clock.monotonic()
    const before = this.kept.get(key)
    if (before !== undefined && before.until > now)
      return void (await orAborted(before.done, signal))
    if (this.kept.size >= mostKept) this.kept.clear()
    // Several may wait for it, so that none of them can end it.
    const done = withDeadline(this.clock, patience, run)
    this.kept.set(key, { until: now + fresh, done })
    done.catch(() => this.kept.delete(key))
    await orAborted(done, signal)
  }
}
