import type { Clock } from '../std/clock.ts'

/** One pass that has begun and not ended. */
export interface PassUnderWay {
  readonly controller: string
  readonly key: string
  /** Whether it holds a worker, or waits without one. */
  readonly where: 'worker' | 'off-worker'
  /** Since when it is there, in milliseconds since 1970. */
  readonly since: number
  /** For how long it has been there, in milliseconds. */
  readonly lasts: number
}

/** Told by workers where their passes are. */
export interface PassTracker {
  readonly moved: (key: string, where: PassUnderWay['where']) => void
  readonly ended: (key: string) => void
}

/** Milliseconds after which a pass that holds a worker is aborted; one that is there much longer ignores its signal. */
export const longestHold = 600_000
const stuckAfter = longestHold + 60_000

interface Entry {
  readonly where: PassUnderWay['where']
  readonly at: number
}

/** The passes of all controllers of a process, so that somebody can see which of them hang and since when. */
export class PassesUnderWay {
  private readonly clock: Clock
  private readonly entries = new Map<string, Map<string, Entry>>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  tracker(controller: string): PassTracker {
    const entries = this.entries.get(controller) ?? new Map<string, Entry>()
    this.entries.set(controller, entries)
    return {
      moved: (key, where) => void entries.set(key, { where, at: this.clock.monotonic() }),
      ended: (key) => void entries.delete(key),
    }
  }

  list(): readonly PassUnderWay[] {
    const [now, monotonic] = [this.clock.now(), this.clock.monotonic()]
    return [...this.entries].flatMap(([controller, entries]) =>
      [...entries].map(([key, { where, at }]) => {
        const lasts = monotonic - at
        return { controller, key, where, since: now - lasts, lasts }
      }),
    )
  }

  /** Passes that hold a worker for longer than any may. */
  stuck(): readonly PassUnderWay[] {
    return this.list().filter(({ where, lasts }) => where === 'worker' && lasts > stuckAfter)
  }

  /** The passes that are stuck, for a person; undefined when none is. */
  describeStuck(): string | undefined {
    const lines = this.stuck().map(
      ({ controller, key, since }) => `${controller} ${key} since ${new Date(since).toISOString()}`,
    )
    if (lines.length === 0) return undefined
    const shown = lines.slice(0, mostShown).join(', ')
    const more = lines.length > mostShown ? ` and ${lines.length - mostShown} more` : ''
    return `stuck passes: ${shown}${more}`
  }
}

const mostShown = 5
