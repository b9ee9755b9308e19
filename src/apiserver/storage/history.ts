import type { Entry, StoreEvent } from './entry.ts'
import { StoreError } from './errors.ts'

export interface HistoryLimits {
  readonly events: number
  readonly bytes: number
  /** Milliseconds. */
  readonly age: number
}

/** The last changes, one per revision, so that watches can resume and lists can look back. */
export class History {
  readonly #limits: HistoryLimits
  #events: StoreEvent[] = []
  #start = 0
  #bytes = 0
  #compacted: number

  /** Everything up to and including the revision `compacted` is not here. */
  constructor(compacted: number, limits: HistoryLimits) {
    this.#compacted = compacted
    this.#limits = limits
  }

  /** Events at or before this revision are gone. */
  get compacted(): number {
    return this.#compacted
  }

  add(event: StoreEvent): void {
    this.#events.push(event)
    this.#bytes += event.entry.bytes.length
    while (this.#isTooLong(event.at)) this.#dropFirst()
    this.#giveBackRoom()
  }

  compact(revision: number): void {
    while (this.#compacted < revision && this.#start < this.#events.length) this.#dropFirst()
    this.#giveBackRoom()
  }

  /** The events after the revision, oldest first. */
  after(revision: number): readonly StoreEvent[] {
    if (revision < this.#compacted) {
      throw new StoreError(
        'compacted',
        `revision ${revision} is compacted, ${this.#compacted} is not`,
      )
    }
    return this.#events.slice(this.#start + (revision - this.#compacted))
  }

  /** Turns what is there now into what was there at the revision, for one bucket. */
  undo(now: Iterable<Entry>, bucket: string, prefix: string, revision: number): readonly Entry[] {
    const state = new Map<string, Entry>()
    for (const entry of now) state.set(entry.name, entry)
    for (const event of this.after(revision).toReversed()) {
      const { name } = event.entry
      if (event.entry.bucket !== bucket || !name.startsWith(prefix)) continue
      if (event.previous === undefined) state.delete(name)
      else state.set(name, event.previous)
    }
    return [...state.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #isTooLong(now: number): boolean {
    const first = this.#events[this.#start]
    if (first === undefined) return false
    return (
      this.#events.length - this.#start > this.#limits.events ||
      this.#bytes > this.#limits.bytes ||
      (now > 0 && first.at > 0 && now - first.at > this.#limits.age)
    )
  }

  #dropFirst(): void {
    const first = this.#events[this.#start]
    if (first === undefined) return
    this.#start++
    this.#bytes -= first.entry.bytes.length
    this.#compacted = first.revision
  }

  // Dropping from the front of an array costs its length, so it is done when half of it is dead.
  #giveBackRoom(): void {
    if (this.#start < 1024 || this.#start * 2 < this.#events.length) return
    this.#events = this.#events.slice(this.#start)
    this.#start = 0
  }
}
