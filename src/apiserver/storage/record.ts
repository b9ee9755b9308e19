import { emptyFrame, payloadStart, sealFrame } from './frame.ts'

export type RecordOperation = 'put' | 'delete' | 'end'

/** One change as it lies on the disk. */
export interface StoreRecord {
  readonly operation: RecordOperation
  readonly revision: number
  readonly bucket: string
  readonly name: string
  readonly bytes: Uint8Array
}

const codes: readonly RecordOperation[] = ['put', 'delete', 'end']
// operation 1, revision 6, length of the bucket 2, of the name 2, of the bytes 4
const fixedSize = 15

/** The records in one sealed frame. */
export function frameOfRecords(records: readonly StoreRecord[]): Buffer {
  let length = 0
  for (const record of records) length += sizeOfRecord(record)
  const frame = emptyFrame(length)
  let at = payloadStart
  for (const record of records) at = writeRecord(frame, at, record)
  return sealFrame(frame)
}

function sizeOfRecord(record: StoreRecord): number {
  return (
    fixedSize +
    Buffer.byteLength(record.bucket) +
    Buffer.byteLength(record.name) +
    record.bytes.length
  )
}

function writeRecord(frame: Buffer, start: number, record: StoreRecord): number {
  const bucketStart = start + fixedSize
  const bucketLength = frame.write(record.bucket, bucketStart)
  const nameLength = frame.write(record.name, bucketStart + bucketLength)
  const bytesStart = bucketStart + bucketLength + nameLength
  frame.set(record.bytes, bytesStart)
  frame.writeUInt8(codes.indexOf(record.operation), start)
  frame.writeUIntLE(record.revision, start + 1, 6)
  frame.writeUInt16LE(bucketLength, start + 7)
  frame.writeUInt16LE(nameLength, start + 9)
  frame.writeUInt32LE(record.bytes.length, start + 11)
  return bytesStart + record.bytes.length
}

/** The records of a frame's payload; their bytes are views into it. */
export function* readRecords(payload: Buffer): Generator<StoreRecord> {
  let at = 0
  while (at < payload.length) {
    const operation = codes[payload.readUInt8(at)]
    if (operation === undefined) throw new Error(`no operation ${payload.readUInt8(at)} is known`)
    const nameStart = at + fixedSize + payload.readUInt16LE(at + 7)
    const bytesStart = nameStart + payload.readUInt16LE(at + 9)
    const next = bytesStart + payload.readUInt32LE(at + 11)
    if (next > payload.length) throw new Error('a record is longer than its frame')
    yield {
      operation,
      revision: payload.readUIntLE(at + 1, 6),
      bucket: payload.toString('utf8', at + fixedSize, nameStart),
      name: payload.toString('utf8', nameStart, bytesStart),
      bytes: payload.subarray(bytesStart, next),
    }
    at = next
  }
}
