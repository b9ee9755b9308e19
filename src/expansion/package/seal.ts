import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { ExpansionError } from '../errors.ts'

/** How an archive is compressed. */
export type Compression = 'zstd' | 'gzip'

// A compressed stream has bits that change nothing of its content, so that its own checksums do not see every flipped byte.
// The seal is the digest of all bytes before it, in a form that every other program skips.

const zstdSkippable = new Uint8Array([0x5e, 0x2a, 0x4d, 0x18, 36, 0, 0, 0, 0x4f, 0x52, 0x53, 0x31])
// A member without content whose extra field `OR` has the digest.
const gzipHead = new Uint8Array([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 36, 0, 0x4f, 0x52, 32, 0])
const gzipTail = new Uint8Array([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const digestBytes = 32

/** The bytes that seal an archive whose bytes before have this SHA-256. */
export function sealOf(compression: Compression, digest: Uint8Array): Uint8Array {
  if (compression === 'zstd') return Buffer.concat([zstdSkippable, digest])
  return Buffer.concat([gzipHead, digest, gzipTail])
}

function sealLength(compression: Compression): number {
  return compression === 'zstd'
    ? zstdSkippable.length + digestBytes
    : gzipHead.length + digestBytes + gzipTail.length
}

/** The end of the content of an archive, and the digest that its seal has; undefined without a seal. */
export interface Sealed {
  readonly end: number
  readonly digest: Buffer | undefined
}

/** Looks for the seal at the end of an archive. */
export async function readSeal(path: string, compression: Compression): Promise<Sealed> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = sealLength(compression)
    if (size <= length) return { end: size, digest: undefined }
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const head = compression === 'zstd' ? zstdSkippable : gzipHead
    const digest = buffer.subarray(head.length, head.length + digestBytes)
    const isSeal = buffer.equals(sealOf(compression, digest))
    return isSeal ? { end: size - length, digest } : { end: size, digest: undefined }
  } finally {
    await file.close()
  }
}

/** Passes the bytes of an archive on, and fails at the end when they are not those that were sealed. */
export async function* unseal(
  bytes: AsyncIterable<Uint8Array>,
  digest: Uint8Array | undefined,
  path: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (digest !== undefined && !hash.digest().equals(digest)) {
    throw new ExpansionError('damaged', `${path} is not as it was sealed: a byte of it was changed`)
  }
}
