import { Bucket } from './bucket.ts'
import { Entry } from './entry.ts'
import { StoreError } from './errors.ts'
import type { FileLayer } from './files.ts'
import { hasFrameAfter, readFrame } from './frame.ts'
import { History, type HistoryLimits } from './history.ts'
import { revisionsOf, segmentName, snapshotName, unfinishedSnapshot } from './names.ts'
import { readRecords, type StoreRecord } from './record.ts'
import { readSnapshot } from './snapshot.ts'

/** The state of a store after it has read its folder. */
export interface Recovered {
  readonly revision: number
  readonly buckets: Map<string, Bucket>
  readonly history: History
  /** The segment to go on with, and how long it is. */
  readonly segment: string
  readonly segmentBytes: number
}

/** The first revision, before anything is written; as in etcd. */
const firstRevision = 1

/** Reads the newest snapshot and the log after it, cuts off a torn tail, removes what is left over. */
export async function recover(files: FileLayer, limits: HistoryLimits): Promise<Recovered> {
  const names = await files.list()
  if (names.includes(unfinishedSnapshot)) await files.remove(unfinishedSnapshot)
  const base = revisionsOf('snapshot', names).at(-1) ?? firstRevision
  await removeOlder(files, names, base)
  const replay = new Replay(base, limits)
  if (base > firstRevision) {
    for (const record of await readSnapshot(files, base)) replay.restore(record)
  }
  const segments = revisionsOf('log', names).filter((revision) => revision >= base)
  let segmentBytes = 0
  for (const [index, revision] of segments.entries()) {
    const isLast = index === segments.length - 1
    segmentBytes = await replaySegment(files, segmentName(revision), isLast, replay)
  }
  return {
    revision: replay.revision,
    buckets: replay.buckets,
    history: replay.history,
    segment: segmentName(segments.at(-1) ?? base),
    segmentBytes,
  }
}

// A crash between writing a snapshot and removing what it replaces leaves the older files.
async function removeOlder(
  files: FileLayer,
  names: readonly string[],
  base: number,
): Promise<void> {
  for (const revision of revisionsOf('snapshot', names)) {
    if (revision < base) await files.remove(snapshotName(revision))
  }
  for (const revision of revisionsOf('log', names)) {
    if (revision < base) await files.remove(segmentName(revision))
  }
}

class Replay {
  readonly buckets = new Map<string, Bucket>()
  readonly history: History
  revision: number

  constructor(base: number, limits: HistoryLimits) {
    this.revision = base
    this.history = new History(base, limits)
  }

  restore(record: StoreRecord): void {
    this.#bucket(record.bucket).set(new Entry(record, record.bytes))
  }

  apply(record: StoreRecord, segment: string): void {
    if (record.operation === 'end' || record.revision !== this.revision + 1) {
      const found = `${record.operation} of revision ${record.revision}`
      throw new StoreError('corrupt', `${segment} has ${found} after revision ${this.revision}`)
    }
    const bucket = this.#bucket(record.bucket)
    const previous = bucket.get(record.name)
    const entry = new Entry(record, record.bytes)
    if (record.operation === 'put') bucket.set(entry)
    else bucket.delete(record.name)
    this.revision = record.revision
    const { operation: type, revision } = record
    this.history.add({ type, revision, entry, previous, at: 0 })
  }

  #bucket(name: string): Bucket {
    const known = this.buckets.get(name)
    if (known !== undefined) return known
    const made = new Bucket()
    this.buckets.set(name, made)
    return made
  }
}

/** Applies a segment and gives the length of its good part. */
async function replaySegment(
  files: FileLayer,
  name: string,
  isLast: boolean,
  replay: Replay,
): Promise<number> {
  const bytes = Buffer.from(await files.read(name))
  let offset = 0
  for (let frame = readFrame(bytes, 0); frame !== undefined; frame = readFrame(bytes, offset)) {
    for (const record of readRecords(frame.payload)) replay.apply(record, name)
    offset = frame.next
  }
  if (offset === bytes.length) return offset
  // A frame is written only after the one before it is on the disk, so a crash can tear the last frame
  // of the last segment and nothing else.
  if (!isLast || hasFrameAfter(bytes, offset)) {
    throw new StoreError('corrupt', `${name} is damaged at byte ${offset}, and more follows`)
  }
  await files.truncate(name, offset)
  return offset
}
