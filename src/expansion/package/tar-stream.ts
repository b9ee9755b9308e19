import { ExpansionError } from '../errors.ts'
import { maxTextBytes } from '../limits.ts'

/** One entry of a tar archive that is read as it comes; its bytes have to be read before the next one. */
export interface StreamedEntry {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number
  readonly mode: number
  readonly bytes: () => AsyncGenerator<Uint8Array>
}

const blockSize = 512

/** The entries of a tar archive, one after the other; every archive of any size takes the same memory. */
export async function* readTarStream(
  archive: AsyncIterable<Uint8Array>,
  what: string,
): AsyncGenerator<StreamedEntry> {
  const reader = new BlockReader(archive, what)
  let extra: { readonly path?: string; readonly size?: number } = {}
  for (;;) {
    const header = await reader.take(blockSize)
    if (header === undefined) throw broken(what, 'ends in the middle')
    if (header.every((byte) => byte === 0)) break
    checkSum(header, what)
    const flag = String.fromCharCode(header[156] ?? 0)
    const size = extra.size ?? numberAt(header, 124, 12, what)
    if (!Number.isSafeInteger(size) || size < 0)
      throw broken(what, 'has an entry of no sensible size')
    if (flag === 'x' || flag === 'L') {
      extra = { ...extra, ...(await readExtra(reader, flag, size, what)) }
      continue
    }
    if (flag === 'g' || flag === 'K') {
      for await (const _ of reader.pass(size)) continue
      continue
    }
    const path = extra.path ?? headerPath(header)
    let isRead = false
    const bytes = () => {
      isRead = true
      return reader.pass(size)
    }
    yield {
      path,
      kind: kindOf(flag, path),
      size,
      mode: numberAt(header, 100, 8, what) & 0o777,
      bytes,
    }
    if (!isRead) for await (const _ of reader.pass(size)) continue
    extra = {}
  }
  await reader.drain()
}

async function readExtra(reader: BlockReader, flag: 'x' | 'L', size: number, what: string) {
  if (size > maxTextBytes) throw broken(what, 'has a header without end')
  const chunks: Uint8Array[] = []
  for await (const chunk of reader.pass(size)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  if (flag === 'L') return { path: text.replace(/\0.*$/s, '') }
  const records = text.matchAll(/(?:^|\n)\d+ (path|size)=([^\n]*)/g)
  const values = new Map([...records].map(([, key = '', value = '']) => [key, value]))
  const path = values.get('path')
  const length = values.get('size')
  return {
    ...(path === undefined ? {} : { path }),
    ...(length === undefined ? {} : { size: Number(length) }),
  }
}

function kindOf(flag: string, path: string): StreamedEntry['kind'] {
  if (flag === '5' || path.endsWith('/')) return 'folder'
  return flag === '0' || flag === '\0' || flag === '7' ? 'file' : 'other'
}

function headerPath(header: Buffer): string {
  const own = textAt(header, 0, 100)
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textAt(header, 345, 155) : ''
  return prefix === '' || header[263] === 0x20 ? own : `${prefix}/${own}`
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

function numberAt(header: Buffer, start: number, length: number, what: string): number {
  const field = header.subarray(start, start + length)
  if (((field[0] ?? 0) & 0x80) !== 0) {
    return field.reduce((total, byte, at) => total * 256 + (at === 0 ? byte & 0x7f : byte), 0)
  }
  const text = textAt(header, start, length).trim()
  if (!/^[0-7]*$/.test(text)) throw broken(what, 'has a header that cannot be read')
  return Number.parseInt(text || '0', 8)
}

function checkSum(header: Buffer, what: string): void {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (sum !== numberAt(header, 148, 8, what)) throw broken(what, 'is not a tar archive')
}

function broken(what: string, why: string): ExpansionError {
  return new ExpansionError('bad-package', `${what} ${why}`)
}

class BlockReader {
  private readonly chunks: AsyncIterator<Uint8Array>
  private readonly what: string
  private rest: Uint8Array = new Uint8Array()

  constructor(archive: AsyncIterable<Uint8Array>, what: string) {
    this.chunks = archive[Symbol.asyncIterator]()
    this.what = what
  }

  /** So many bytes; undefined at the end of the archive. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = []
    for (let left = count; left > 0;) {
      const part = await this.next(left)
      if (part === undefined) return undefined
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts, count)
  }

  /** The content of an entry, and the padding behind it. */
  async *pass(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0;) {
      const part = await this.next(left)
      if (part === undefined) throw broken(this.what, 'ends in the middle')
      left -= part.length
      yield part
    }
    const padding = (blockSize - (size % blockSize)) % blockSize
    if (padding > 0 && (await this.take(padding)) === undefined) {
      throw broken(this.what, 'ends in the middle')
    }
  }

  // The last bytes have to come by as well: only then is the seal compared.
  async drain(): Promise<void> {
    for (;;) {
      const part = await this.next(blockSize)
      if (part === undefined) return
      if (part.some((byte) => byte !== 0)) throw broken(this.what, 'goes on behind its end')
    }
  }

  private async next(most: number): Promise<Uint8Array | undefined> {
    while (this.rest.length === 0) {
      const { done, value } = await this.chunks.next()
      if (done === true) return undefined
      this.rest = value
    }
    const part = this.rest.subarray(0, most)
    this.rest = this.rest.subarray(part.length)
    return part
  }
}
