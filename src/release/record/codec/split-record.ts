import { createHash } from 'node:crypto'
import { ReleaseError } from '../../errors.ts'
import type { ReleaseRecord } from '../../release.ts'
import { encodeRelease, packBytes, packText, parseRelease, unpackText } from './codec.ts'
import type { PackedBodies } from './packed-bodies.ts'
import { printHead, printRelease } from '../print-release.ts'
import { type PartsPointer, stubRecord } from '../stub.ts'

/** The most bytes that one Secret or ConfigMap may hold. */
const maxObjectBytes = 1024 * 1024
/** The most bytes of a part: it leaves room for the rest of its object in a request to etcd. */
const maxPartBytes = 1_000_000
/** How much smaller packing makes most records, at the least. */
const usualRatio = 3

/** A record cut to what objects can hold. */
export interface FittedRecord {
  /** The text that goes where Helm looks. */
  readonly text: string
  /** The rest, when that is not all. */
  readonly rest?: { readonly pointer: PartsPointer; readonly parts: readonly Uint8Array[] }
}

/**
 * Cuts a record to what objects can hold: what is too large first loses the files of its chart, which no verb needs again,
 * and is then kept in parts.
 */
export async function fitRecord(
  record: ReleaseRecord,
  bodies: PackedBodies,
  limit: number = maxObjectBytes,
): Promise<FittedRecord> {
  const lighter = withoutFiles(record)
  const body = bodies.of(record)
  // Packing is what takes long: of a text that hardly fits, the smallest that there could be is tried first.
  const rest = body.length > limit * usualRatio ? packRest(lighter) : undefined
  if (rest === undefined || rest.text.length <= limit) {
    // Members of a gzip file follow one another; whoever unpacks it sees one text.
    const head = packBytes(printHead(record))
    const whole = Buffer.concat([head, await body.bytes()]).toString('base64')
    if (whole.length <= limit) return { text: whole }
    const text = encodeRelease(lighter)
    if (text.length <= limit) return { text }
  }
  return inParts(lighter, rest ?? packRest(lighter), limit)
}

/** Whether the files of the chart were left out. */
export function hasLeftOutFiles({ chart }: ReleaseRecord): boolean {
  return chart[leftOutField] !== undefined
}

/** The record whose parts these are; where it stands says the stub, whoever wrote that last. */
export function joinParts(
  stub: ReleaseRecord,
  pointer: PartsPointer,
  parts: readonly Uint8Array[],
): ReleaseRecord {
  const json = unpackText(Buffer.concat(parts).toString('base64'))
  if (sha256(json) !== pointer.digest) {
    const what = `the parts of revision ${stub.version} of ${stub.name} do not fit together`
    throw new ReleaseError('incomplete', what)
  }
  const record = parseRelease(json)
  const { notes } = record.info
  return { ...record, info: notes === undefined ? stub.info : { ...stub.info, notes } }
}

// Not a field of Helm's, which drops it when it saves the record again: nothing that Helm does needs it.
const leftOutField = 'left_out'

function withoutFiles(record: ReleaseRecord): ReleaseRecord {
  const chart = { ...record.chart, templates: null, files: null, [leftOutField]: ['files'] }
  return { ...record, chart }
}

interface PackedRest {
  readonly text: string
  readonly digest: string
}

// Without what changes with the status, so that a change of it need not write the parts again.
function packRest(record: ReleaseRecord): PackedRest {
  const { notes } = record.info
  const info = { status: 'unknown', ...(notes === undefined ? {} : { notes }) } as const
  const json = printRelease({ ...record, info })
  return { text: packText(json), digest: sha256(json) }
}

function inParts(record: ReleaseRecord, rest: PackedRest, limit: number): FittedRecord {
  const bytes = Buffer.from(rest.text, 'base64')
  const count = Math.ceil(bytes.length / maxPartBytes)
  const parts = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * maxPartBytes, (at + 1) * maxPartBytes),
  )
  const pointer = { parts: count, digest: rest.digest }
  const text = encodeRelease(stubRecord(record, pointer))
  if (text.length > limit) {
    const what = `the metadata of the chart of ${record.name} alone is larger than a Secret`
    throw new ReleaseError('too-large', what)
  }
  return { text, rest: { pointer, parts } }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
