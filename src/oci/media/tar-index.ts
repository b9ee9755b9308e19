import { type FileHandle, open } from 'node:fs/promises'
import { OciError } from '../errors.ts'
import { maxTarEntries, maxTarHeaderBytes } from '../limits.ts'

/** Where a file lies in a tar archive on disk; links name another entry. */
export type TarPlace =
  | { readonly kind: 'file'; readonly offset: number; readonly size: number }
  | { readonly kind: 'link'; readonly target: string }

const block = 512

/**
 * The files of a tar archive by name, read from the headers alone: an image archive is too large for
 * memory. Later entries win, as when it is unpacked.
 */
export async function indexTar(
  path: string,
  signal: AbortSignal,
  /** An archive that is still being written has no end, and its last file may be cut. */
  extent: 'whole' | 'as far as it goes' = 'whole',
): Promise<ReadonlyMap<string, TarPlace>> {
  const file = await open(path, 'r')
  try {
    const places = new Map<string, TarPlace>()
    if (extent === 'whole') {
      await readEntries(file, path, places, signal)
      return places
    }
    await readEntries(file, path, places, signal).catch((error: unknown) => {
      if (!(error instanceof OciError)) throw error
    })
    return places
  } finally {
    await file.close()
  }
}

async function readEntries(
  file: FileHandle,
  path: string,
  places: Map<string, TarPlace>,
  signal: AbortSignal,
): Promise<void> {
  let extra: Extra = {}
  let at = 0
  for (let count = 0; ; count++) {
    signal.throwIfAborted()
    if (count > maxTarEntries) throw broken(path, `has more than ${maxTarEntries} entries`)
    const header = await readAt(file, at, block)
    if (header.every((byte) => byte === 0)) return
    if (header.length < block || !hasChecksum(header)) throw broken(path, 'is not a tar archive')
    const flag = String.fromCharCode(header[156] ?? 0)
    const size = extra.size ?? numberAt(header, 124, 12)
    const offset = at + block
    at = offset + Math.ceil(size / block) * block
    if (!Number.isSafeInteger(at)) throw broken(path, 'has an entry of no sensible size')
    if (flag === 'x' || flag === 'L' || flag === 'K') {
      if (size > maxTarHeaderBytes) throw broken(path, 'has a header without end')
      extra = { ...extra, ...readExtra(flag, await readAt(file, offset, size)) }
    } else if (flag !== 'g') {
      places.set(...placeOf(header, flag, extra, { offset, size }))
      extra = {}
    }
  }
}

interface Extra {
  readonly name?: string
  readonly target?: string
  readonly size?: number
}

function readExtra(flag: 'x' | 'L' | 'K', data: Buffer): Extra {
  if (flag === 'L') return { name: textAt(data, 0, data.length) }
  if (flag === 'K') return { target: textAt(data, 0, data.length) }
  const records = data.toString().matchAll(/(?:^|\n)\d+ (path|linkpath|size)=([^\n]*)/g)
  const values = new Map([...records].map(([, key = '', value = '']) => [key, value]))
  const name = values.get('path')
  const target = values.get('linkpath')
  const size = values.get('size')
  return {
    ...(name === undefined ? {} : { name }),
    ...(target === undefined ? {} : { target }),
    ...(size === undefined ? {} : { size: Number(size) }),
  }
}

function placeOf(
  header: Buffer,
  flag: string,
  extra: Extra,
  place: { readonly offset: number; readonly size: number },
): [string, TarPlace] {
  const isUstar = header.toString('latin1', 257, 262) === 'ustar' && header[263] !== 0x20
  const prefix = isUstar ? textAt(header, 345, 155) : ''
  const own = textAt(header, 0, 100)
  const name = extra.name ?? (prefix === '' ? own : `${prefix}/${own}`)
  const clean = name.replace(/^(\.\/)+/, '')
  if (flag !== '1' && flag !== '2') return [clean, { kind: 'file', ...place }]
  const target = extra.target ?? textAt(header, 157, 100)
  // A symbolic link starts from its own folder, a hard link from the root of the archive.
  return [clean, { kind: 'link', target: flag === '1' ? target : linkTarget(clean, target) }]
}

// The result is only ever a key of the index: a target outside of the archive finds nothing.
function linkTarget(from: string, target: string): string {
  return new URL(target, `file:///${from}`).pathname.slice(1)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function hasChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return sum === numberAt(header, 148, 8)
}

function numberAt(header: Buffer, start: number, length: number): number {
  const field = header.subarray(start, start + length)
  // Sizes that octal cannot hold are written as a big-endian number with the top bit set.
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(textAt(field, 0, length).trim() || '0', 8)
  return field.reduce((total, byte, at) => total * 256 + (at === 0 ? byte & 0x7f : byte), 0)
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

function broken(path: string, why: string): OciError {
  return new OciError('bad-layout', `${path} ${why}`)
}
