import { gunzipSync, gzipSync } from 'node:zlib'
import { type Json, fieldOf, isJsonObject } from '../../../objects/json.ts'
import { parseJson } from '../../../objects/json-text.ts'
import { ReleaseError } from '../../errors.ts'
import type { ReleaseRecord } from '../../release.ts'
import { printRelease } from '../print-release.ts'

// A Secret holds at most a mebibyte; what unpacks to more than this was not made by Helm.
const maxBytes = 512 * 1024 * 1024

/** A record as the storage holds it: gzip in base64. */
export function encodeRelease(record: ReleaseRecord): string {
  return packText(printRelease(record))
}

/** The record that a storage holds. Fields that we do not know are kept. */
export function decodeRelease(text: string): ReleaseRecord {
  return parseRelease(unpackText(text))
}

/** The record of a JSON text. */
export function parseRelease(json: string): ReleaseRecord {
  const value = readJson(json)
  if (!isRecord(value)) throw new ReleaseError('bad-record', 'the record is not a release of Helm')
  return value
}

/** As Helm packs. */
export const packLevel = 9

/** A text as gzip in base64, which is how the storage holds all texts. */
export function packText(text: string): string {
  return packBytes(text).toString('base64')
}

/** A text as gzip. */
export function packBytes(text: string): Buffer {
  return gzipSync(text, { level: packLevel })
}

/** The text that `packText` packed. Helm once stored texts that were not compressed. */
export function unpackText(packed: string): string {
  const bytes = Buffer.from(packed, 'base64')
  const isPacked = bytes.length > 3 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08
  try {
    return (isPacked ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes).toString('utf8')
  } catch (cause) {
    throw new ReleaseError('bad-record', 'the record cannot be unpacked', { cause })
  }
}

function readJson(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    // The parser quotes what it read, and a record has Secrets in it.
    throw new ReleaseError('bad-record', 'the record is not JSON')
  }
}

function isRecord(value: Json): value is ReleaseRecord {
  const info = fieldOf(value, 'info')
  return (
    typeof fieldOf(value, 'name') === 'string' &&
    typeof fieldOf(value, 'version') === 'number' &&
    typeof fieldOf(value, 'namespace') === 'string' &&
    typeof fieldOf(info, 'status') === 'string' &&
    isJsonObject(fieldOf(fieldOf(value, 'chart'), 'metadata'))
  )
}
