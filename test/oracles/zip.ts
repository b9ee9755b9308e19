import { crc32, inflateRawSync } from 'node:zlib'
import { OracleError } from './errors.ts'

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endSize = 22
const centralSize = 46
const localSize = 30
const maxCommentSize = 0xffff
/** The largest program we unpack has about 65 MB; more than this is not one of ours. */
const maxEntrySize = 512 * 1024 * 1024

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly localOffset: number
}

/** Reads one entry of a zip archive, so that no `unzip` program is needed. Knows stored and deflated entries, no ZIP64. */
export function readZipEntry(zip: Buffer, name: string): Buffer {
  try {
    const entry = findEntry(zip, name)
    const bytes = unpack(packedBytes(zip, entry), entry, name)
    if (bytes.length !== entry.size)
      throw corrupt(`${name} has ${bytes.length} bytes, not ${entry.size}`)
    if (crc32(bytes) !== entry.crc) throw corrupt(`the CRC of ${name} does not match`)
    return bytes
  } catch (cause) {
    if (cause instanceof OracleError) throw cause
    // Buffer's range errors and zlib's data errors: the archive points outside itself or its streams are damaged.
    throw corrupt(`${name} cannot be read`, { cause })
  }
}

function findEntry(zip: Buffer, name: string): Entry {
  const end = findEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  const names: string[] = []
  let offset = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(offset) !== centralSignature) throw corrupt('its directory is damaged')
    const nameSize = zip.readUInt16LE(offset + 28)
    const found = zip.toString('utf8', offset + centralSize, offset + centralSize + nameSize)
    if (found === name) return readEntry(zip, offset)
    names.push(found)
    offset += centralSize + nameSize + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  throw new OracleError('missing-entry', `zip archive has no ${name}; it has ${names.join(', ')}`)
}

/** The end record is last, behind it only a comment of at most 64 KB. */
function findEnd(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - endSize - maxCommentSize)
  for (let offset = zip.length - endSize; offset >= lowest; offset--) {
    if (zip.readUInt32LE(offset) === endSignature) return offset
  }
  throw corrupt('it has no end record')
}

function readEntry(zip: Buffer, offset: number): Entry {
  return {
    method: zip.readUInt16LE(offset + 10),
    crc: zip.readUInt32LE(offset + 16),
    packedSize: zip.readUInt32LE(offset + 20),
    size: zip.readUInt32LE(offset + 24),
    localOffset: zip.readUInt32LE(offset + 42),
  }
}

/** The name and extra field stand twice, and the local ones decide where the bytes begin. */
function packedBytes(zip: Buffer, entry: Entry): Buffer {
  const { localOffset, packedSize } = entry
  if (zip.readUInt32LE(localOffset) !== localSignature) throw corrupt('a local header is damaged')
  const begin =
    localOffset +
    localSize +
    zip.readUInt16LE(localOffset + 26) +
    zip.readUInt16LE(localOffset + 28)
  if (begin + packedSize > zip.length) throw corrupt('it ends too early')
  return zip.subarray(begin, begin + packedSize)
}

function unpack(packed: Buffer, entry: Entry, name: string): Buffer {
  if (entry.size > maxEntrySize) throw corrupt(`${name} says it has ${entry.size} bytes`)
  switch (entry.method) {
    case 0:
      return Buffer.from(packed)
    case 8:
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
    default:
      throw corrupt(`${name} is packed by method ${entry.method}; only 0 and 8 are known`)
  }
}

function corrupt(what: string, options?: ErrorOptions): OracleError {
  return new OracleError('corrupt-archive', `corrupt zip archive: ${what}`, options)
}
