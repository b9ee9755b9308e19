import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl'
import type { ChartFile } from '../../chart/chart.ts'
import { limits } from '../../chart/limits.ts'
import { quote } from '../../formats/quote.ts'
import { readBounded } from '../../oci/bytes.ts'
import { SourceError } from '../errors.ts'

/** Text shrinks to a twentieth; what shrinks to less of this size was made to fill a memory. */
const mostRatio = 200
const smallEnough = 1024 * 1024
const fileTypeMask = 0o170000
const regularFile = 0o100000
const folder = 0o040000

/**
 * The files of a zip by their paths in it. Everything that another reader could understand differently is
 * refused: paths that leave, links, names that come twice, encrypted entries.
 */
export async function readZip(archive: Uint8Array, signal: AbortSignal): Promise<ChartFile[]> {
  const zip = await open(archive)
  const files = new Map<string, ChartFile>()
  let total = 0
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      if (++entries > limits.entries) throw tooLarge(`has more than ${limits.entries} entries`)
      if (checkEntry(entry) === 'folder') continue
      total += entry.uncompressedSize
      if (total > limits.totalBytes) throw tooLarge(`holds more than ${limits.totalBytes} bytes`)
      const { fileName: name } = entry
      if (files.has(name)) throw broken(`has ${quote(name)} twice`)
      if (files.size >= limits.files) throw tooLarge(`has more than ${limits.files} files`)
      files.set(name, { name, data: await readEntry(zip, entry) })
    }
  } catch (error) {
    throw signal.aborted ? error : translate(error)
  } finally {
    zip.close()
  }
  checkNesting(files)
  return [...files.values()]
}

async function open(archive: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  try {
    // Entries are read one by one, and their names are taken as they are.
    return await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true })
  } catch (error) {
    throw translate(error)
  }
}

function checkEntry(entry: Entry): 'file' | 'folder' {
  const { fileName: name, uncompressedSize, compressedSize, externalFileAttributes } = entry
  const shown = quote(name)
  const path = name.replace(/\/$/, '')
  const isPlain = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain || /[\u0000-\u001f\u007f\\]|^[a-zA-Z]:/.test(name)) {
    throw broken(`has an entry with the path ${shown}`)
  }
  // Zeros stand where the zip was made on a system without such types.
  const type = (externalFileAttributes >>> 16) & fileTypeMask
  if (type !== 0 && type !== regularFile && type !== folder) {
    throw broken(`entry ${shown} is neither a file nor a folder`)
  }
  if (name.endsWith('/')) return 'folder'
  if (type === folder) throw broken(`entry ${shown} is a folder by its type and a file by its name`)
  if (entry.isEncrypted()) throw broken(`entry ${shown} is encrypted`)
  if (uncompressedSize > limits.fileBytes) {
    throw tooLarge(`file ${shown} is larger than ${limits.fileBytes} bytes`)
  }
  if (uncompressedSize > smallEnough && uncompressedSize > compressedSize * mostRatio) {
    throw tooLarge(`file ${shown} grows by more than ${mostRatio} times`)
  }
  return 'file'
}

// The library fails when an entry has more or fewer bytes than it says; the bound is for certain.
async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry)
  return await readBounded(stream, entry.uncompressedSize, quote(entry.fileName))
}

function checkNesting(files: ReadonlyMap<string, ChartFile>): void {
  // Names below a folder follow one another, so one look for each file is enough, however deep it is.
  const names = [...files.keys()].toSorted(compare)
  for (const name of names) {
    const folder = `${name}/`
    const below = names[firstFrom(names, folder)]
    if (below?.startsWith(folder) === true)
      throw broken(`has ${quote(name)} as a file and as a folder`)
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The place of the first name that does not come before a text. */
function firstFrom(names: readonly string[], text: string): number {
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

function translate(error: unknown): Error {
  if (error instanceof SourceError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new SourceError('bad-archive', `zip cannot be read: ${why}`, { cause: error })
}

function broken(why: string): SourceError {
  return new SourceError('bad-archive', `zip ${why}`)
}

function tooLarge(why: string): SourceError {
  return new SourceError('too-large', `zip ${why}`)
}
