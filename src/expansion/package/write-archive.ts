import { type Hash, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { tarFileHead, tarPadding } from '../../formats/tar-write.ts'
import { DigestThread } from '../../oci/digest-thread.ts'
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
const smallBytes = 64 * 1024

/** An archive of these files in their order, compressed and sealed; the same files give the same bytes. */
export async function* writeArchive(
  content: ArchiveContent,
  compression: Compression,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const size = content.files.reduce((sum, file) => sum + file.size, 0)
  const thread = new DigestThread()
  const digest = thread.start('sha256', size)
  const packed = compressor(compression)
  const writing = writeTar(content, new BlockWriter(packed), signal).then(
    () => packed.end(),
    (error: unknown) => packed.destroy(asError(error)),
  )
  try {
    for await (const chunk of packed as AsyncIterable<Uint8Array>) {
      const room = digest.update(chunk)
      if (room !== undefined) await room
      yield chunk
    }
    yield sealOf(compression, Buffer.from(await digest.hex(), 'hex'))
  } finally {
    // A reader that gave up leaves a writer that waits for room.
    packed.destroy()
    digest.drop()
    await Promise.all([writing, thread.close()])
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function compressor(compression: Compression) {
  if (compression === 'gzip') return createGzip({ level: gzipLevel, chunkSize })
  const params = {
    [constants.ZSTD_c_compressionLevel]: zstdLevel,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  return createZstdCompress({ params, chunkSize })
}

async function writeTar(
  { files, last }: ArchiveContent,
  writer: BlockWriter,
  signal: AbortSignal,
): Promise<void> {
  const digests = new Map<string, Digest>()
  for (const file of files) {
    const hash = createHash('sha256')
    await writeEntry(file, writer, hash, signal)
    digests.set(file.path, finish(hash, 'sha256'))
  }
  for (const file of last(digests)) await writeEntry(file, writer, undefined, signal)
  await writer.put(new Uint8Array(1024))
  await writer.end()
}

async function writeEntry(
  { path, size, executable, content }: ArchivedFile,
  writer: BlockWriter,
  hash: Hash | undefined,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  await writer.put(tarFileHead({ name: path, size, moment, mode: executable ? 0o755 : 0o644 }))
  if (content instanceof Uint8Array) {
    hash?.update(content)
    await writer.put(content)
  } else if (size > smallBytes) await writeFile(content.file, size, { writer, hash, signal })
  else if (size > 0) {
    const bytes = readSmall(content.file, size)
    hash?.update(bytes)
    await writer.put(bytes)
  }
  await writer.put(new Uint8Array(tarPadding(size)))
}

// To ask another thread for a small file takes many times as long as to read it.
function readSmall(path: string, size: number): Uint8Array {
  const bytes = readFileSync(path)
  if (bytes.length === size) return bytes
  throw changed(path, size)
}

function changed(path: string, size: number): Error {
  return new Error(`${path} changed while it was read: ${size} bytes were wanted`)
}

// A file that grows or shrinks while it is read would spoil all that follows.
async function writeFile(
  path: string,
  size: number,
  { writer, hash, signal }: { writer: BlockWriter; hash: Hash | undefined; signal: AbortSignal },
): Promise<void> {
  const file = await open(path, 'r')
  try {
    let left = size
    while (left > 0) {
      signal.throwIfAborted()
      const room = await writer.room()
      const { bytesRead } = await file.read(room, 0, Math.min(room.length, left))
      if (bytesRead === 0) break
      hash?.update(room.subarray(0, bytesRead))
      writer.take(bytesRead)
      left -= bytesRead
    }
    const more = left === 0 ? await file.read(Buffer.alloc(1), 0, 1) : { bytesRead: 0 }
    if (left === 0 && more.bytesRead === 0) return
    throw changed(path, size)
  } finally {
    await file.close()
  }
}

const chunkSize = 1024 * 1024
const blockBytes = 1024 * 1024

/**
 * Hands bytes to a compressor in large blocks. There are two, used in turns: one is filled while the other is compressed on another thread,
 * and no byte is copied or left to the collector.
 */
class BlockWriter {
  readonly #to: Writable
  #block = Buffer.allocUnsafeSlow(blockBytes)
  #other = Buffer.allocUnsafeSlow(blockBytes)
  #filled = 0
  /** Done when the other block may be written to again. */
  #compressed: Promise<void> = Promise.resolve()

  constructor(to: Writable) {
    this.#to = to
  }

  /** The part of the block that is free, which is not empty; `take` says how much of it was filled. */
  async room(): Promise<Buffer> {
    if (this.#filled === blockBytes) await this.#flush()
    return this.#block.subarray(this.#filled)
  }

  take(length: number): void {
    this.#filled += length
  }

  async put(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const room = await this.room()
      const part = bytes.subarray(at, at + room.length)
      room.set(part)
      this.take(part.length)
      at += part.length
    }
  }

  async end(): Promise<void> {
    await this.#flush()
    await this.#compressed
  }

  async #flush(): Promise<void> {
    await this.#compressed
    const full = this.#block.subarray(0, this.#filled)
    this.#compressed = this.#compress(full)
    // The next one to wait for it gets the error.
    this.#compressed.catch(() => {})
    ;[this.#block, this.#other] = [this.#other, this.#block]
    this.#filled = 0
  }

  #compress(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the archive was given up'))
      this.#to.once('close', ended)
      this.#to.write(bytes, (error) => {
        this.#to.off('close', ended)
        if (error) reject(error)
        else resolve()
      })
    })
  }
}
