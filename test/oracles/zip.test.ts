import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { OracleError } from './errors.ts'
import { readZipEntry } from './zip.ts'

interface Member {
  readonly name: string
  readonly text: string
  readonly method?: number
  readonly crc?: number
  readonly size?: number
  readonly extra?: Buffer
}

/** Writes a zip by the book: local headers with their bytes, then the directory, then the end record. */
function buildZip(members: readonly Member[], comment = ''): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, method = 8, crc = crc32(text), size, extra } of members) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc, 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size ?? Buffer.byteLength(text), 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.from(shared)
    local.writeUInt16LE(extra?.length ?? 0, 24)
    const body = [Buffer.from('PK\x03\x04'), local, Buffer.from(name), extra ?? Buffer.alloc(0)]
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), shared, tail, Buffer.from(name))
    bodies.push(...body, packed)
    offset = Buffer.concat(bodies).length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...bodies, ...directory, end, Buffer.from(comment)])
}

const helm = { name: 'helm/helm', text: 'the helm program '.repeat(50) }
const kubectl = { name: 'kubectl/kubectl', text: 'the kubectl program' }

describe('readZipEntry', () => {
  test.each([
    { name: 'a deflated entry', members: [helm], comment: '' },
    { name: 'a stored entry', members: [{ ...helm, method: 0 }], comment: '' },
    { name: 'an entry behind another', members: [kubectl, helm], comment: '' },
    {
      name: 'an entry whose local header has an extra field of its own',
      members: [{ ...helm, extra: Buffer.from('UT\x02\x00xx') }],
      comment: '',
    },
    { name: 'an archive with a comment', members: [helm], comment: 'layer for kubectl' },
  ])('reads $name', ({ members, comment }) => {
    expect(readZipEntry(buildZip(members, comment), 'helm/helm').toString()).toBe(helm.text)
  })

  test('reads an empty entry', () => {
    const zip = buildZip([{ name: 'empty', text: '' }])
    expect(readZipEntry(zip, 'empty')).toHaveLength(0)
  })

  const whole = buildZip([helm])
  const directoryAt = whole.indexOf('PK\x01\x02')
  test.each([
    { name: 'nothing at all', zip: Buffer.alloc(0), says: 'has no end record' },
    { name: 'something else', zip: Buffer.from('<html>'.repeat(20)), says: 'has no end record' },
    { name: 'an archive cut short', zip: whole.subarray(0, -30), says: 'has no end record' },
    {
      name: 'bytes that do not inflate',
      zip: overwrite(whole, 39),
      says: 'helm/helm cannot be read',
    },
    { name: 'a damaged local header', zip: overwrite(whole, 0), says: 'local header is damaged' },
    {
      name: 'a damaged directory',
      zip: overwrite(whole, directoryAt),
      says: 'directory is damaged',
    },
    {
      name: 'a directory outside the archive',
      zip: overwrite(whole, whole.length - 6),
      says: 'helm/helm cannot be read',
    },
    {
      name: 'an entry that reaches past the end',
      zip: overwrite(whole, directoryAt + 20),
      says: 'ends too early',
    },
    {
      name: 'an entry with a wrong CRC',
      zip: buildZip([{ ...helm, crc: 7 }]),
      says: 'the CRC of helm/helm does not match',
    },
    {
      name: 'an entry longer than it says',
      zip: buildZip([{ ...helm, size: 10 }]),
      says: 'helm/helm cannot be read',
    },
    {
      name: 'an entry shorter than it says',
      zip: buildZip([{ ...helm, size: 9999 }]),
      says: 'helm/helm has 850 bytes, not 9999',
    },
    {
      name: 'an entry larger than any program of ours',
      zip: buildZip([{ ...helm, size: 0xfffffffe }]),
      says: 'helm/helm says it has 4294967294 bytes',
    },
    {
      name: 'an unknown packing method',
      zip: buildZip([{ ...helm, method: 12 }]),
      says: 'helm/helm is packed by method 12; only 0 and 8 are known',
    },
  ])('calls $name corrupt', ({ zip, says }) => {
    const error = caught(() => readZipEntry(zip, 'helm/helm'))
    expect(error).toMatchObject({ code: 'corrupt-archive' })
    expect(error.message).toMatch(/^corrupt zip archive: /)
    expect(error.message).toContain(says)
  })

  test('names what is there when the entry is not', () => {
    const error = caught(() => readZipEntry(buildZip([helm, kubectl]), 'tiller'))
    expect(error.code).toBe('missing-entry')
    expect(error.message).toBe('zip archive has no tiller; it has helm/helm, kubectl/kubectl')
  })
})

/** Four bytes of rubbish at an offset. */
function overwrite(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.fill(0xfe, offset, offset + 4)
  return copy
}

function caught(run: () => unknown): OracleError {
  try {
    run()
  } catch (error) {
    if (error instanceof OracleError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
