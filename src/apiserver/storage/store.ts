import type { Json } from '../../objects/json.ts'
import type { Clock } from '../../std/clock.ts'
import { Bucket } from './bucket.ts'
import { Entry, type StoreEvent } from './entry.ts'
import { StoreError } from './errors.ts'
import type { FileLayer } from './files.ts'
import type { History, HistoryLimits } from './history.ts'
import { Log } from './log.ts'
import { recover, type Recovered } from './recover.ts'

export interface StoreLimits {
  /** A snapshot is written when the log has grown by so much. */
  readonly snapshotAfterBytes: number
  readonly history: HistoryLimits
}

/** The limits by default; etcd is compacted every five minutes too. */
export const defaultLimits: StoreLimits = {
  snapshotAfterBytes: 32 << 20,
  history: { events: 100_000, bytes: 64 << 20, age: 300_000 },
}

/** A write that counts only while the entry still has the expected revision (0: is not there). */
export interface Change {
  readonly operation: 'put' | 'delete'
  readonly bucket: string
  readonly name: string
  readonly expected: number
  /** The answer for it, given the revision it gets; for a deletion the last state. */
  readonly encode: (revision: number) => { readonly bytes: Uint8Array; readonly object: Json }
}

interface Pending {
  readonly revision: number
  readonly entry: Entry | undefined
  readonly durable: Promise<void>
}

type Sink = (event: StoreEvent) => void

/**
 * All objects in memory, one revision counter, every write on the disk before it is answered or seen.
 * Readers see what is durable; a writer builds on what is already on its way (`latest`).
 */
export class Store {
  readonly #clock: Clock
  readonly #buckets: Map<string, Bucket>
  readonly #history: History
  readonly #log: Log
  readonly #unlock: () => Promise<void>
  readonly #sinks = new Map<string, Set<Sink>>()
  readonly #everythingSinks = new Set<Sink>()
  /** The writes on their way to the disk, by bucket and name; undefined is a deletion. */
  readonly #pending = new Map<string, Pending>()
  #revision: number
  #lastGiven: number

  static async open(files: FileLayer, clock: Clock, limits = defaultLimits): Promise<Store> {
    const unlock = await files.lock()
    try {
      const recovered = await recover(files, limits.history)
      const log = await Log.open(files, recovered, limits.snapshotAfterBytes)
      return new Store(clock, recovered, log, unlock)
    } catch (error) {
      await unlock()
      throw error
    }
  }

  private constructor(clock: Clock, recovered: Recovered, log: Log, unlock: () => Promise<void>) {
    this.#clock = clock
    this.#buckets = recovered.buckets
    this.#history = recovered.history
    this.#revision = recovered.revision
    this.#lastGiven = recovered.revision
    this.#log = log
    this.#unlock = unlock
  }

  /** The revision of the last durable write. */
  get revision(): number {
    return this.#revision
  }

  /** Nothing up to this revision can be watched or listed any more. */
  get compacted(): number {
    return this.#history.compacted
  }

  get(bucket: string, name: string): Entry | undefined {
    return this.#buckets.get(bucket)?.get(name)
  }

  /**
   * The entry that the next write builds on: also one that is not durable yet. It is never answered
   * to a client.
   */
  latest(bucket: string, name: string): Entry | undefined {
    const pending = this.#pending.get(pendingKey(bucket, name))
    return pending === undefined ? this.get(bucket, name) : pending.entry
  }

  count(bucket: string): number {
    return this.#buckets.get(bucket)?.size ?? 0
  }

  /** The entries whose names begin with the prefix, in order of their names. */
  list(bucket: string, prefix: string): readonly Entry[] {
    return [...(this.#buckets.get(bucket)?.withPrefix(prefix) ?? [])]
  }

  /** The same at an earlier revision; throws `compacted` or `future`. */
  listAt(bucket: string, prefix: string, revision: number): readonly Entry[] {
    if (revision === this.#revision) return this.list(bucket, prefix)
    this.#refuseFuture(revision)
    return this.#history.undo(this.list(bucket, prefix), bucket, prefix, revision)
  }

  /**
   * Writes, and resolves when the disk has it. Gives undefined at once when the entry has not the
   * expected revision: somebody else was faster.
   */
  write(change: Change): Promise<Entry> | undefined {
    const { bucket, name } = change
    const before = this.latest(bucket, name)
    if ((before?.revision ?? 0) !== change.expected) return undefined
    this.#log.refuseIfFailed()
    const revision = this.#lastGiven + 1
    const { bytes, object } = change.encode(revision)
    this.#lastGiven = revision
    const entry = new Entry({ bucket, name, revision }, bytes, object)
    const stays = change.operation === 'put' ? entry : undefined
    const record = { operation: change.operation, bucket, name, revision, bytes }
    const durable = this.#log.append(record, () => this.#commit(change.operation, entry))
    this.#pending.set(pendingKey(bucket, name), { revision, entry: stays, durable })
    return durable.then(() => entry)
  }

  /** Waits until what `latest` gives is durable. */
  async settled(bucket: string, name: string): Promise<void> {
    await this.#pending.get(pendingKey(bucket, name))?.durable
  }

  /** Calls the sink with every event of a bucket after the revision: at once for the past, then as they happen. */
  watch(bucket: string, after: number, sink: Sink): () => void {
    this.#refuseFuture(after)
    for (const event of this.#history.after(after)) {
      if (event.entry.bucket === bucket) sink(event)
    }
    const sinks = this.#sinks.get(bucket) ?? new Set()
    this.#sinks.set(bucket, sinks.add(sink))
    return () => sinks.delete(sink)
  }

  /** All entries of all buckets. */
  *everything(): Generator<Entry> {
    for (const bucket of this.#buckets.values()) yield* bucket.withPrefix('')
  }

  /** Calls the sink with every event from now on. */
  watchEverything(sink: Sink): () => void {
    this.#everythingSinks.add(sink)
    return () => this.#everythingSinks.delete(sink)
  }

  /** Forgets the history up to the revision. */
  compact(revision: number): void {
    this.#history.compact(Math.min(revision, this.#revision))
  }

  /** Lets what is on its way arrive and gives the folder back. */
  async close(): Promise<void> {
    try {
      await this.#log.close()
    } finally {
      await this.#unlock()
    }
  }

  #refuseFuture(revision: number): void {
    if (revision <= this.#revision) return
    throw new StoreError('future', `revision ${revision} is after the current ${this.#revision}`)
  }

  #commit(type: 'put' | 'delete', entry: Entry): void {
    const { bucket, name, revision } = entry
    const entries = this.#buckets.get(bucket) ?? new Bucket()
    this.#buckets.set(bucket, entries)
    const previous = entries.get(name)
    if (type === 'put') entries.set(entry)
    else entries.delete(name)
    this.#revision = revision
    const key = pendingKey(bucket, name)
    if (this.#pending.get(key)?.revision === revision) this.#pending.delete(key)
    const event = { type, revision, entry, previous, at: this.#clock.now() }
    this.#history.add(event)
    for (const sink of this.#sinks.get(bucket) ?? []) sink(event)
    for (const sink of this.#everythingSinks) sink(event)
  }
}

function pendingKey(bucket: string, name: string): string {
  return `${bucket} ${name}`
}
