import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, pipeline } from 'node:stream'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { tarFileHead, tarPadding } from '../../formats/tar-write.ts'
import { type Digest, finish } from '../../oci/digest.ts'
import { type Compression, sealOf } from './seal.ts'

/** A file that goes into an archive. */
export interface ArchivedFile {
  readonly path: string
  readonly size: number
  readonly executable: boolean
  /** Its bytes, or the file that has them. */
  readonly content: Uint8Array | { readonly file: string }
}

/** The files of an archive, and those that are made when the digests of all others are known. */
export interface ArchiveContent {
  readonly files: readonly ArchivedFile[]
  readonly last: (digests: ReadonlyMap<string, Digest>) => readonly ArchivedFile[]
}

// One moment for all, so that the same files give the same bytes.
const moment = Date.UTC(1980, 0, 1) / 1000
const zstdLevel = 3
const gzipLevel = 6

/** An archive of these files in their order, compressed and sealed; the same files give the same bytes. */
export async function* writeArchive(
  { files, last }: ArchiveContent,
  compression: Compression,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const packed = pipeline(
    Readable.from(inLargeChunks(tarBytes({ files, last }, signal))),
    compressor(compression),
    () => {},
  ) as AsyncIterable<Uint8Array>
  for await (const chunk of packed) {
    hash.update(chunk)
    yield chunk
  }
  yield sealOf(compression, hash.digest())
}

function compressor(compression: Compression) {
  if (compression === 'gzip') return createGzip({ level: gzipLevel, chunkSize })
  const params = {
    [constants.ZSTD_c_compressionLevel]: zstdLevel,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  return createZstdCompress({ params, chunkSize })
}

async function* tarBytes(
  { files, last }: ArchiveContent,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const digests = new Map<string, Digest>()
  for (const file of files) {
    const hash = createHash('sha256')
    for await (const chunk of entryBytes(file, signal)) {
      if (chunk.kind === 'content') hash.update(chunk.bytes)
      yield chunk.bytes
    }
    digests.set(file.path, finish(hash, 'sha256'))
  }
  for (const file of last(digests)) {
    for await (const { bytes } of entryBytes(file, signal)) yield bytes
  }
  yield new Uint8Array(1024)
}

interface EntryChunk {
  readonly kind: 'frame' | 'content'
  readonly bytes: Uint8Array
}

async function* entryBytes(
  { path, size, executable, content }: ArchivedFile,
  signal: AbortSignal,
): AsyncGenerator<EntryChunk> {
  signal.throwIfAborted()
  const head = tarFileHead({ name: path, size, moment, mode: executable ? 0o755 : 0o644 })
  yield { kind: 'frame', bytes: head }
  if (content instanceof Uint8Array) yield { kind: 'content', bytes: content }
  else if (size > 0) {
    for await (const bytes of exactly(content.file, size, signal)) yield { kind: 'content', bytes }
  }
  const padding = tarPadding(size)
  if (padding > 0) yield { kind: 'frame', bytes: new Uint8Array(padding) }
}

// A file that grows or shrinks while it is read would spoil all that follows.
async function* exactly(
  file: string,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of createReadStream(file, { signal, highWaterMark: chunkSize })) {
    read += (chunk as Uint8Array).length
    if (read > size) break
    yield chunk as Uint8Array
  }
  if (read !== size) throw new Error(`${file} changed while it was read: ${size} bytes were wanted`)
}

const chunkSize = 256 * 1024

// Headers and padding are small; a step through the compressor costs more than they do.
async function* inLargeChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length < chunkSize) continue
    yield Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
