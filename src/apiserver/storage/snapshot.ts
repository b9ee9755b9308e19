import type { Entry } from './entry.ts'
import { StoreError } from './errors.ts'
import type { FileLayer } from './files.ts'
import { readFrame } from './frame.ts'
import { snapshotName, unfinishedSnapshot } from './names.ts'
import { frameOfRecords, readRecords, type StoreRecord } from './record.ts'

/** How much goes into one frame of a snapshot. */
const frameBytes = 1 << 20

/** Writes the entries as the state at a revision; it counts only when it is whole. */
export async function writeSnapshot(
  files: FileLayer,
  revision: number,
  entries: readonly Entry[],
): Promise<void> {
  const file = await files.openLog(unfinishedSnapshot)
  try {
    for (const frame of snapshotFrames(revision, entries)) await file.append(frame)
    await file.sync()
  } finally {
    await file.close()
  }
  await files.rename(unfinishedSnapshot, snapshotName(revision))
  await files.syncFolder()
}

function* snapshotFrames(revision: number, entries: readonly Entry[]): Generator<Buffer> {
  let records: StoreRecord[] = []
  let bytes = 0
  for (const { bucket, name, revision, bytes: value } of entries) {
    records.push({ operation: 'put', revision, bucket, name, bytes: value })
    bytes += value.length
    if (bytes < frameBytes) continue
    yield frameOfRecords(records)
    records = []
    bytes = 0
  }
  const count = Buffer.from(String(entries.length))
  records.push({ operation: 'end', revision, bucket: '', name: '', bytes: count })
  yield frameOfRecords(records)
}

/** The entries of a snapshot, checked for completeness. */
export async function readSnapshot(
  files: FileLayer,
  revision: number,
): Promise<readonly StoreRecord[]> {
  const name = snapshotName(revision)
  const bytes = Buffer.from(await files.read(name))
  const records: StoreRecord[] = []
  let offset = 0
  for (let frame = readFrame(bytes, 0); frame !== undefined; frame = readFrame(bytes, offset)) {
    for (const record of readRecords(frame.payload)) records.push(record)
    offset = frame.next
  }
  const end = records.pop()
  if (end?.operation !== 'end' || end.bytes.toString() !== String(records.length)) {
    throw new StoreError('corrupt', `${name} ends early, after ${records.length} entries`)
  }
  return records
}
