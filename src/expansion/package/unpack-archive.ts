import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { ExpansionError } from '../errors.ts'
import { maxPackageBytes, maxPackageFiles } from '../limits.ts'
import { pathProblem } from './package-path.ts'
import { type Compression, readSeal, unseal } from './seal.ts'
import { type StreamedEntry, readTarStream } from './tar-stream.ts'

/** The compression of a file by its first bytes; undefined when it is neither. */
async function compressionOf(path: string): Promise<Compression | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (buffer.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
    return buffer[0] === 0x1f && buffer[1] === 0x8b ? 'gzip' : undefined
  } finally {
    await file.close()
  }
}

/** An archive that was unpacked. */
export interface Unpacked {
  readonly isSealed: boolean
}

/**
 * Unpacks an archive into a folder that must not be there yet. It is whole or not there: the files are written beside it,
 * the seal is compared, and only then is the folder renamed.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<Unpacked> {
  const compression = await compressionOf(path)
  if (compression === undefined) {
    throw new ExpansionError('bad-package', `${path} is neither .tar.zst nor .tgz`)
  }
  const { end, digest } = await readSeal(path, compression)
  const bytes = createReadStream(path, { start: 0, end: end - 1, signal })
  const staging = join(dirname(folder), `.${randomUUID()}.part`)
  try {
    await mkdir(staging, { recursive: true })
    const plain = decompress(unseal(bytes, digest, path), compression)
    await writeEntries(readTarStream(plain, path), staging, signal)
    await rename(staging, folder)
    return { isSealed: digest !== undefined }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (error instanceof ExpansionError || signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new ExpansionError('damaged', `cannot unpack ${path}: ${why}`, { cause: error })
  }
}

function decompress(
  bytes: AsyncIterable<Uint8Array>,
  compression: Compression,
): AsyncIterable<Uint8Array> {
  const stream = compression === 'zstd' ? createZstdDecompress() : createGunzip()
  // The failure of either end reaches whoever reads the result.
  return pipeline(Readable.from(bytes), stream, () => {}) as AsyncIterable<Uint8Array>
}

async function writeEntries(
  entries: AsyncIterable<StreamedEntry>,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>()
  let total = 0
  for await (const entry of entries) {
    signal.throwIfAborted()
    const path = entry.path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
    if (entry.kind === 'folder' && (path === '' || path === '.')) continue
    const problem = pathProblem(path)
    if (problem !== undefined) {
      throw new ExpansionError(
        'unsafe-path',
        `archive entry ${JSON.stringify(entry.path)} ${problem}`,
      )
    }
    if (entry.kind === 'folder') continue
    if (entry.kind !== 'file') {
      throw new ExpansionError(
        'unsafe-path',
        `archive entry ${path} is neither a file nor a folder`,
      )
    }
    if (seen.has(path)) throw new ExpansionError('bad-package', `the archive has ${path} twice`)
    seen.add(path)
    total += entry.size
    if (seen.size > maxPackageFiles || total > maxPackageBytes) {
      throw new ExpansionError(
        'too-large',
        'the archive has more files or bytes than a package may',
      )
    }
    await writeEntry(join(folder, path), entry)
  }
}

async function writeEntry(path: string, entry: StreamedEntry): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const mode = (entry.mode & 0o100) === 0 ? 0o644 : 0o755
  // The folder is new and all in it is ours; `wx` refuses a name that differs only where the disk does not.
  const file = await open(path, 'wx', mode)
  try {
    for await (const chunk of entry.bytes()) await file.write(chunk)
    await file.chmod(mode)
  } finally {
    await file.close()
  }
}
