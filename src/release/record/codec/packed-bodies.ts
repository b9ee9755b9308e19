import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { ReleaseRecord } from '../../release.ts'
import { packLevel } from './codec.ts'
import { printBody } from '../print-release.ts'

/** All of a record but its name and what became of it. */
export interface PackedBody {
  /** Of its JSON text. */
  readonly length: number
  /** A member of a gzip file; packed when it is first asked for, on another thread if it is large. */
  readonly bytes: () => Promise<Uint8Array>
}

interface Kept extends PackedBody {
  readonly of: ReleaseRecord
}

const packElsewhere = promisify(gzip)
// Below this, going to another thread takes longer than packing.
const worthAThread = 32 * 1024

async function packBytes(json: string): Promise<Uint8Array> {
  const how = { level: packLevel }
  return json.length < worthAThread ? gzipSync(json, how) : packElsewhere(json, how)
}

/**
 * Records are written two or three times while they are worked on, and only what became of them changes. The rest is
 * printed and packed once for as long as the record is in use.
 */
export class PackedBodies {
  private readonly kept = new WeakMap<ReleaseRecord['chart'], Kept>()

  of(record: ReleaseRecord): PackedBody {
    const found = this.kept.get(record.chart)
    if (found !== undefined && hasSameBody(found.of, record)) return found
    const made = packBody(record)
    this.kept.set(record.chart, made)
    return made
  }
}

function packBody(record: ReleaseRecord): Kept {
  const json = printBody(record)
  let packed: Promise<Uint8Array> | undefined
  return {
    of: record,
    length: json.length,
    bytes: () => (packed ??= packBytes(json)),
  }
}

function hasSameBody(one: ReleaseRecord, other: ReleaseRecord): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  names.delete('info')
  return [...names].every((name) => one[name] === other[name])
}
