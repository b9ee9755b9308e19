import { deflateRawSync, gzipSync, crc32 } from 'node:zlib'
import { writeTar } from '../../formats/tar-write.ts'

/** One entry of an archive that a good tool would not make. */
export interface OddEntry {
  readonly name: string
  readonly text?: string
  /** The letter of a tar entry's type: 1 hard link, 2 link, 3 and 4 devices, 6 pipe. */
  readonly tarType?: string
  /** The mode of a zip entry, with its file type. */
  readonly zipMode?: number
  /** The size that a zip entry claims. */
  readonly claims?: number
  readonly data?: Uint8Array
}

export const chartYaml = 'apiVersion: v2\nname: demo\nversion: 1.0.0\n'

/** A .tgz with these entries, as they are. */
export function oddTgz(entries: readonly OddEntry[]): Uint8Array {
  return gzipSync(oddTar(entries))
}

function oddTar(entries: readonly OddEntry[]): Uint8Array {
  const parts = entries.map((entry) => {
    const tar = writeTar([{ name: entry.name, data: dataOf(entry) }], 0)
    const body = Buffer.from(tar.subarray(0, tar.length - 1024))
    if (entry.tarType === undefined) return body
    body.write(entry.tarType, 156, 'latin1')
    body.write('/etc/passwd', 157, 'latin1')
    body.write('        ', 148, 'latin1')
    const sum = body.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    body.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return body
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** A .zip with these entries, as they are. */
export function oddZip(entries: readonly OddEntry[]): Uint8Array {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = zipEntry(entry, offset)
    locals.push(local)
    centrals.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

function zipEntry(entry: OddEntry, offset: number): { local: Buffer; central: Buffer } {
  const data = dataOf(entry)
  const packed = pack(data)
  const name = Buffer.from(entry.name)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(0x0800, 2)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(data), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(entry.claims ?? data.length, 18)
  head.writeUInt16LE(name.length, 22)
  const attributes = Buffer.alloc(14)
  attributes.writeUInt32LE((entry.zipMode ?? 0o100644) * 0x10000, 6)
  attributes.writeUInt32LE(offset, 10)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, packed])
  const made = Buffer.from('PK\x01\x02\x14\x03', 'latin1')
  return { local, central: Buffer.concat([made, head, attributes, name]) }
}

const known = new WeakMap<Uint8Array, Uint8Array>()

/** Many entries of one content are packed once. */
function pack(data: Uint8Array): Uint8Array {
  const packed = known.get(data) ?? deflateRawSync(data)
  known.set(data, packed)
  return packed
}

function dataOf({ text, data }: OddEntry): Uint8Array {
  return data ?? Buffer.from(text ?? '')
}
