import { isAscii, toBytes } from './go-string.ts'

export interface TarFile {
  readonly name: string
  readonly data: Uint8Array
}

const blockSize = 512
const nameSize = 100
const prefixSize = 155
const defaultMode = 0o644

/**
 * A tar archive of plain files in the given order, every one readable by all and of the same moment
 * (seconds since 1970), so that the same files give the same bytes. Names that ustar cannot hold get a
 * PAX header.
 */
export function writeTar(files: readonly TarFile[], moment: number): Uint8Array {
  const pieces = files.flatMap(({ name, data }) => fileBlocks(name, data, moment))
  // Two empty blocks end an archive.
  return concat([...pieces, new Uint8Array(2 * blockSize)])
}

/** The header of a plain file whose bytes the caller writes after it, and fills up to whole blocks. */
export function tarFileHeader(name: string, size: number, moment: number): Uint8Array {
  const split = splitName(name)
  if (split === undefined) throw new RangeError(`${name} does not fit into a tar header`)
  return header({ ...split, flag: '0', size, moment })
}

/** The headers of a plain file with a mode of its own, whose bytes the caller writes after them; any name fits. */
export function tarFileHead(file: {
  readonly name: string
  readonly size: number
  readonly moment: number
  readonly mode: number
}): Uint8Array {
  const split = splitName(file.name)
  const { size, moment } = file
  if (split !== undefined) return header({ ...split, flag: '0', size, moment, mode: file.mode })
  const plain = { ...longNameHeader(file.name, size, moment), mode: file.mode }
  return concat([...longNameRecords(file.name), header(plain)])
}

/** How many zero bytes follow a file of this size. */
export function tarPadding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

function fileBlocks(name: string, data: Uint8Array, moment: number): Uint8Array[] {
  const split = splitName(name)
  if (split !== undefined)
    return [header({ ...split, flag: '0', size: data.length, moment }), ...padded(data)]
  const own = header(longNameHeader(name, data.length, moment))
  return [...longNameRecords(name), own, ...padded(data)]
}

function longNameRecords(name: string): Uint8Array[] {
  const records = paxRecord('path', name)
  const shown = shortName(`PaxHeaders.0/${shortName(name)}`)
  const pax = { prefix: '', name: shown, flag: 'x' as const }
  return [header({ ...pax, size: records.length, moment: 0 }), ...padded(records)]
}

function longNameHeader(name: string, size: number, moment: number): Header {
  return { prefix: '', name: shortName(name), flag: '0', size, moment }
}

interface SplitName {
  readonly prefix: string
  readonly name: string
}

/** A name as ustar holds it, undefined when it cannot. */
function splitName(name: string): SplitName | undefined {
  if (!isAscii(name)) return undefined
  if (name.length <= nameSize) return { prefix: '', name }
  const slash = name.lastIndexOf('/', prefixSize)
  const rest = name.slice(slash + 1)
  if (slash <= 0 || rest === '' || rest.length > nameSize) return undefined
  return { prefix: name.slice(0, slash), name: rest }
}

/** The name that a reader without PAX sees. */
function shortName(name: string): string {
  return name.replaceAll(/[^\0-\x7f]/g, '').slice(0, nameSize)
}

/** `LENGTH KEY=VALUE\n`, the length counting its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const body = toBytes(` ${key}=${value}\n`)
  let length = body.length + 1
  while (`${length}`.length + body.length !== length) length++
  return concat([toBytes(`${length}`), body])
}

interface Header extends SplitName {
  readonly flag: '0' | 'x'
  readonly size: number
  readonly moment: number
  readonly mode?: number
}

function header({ prefix, name, flag, size, moment, mode = defaultMode }: Header): Uint8Array {
  const block = new Uint8Array(blockSize)
  const put = (at: number, text: string) => block.set(toBytes(text), at)
  put(0, name)
  put(100, octal(mode, 8))
  put(108, octal(0, 8))
  put(116, octal(0, 8))
  if (size < largestOctal) put(124, octal(size, 12))
  else putBinary(block.subarray(124, 136), size)
  put(136, octal(moment, 12))
  // The sum is computed as if its own field were blank.
  put(148, ' '.repeat(8))
  put(156, flag)
  put(257, 'ustar\x0000')
  put(329, octal(0, 8))
  put(337, octal(0, 8))
  put(345, prefix)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 7)} `)
  return block
}

// Eleven octal digits; more is written as tar programs have it since GNU: binary, the first bit set.
const largestOctal = 8 ** 11

function putBinary(field: Uint8Array, value: number): void {
  let rest = value
  for (let at = field.length - 1; at > 0; at--) {
    field[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  field[0] = 0x80
}

/** A number that fills its field but for the zero byte at its end. */
function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`
}

function padded(data: Uint8Array): Uint8Array[] {
  const rest = data.length % blockSize
  return rest === 0 ? [data] : [data, new Uint8Array(blockSize - rest)]
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
