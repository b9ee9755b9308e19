import { type Clock, sleepOn } from '../../std/clock.ts'
import { writeJson } from '../../kube/json.ts'
import type { Json } from '../../objects/json.ts'
import type { Run } from './runs.ts'
import type { RunEvent } from './run-log.ts'

/** Milliseconds between two looks at a stream on which nothing happens. */
const betweenLooks = 3000

export interface RunReader {
  readonly clock: Clock
  /** The last message that the client has seen; empty when it is new. */
  readonly lastEventId: string
  /** Asked again and again: a stream ends with the session, the token or the right that opened it. */
  readonly mayRead: () => Promise<boolean>
}

/** Whether a client that has seen this much has seen everything of a run that has ended. */
export function isRead({ facts, log }: Run, lastEventId: string): boolean {
  return facts.state !== 'running' && sequenceIn(facts.id, lastEventId) === log.newest
}

/**
 * The messages of a run as server-sent events, after the one that the client has seen last. A client that missed some which are no
 * longer kept is told `reset` first. The stream ends with the run.
 */
export async function* runStream(
  run: Run,
  { clock, lastEventId, mayRead }: RunReader,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { facts, log } = run
  const wakes = new Wakes()
  const stop = log.listen(() => wakes.wake())
  let told = sequenceIn(facts.id, lastEventId) ?? 0
  try {
    for (;;) {
      if (!(await mayRead())) return
      if (told < log.forgotten) {
        told = log.forgotten
        yield textOf(`${facts.id}.${told}`, 'reset', '{}')
      }
      for (const event of log.after(told)) {
        told = event.sequence
        yield eventText(facts.id, event)
      }
      if (run.facts.state !== 'running' && told >= log.newest) return
      if (!(await wakes.within(clock, betweenLooks, signal))) yield ': still here\n\n'
    }
  } finally {
    stop()
  }
}

/** Waits for new messages; one that comes while nobody waits is not missed. */
class Wakes {
  private isAwake = false
  private resolve: (() => void) | undefined

  wake(): void {
    this.isAwake = true
    this.resolve?.()
  }

  /** Whether something came in time. */
  async within(clock: Clock, longest: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isAwake) {
      const enough = new AbortController()
      this.resolve = () => enough.abort()
      try {
        await sleepOn(clock, longest, AbortSignal.any([signal, enough.signal]))
      } catch (error) {
        if (signal.aborted) throw error
      } finally {
        this.resolve = undefined
      }
    }
    const { isAwake } = this
    this.isAwake = false
    return isAwake
  }
}

function sequenceIn(run: string, id: string): number | undefined {
  const at = id.lastIndexOf('.')
  const sequence = id.slice(at + 1)
  return id.slice(0, at) === run && /^\d{1,15}$/.test(sequence) ? Number(sequence) : undefined
}

function eventText(run: string, { sequence, time, event, data }: RunEvent): string {
  return textOf(`${run}.${sequence}`, event, writeJson({ time, data: (data ?? null) as Json }))
}

function textOf(id: string, event: string, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}
