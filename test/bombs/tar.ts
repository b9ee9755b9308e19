/** An entry of a tar archive to be written; sizes may lie. */
export interface TarPart {
  readonly name: string
  readonly data?: string | Uint8Array
  /** The type flag: '0' a file, '1' and '2' links, '5' a folder, 'x' a PAX header. */
  readonly flag?: string
  readonly link?: string
  /** The length in the header, instead of that of the data. */
  readonly size?: number
}

const blockSize = 512

/** A tar archive of these entries, headers in ustar form. */
export function writeTar(parts: readonly TarPart[]): Buffer {
  const end = Buffer.alloc(2 * blockSize)
  return Buffer.concat([...parts.flatMap(writePart), end])
}

/** Header and padded data of one entry. */
export function writePart({ name, data = '', flag = '0', link = '', size }: TarPart): Buffer[] {
  const body = Buffer.from(data)
  const header = Buffer.alloc(blockSize)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write(sizeField(size ?? body.length), 124, 'latin1')
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write(flag, 156)
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, body, Buffer.alloc((blockSize - (body.length % blockSize)) % blockSize)]
}

/** A file whose name needs a PAX header. */
export function longPart(name: string, data: string): TarPart[] {
  const record = ` path=${name}\n`
  let length = record.length
  while (`${length}${record}`.length !== length) length = `${length}${record}`.length
  return [
    { name: 'pax', flag: 'x', data: `${length}${record}` },
    { name: name.slice(0, 99), data },
  ]
}

/** Octal, or what GNU writes when octal cannot hold it. */
function sizeField(size: number): string {
  if (size < 8 ** 11) return `${size.toString(8).padStart(11, '0')}\0`
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(size), 4)
  bytes[0] = 0x80
  return bytes.toString('latin1')
}
