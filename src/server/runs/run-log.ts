import { writeJson } from '../../kube/json.ts'
import type { Json } from '../../objects/json.ts'

/** One message of a run. */
export interface RunEvent {
  /** From 1, without gaps. */
  readonly sequence: number
  readonly time: string
  readonly event: RunEventKind
  readonly data: unknown
}

/** `step`: how far it is; `object`: an object changed its state; `cause`: what holds something up; `ended`: the last one. */
export type RunEventKind = 'step' | 'object' | 'cause' | 'warning' | 'ended'

/** Messages of one run that are kept, and the characters of all of them; the oldest go first. */
const mostEvents = 2000
const mostCharacters = 512 * 1024

/** The messages of a run in their order, so that a stream can go on where it broke. */
export class RunLog {
  private events: RunEvent[] = []
  private sizes: number[] = []
  private characters = 0
  private last = 0
  private readonly listeners = new Set<() => void>()

  /** A log with the messages of another one, such as of the process before. */
  static of(events: readonly RunEvent[]): RunLog {
    const log = new RunLog()
    for (const event of events) log.keep(event)
    return log
  }

  add(event: RunEventKind, data: unknown, time: string): void {
    this.keep({ sequence: this.last + 1, time, event, data })
    for (const listen of this.listeners) listen()
  }

  /** Everything that is kept after a sequence. */
  after(sequence: number): readonly RunEvent[] {
    return this.events.filter((one) => one.sequence > sequence)
  }

  /** The newest message that is no longer kept; 0 while all are. */
  get forgotten(): number {
    return (this.events[0]?.sequence ?? this.last + 1) - 1
  }

  get newest(): number {
    return this.last
  }

  /** Calls at every new message; gives what ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private keep(event: RunEvent): void {
    const size = writeJson(event as unknown as Json).length
    this.last = event.sequence
    this.events.push(event)
    this.sizes.push(size)
    this.characters += size
    // The newest always stays: it may be the last one.
    while (
      this.events.length > 1 &&
      (this.events.length > mostEvents || this.characters > mostCharacters)
    ) {
      this.events.shift()
      this.characters -= this.sizes.shift() ?? 0
    }
  }
}
