import type { Bucket } from './bucket.ts'
import type { Entry } from './entry.ts'
import { StoreError } from './errors.ts'
import type { FileLayer, LogFile } from './files.ts'
import { revisionsOf, segmentName, snapshotName } from './names.ts'
import type { Recovered } from './recover.ts'
import { frameOfRecords, type StoreRecord } from './record.ts'
import { writeSnapshot } from './snapshot.ts'

interface Waiting {
  readonly record: StoreRecord
  readonly commit: () => void
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * The write-ahead log. Writers that come while the disk is busy share the next frame and its sync.
 * When the disk refuses anything, the log accepts nothing more: what is really there is known only
 * after a restart has read it.
 */
export class Log {
  readonly #files: FileLayer
  readonly #buckets: ReadonlyMap<string, Bucket>
  readonly #snapshotAfterBytes: number
  #file: LogFile
  #bytes: number
  #revision: number
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #snapshot: Promise<void> | undefined
  #failure: StoreError | undefined

  static async open(files: FileLayer, from: Recovered, snapshotAfterBytes: number): Promise<Log> {
    const file = await files.openLog(from.segment)
    await files.syncFolder()
    return new Log(files, file, from, snapshotAfterBytes)
  }

  private constructor(
    files: FileLayer,
    file: LogFile,
    from: Recovered,
    snapshotAfterBytes: number,
  ) {
    this.#files = files
    this.#file = file
    this.#buckets = from.buckets
    this.#bytes = from.segmentBytes
    this.#revision = from.revision
    this.#snapshotAfterBytes = snapshotAfterBytes
  }

  refuseIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Resolves when the record is durable; `commit` is called just before, in the order of the calls. */
  append(record: StoreRecord, commit: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ record, commit, resolve, reject })
    this.#running ??= this.#run()
    return promise
  }

  async close(): Promise<void> {
    this.#failure ??= new StoreError('failed', 'the store is closed')
    await this.#running
    await this.#snapshot
    await this.#file.close()
  }

  async #run(): Promise<void> {
    // Requests that arrive in the same turn of the event loop share the first frame.
    await Promise.resolve()
    let batch: readonly Waiting[] = []
    try {
      while (this.#waiting.length > 0) {
        batch = this.#waiting
        this.#waiting = []
        await this.#writeBatch(batch)
        for (const { record, commit, resolve } of batch) {
          this.#revision = record.revision
          commit()
          resolve()
        }
        batch = []
        if (this.#bytes >= this.#snapshotAfterBytes && this.#snapshot === undefined)
          await this.#rotate()
      }
    } catch (error) {
      this.#fail(error, batch)
    } finally {
      this.#running = undefined
    }
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const frame = frameOfRecords(batch.map(({ record }) => record))
    await this.#file.append(frame)
    await this.#file.sync()
    this.#bytes += frame.length
  }

  #fail(cause: unknown, batch: readonly Waiting[]): void {
    this.#failure = new StoreError('failed', 'the disk refused a write', { cause })
    for (const { reject } of [...batch, ...this.#waiting]) reject(this.#failure)
    this.#waiting = []
  }

  /** Goes on in a new segment, and writes the state up to here in the background. */
  async #rotate(): Promise<void> {
    const revision = this.#revision
    const next = await this.#files.openLog(segmentName(revision))
    await this.#files.syncFolder()
    await this.#file.close()
    this.#file = next
    this.#bytes = 0
    const entries = [...this.#buckets.values()].flatMap((bucket) => [...bucket.withPrefix('')])
    this.#snapshot = this.#replaceOlder(revision, entries)
  }

  async #replaceOlder(revision: number, entries: readonly Entry[]): Promise<void> {
    try {
      await writeSnapshot(this.#files, revision, entries)
      await this.#removeOlder(revision)
      this.#snapshot = undefined
    } catch (error) {
      this.#fail(error, [])
    }
  }

  async #removeOlder(revision: number): Promise<void> {
    const names = await this.#files.list()
    for (const older of revisionsOf('log', names)) {
      if (older < revision) await this.#files.remove(segmentName(older))
    }
    for (const older of revisionsOf('snapshot', names)) {
      if (older < revision) await this.#files.remove(snapshotName(older))
    }
  }
}
