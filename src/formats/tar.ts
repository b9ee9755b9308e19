import { fromBytes } from './go-string.ts'

export type TarKind = 'file' | 'folder' | 'link' | 'other'

export interface TarEntry {
  readonly name: string
  readonly kind: TarKind
  readonly data: Uint8Array
}

/** An entry with everything that unpacking it takes. */
export interface TarMember extends TarEntry {
  /** Where a link leads; undefined for anything else. */
  readonly link: { readonly is: 'hard' | 'symbolic'; readonly target: string } | undefined
  /** The permissions. */
  readonly mode: number
}

/** A tar archive cannot be read; the message says where. */
export class TarError extends Error {}

const blockSize = 512

/**
 * The entries of a tar archive in memory, in order, without copying their bytes. Understands ustar
 * prefixes, GNU long names, base-256 sizes and PAX headers (path and size); synchronous, because
 * streams alone would cost more than reading a chart.
 */
export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  for (const { name, flag, data } of readParts(archive))
    yield { name, kind: kindOf(flag, name), data }
}

/** The same entries with their links and permissions. */
export function* readTarMembers(archive: Uint8Array): Generator<TarMember> {
  for (const { name, flag, data, header, target } of readParts(archive)) {
    const to = target ?? readText(header, 157, 100)
    const is = flag === '1' ? 'hard' : 'symbolic'
    const link = flag === '1' || flag === '2' ? ({ is, target: to } as const) : undefined
    const mode = Number.parseInt(readText(header, 100, 8).trim() || '0', 8) & 0o777
    yield { name, kind: kindOf(flag, name), data, link, mode }
  }
}

interface TarPart {
  readonly name: string
  readonly flag: string
  readonly data: Uint8Array
  readonly header: Uint8Array
  /** Of a link whose target is too long for the header. */
  readonly target: string | undefined
}

function* readParts(archive: Uint8Array): Generator<TarPart> {
  let at = 0
  let extra: Extra = {}
  while (at + blockSize <= archive.length) {
    const header = archive.subarray(at, at + blockSize)
    if (header[0] === 0 && isZero(header)) return
    checkSum(header, at)
    const flag = String.fromCharCode(header[156] ?? 0)
    const size = extra.size ?? readNumber(header, 124, 12, at)
    const start = at + blockSize
    if (start + size > archive.length) throw new TarError('unexpected EOF')
    const data = archive.subarray(start, start + size)
    at = start + Math.ceil(size / blockSize) * blockSize
    if (flag === 'x') extra = { ...extra, ...readPax(data) }
    else if (flag === 'L') extra = { ...extra, name: readText(data, 0, data.length) }
    else if (flag === 'K') extra = { ...extra, target: readText(data, 0, data.length) }
    else if (flag === 'g') continue
    else {
      const { name = headerName(header), target } = extra
      yield { name, flag, data, header, target }
      extra = {}
    }
  }
  if (at < archive.length && !isZero(archive.subarray(at))) throw new TarError('unexpected EOF')
}

interface Extra {
  readonly name?: string
  readonly target?: string
  readonly size?: number
}

function kindOf(flag: string, name: string): TarKind {
  if (flag === '5' || name.endsWith('/')) return 'folder'
  if (flag === '0' || flag === '\0' || flag === '7') return 'file'
  return flag === '1' || flag === '2' ? 'link' : 'other'
}

function headerName(header: Uint8Array): string {
  const name = readText(header, 0, 100)
  const isUstar = readText(header, 257, 5) === 'ustar' && header[263] !== 0x20
  const prefix = isUstar ? readText(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Records are `LENGTH KEY=VALUE\n`, the length counting itself. */
function readPax(data: Uint8Array): Extra {
  const extra: { name?: string; target?: string; size?: number } = {}
  let at = 0
  while (at < data.length) {
    const space = data.indexOf(0x20, at)
    const length = space < 0 ? Number.NaN : Number(readText(data, at, space - at))
    if (!Number.isInteger(length) || length < 5 || at + length > data.length) {
      throw new TarError('archive/tar: invalid tar header')
    }
    const record = fromBytes(data.subarray(space + 1, at + length - 1))
    const equals = record.indexOf('=')
    if (record.slice(0, equals) === 'path') extra.name = record.slice(equals + 1)
    if (record.slice(0, equals) === 'linkpath') extra.target = record.slice(equals + 1)
    if (record.slice(0, equals) === 'size') extra.size = Number(record.slice(equals + 1))
    at += length
  }
  return extra
}

function readText(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return fromBytes(end < 0 ? field : field.subarray(0, end))
}

function readNumber(header: Uint8Array, start: number, length: number, at: number): number {
  // GNU writes sizes that octal cannot hold as a big-endian number with the top bit set.
  if (((header[start] ?? 0) & 0x80) !== 0) {
    let value = (header[start] ?? 0) & 0x7f
    for (let i = 1; i < length; i++) value = value * 256 + (header[start + i] ?? 0)
    return value
  }
  const text = readText(header, start, length).trim()
  if (!/^[0-7]*$/.test(text)) throw new TarError(`archive/tar: invalid tar header at byte ${at}`)
  return text === '' ? 0 : Number.parseInt(text, 8)
}

function checkSum(header: Uint8Array, at: number): void {
  const wanted = readNumber(header, 148, 8, at)
  // The field itself counts as if it held eight spaces.
  let sum = sumOfBytes(header) + 8 * 0x20
  for (let i = 148; i < 156; i++) sum -= header[i] ?? 0
  if (sum !== wanted) throw new TarError('archive/tar: invalid tar header')
}

/** Two bytes are added at a time, in the halves of one number; those of a block cannot overflow. */
function sumOfBytes(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  let pairs = 0
  for (let i = 0; i < block.length; i += 4) {
    const word = view.getUint32(i)
    pairs += (word & 0xff00ff) + ((word >>> 8) & 0xff00ff)
  }
  return (pairs & 0xffff) + (pairs >>> 16)
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
