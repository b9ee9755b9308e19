import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkPack } from './check-pack.ts'
import { defaultGitLimits } from './limits.ts'
import { packOf, readPackets } from './packet-lines.ts'

const signal = new AbortController().signal
const mebibyte = 1024 * 1024
const limits = { ...defaultGitLimits, totalBytes: 20 * mebibyte, objectBytes: 8 * mebibyte }
const blob = 3
const offsetDelta = 6
const referenceDelta = 7

test('a pack of objects and deltas is let through', async () => {
  const base = object(blob, Buffer.from('hello'))
  const delta = object(offsetDelta, Buffer.from([5, 5, 0x90, 5]), back(base.length))
  const other = object(referenceDelta, Buffer.from([5, 5, 0x90, 5]), Buffer.alloc(20))
  await expect(checkPack(pack([base, delta, other]), limits, signal)).resolves.toBeUndefined()
})

test.each([
  {
    name: 'more objects than it may have',
    bytes: () => pack([], 300_000),
    code: 'too-large',
  },
  {
    name: 'an object that says how large it is',
    bytes: () => pack([object(blob, new Uint8Array(9 * mebibyte))]),
    code: 'too-large',
  },
  {
    name: 'an object that grows beyond what it says',
    bytes: () => pack([object(blob, new Uint8Array(7 * mebibyte), undefined, 100)]),
    code: 'bad-git',
  },
  {
    name: 'an object that is less than it says',
    bytes: () => pack([object(blob, Buffer.from('x'), undefined, 100)]),
    code: 'bad-git',
  },
  {
    name: 'many objects that are too much together',
    bytes: () => pack(Array(4).fill(object(blob, new Uint8Array(6 * mebibyte)))),
    code: 'too-large',
  },
  {
    name: 'a delta that makes too much',
    bytes: () => {
      const base = object(blob, Buffer.from('hello'))
      const delta = Buffer.from([5, 0x80, 0x80, 0x80, 0x10])
      return pack([base, object(offsetDelta, delta, back(base.length))])
    },
    code: 'too-large',
  },
  {
    name: 'a delta of nothing',
    bytes: () => pack([object(offsetDelta, Buffer.from([5, 5]), back(7))]),
    code: 'bad-git',
  },
  {
    name: 'deltas of deltas without end',
    bytes: () => {
      const base = object(blob, Buffer.from('hello'))
      const deltas: Uint8Array[] = []
      for (let i = 0, before = base.length; i < 5000; i++) {
        const delta = object(offsetDelta, Buffer.from([5, 5, 0x90, 5]), back(before))
        deltas.push(delta)
        before = delta.length
      }
      return pack([base, ...deltas])
    },
    code: 'too-large',
  },
  {
    name: 'a size without end',
    bytes: () => pack([Buffer.alloc(30, 0xff)]),
    code: 'bad-git',
  },
  { name: 'an end in the middle', bytes: () => pack([], 3), code: 'bad-git' },
  { name: 'no pack at all', bytes: () => Buffer.from('<html>'), code: 'bad-git' },
])('refuses $name', async ({ bytes, code }) => {
  await expect(checkPack(bytes(), limits, signal)).rejects.toMatchObject({ code })
})

test('the pack is what the first band carries', () => {
  const answer = Buffer.concat([
    line('NAK\n'),
    line('\u0001PA'),
    line('\u0002working'),
    line('\u0001CK'),
    Buffer.from('0000'),
  ])
  expect(Buffer.from(packOf(answer)).toString()).toBe('PACK')
})

test.each([
  { name: 'an error line', packet: 'ERR upload-pack: not our ref', says: 'not our ref' },
  { name: 'the error band', packet: '\u0003out of\nmemory', says: 'says: out of memory' },
])('$name is told', ({ packet, says }) => {
  expect(() => packOf(line(packet))).toThrow(says)
})

test.each(['zzzz', '00ffshort'])('a broken line %s is an error', (text) => {
  expect(() => [...readPackets(Buffer.from(text))]).toThrow('broken line')
})

function pack(objects: readonly Uint8Array[], count = objects.length): Uint8Array {
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1')
  head.writeUInt32BE(count, 8)
  return Buffer.concat([head, ...objects, Buffer.alloc(20)])
}

function object(
  kind: number,
  content: Uint8Array,
  reference: Uint8Array = new Uint8Array(),
  size = content.length,
): Uint8Array {
  const head: number[] = []
  let rest = Math.floor(size / 16)
  head.push((kind << 4) | (size % 16) | (rest > 0 ? 0x80 : 0))
  while (rest > 0) {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    head.push(low | (rest > 0 ? 0x80 : 0))
  }
  return Buffer.concat([Buffer.from(head), reference, deflateSync(content)])
}

/** How far back the base is, as git writes it; below 128 it is one byte. */
function back(offset: number): Uint8Array {
  return Buffer.from([offset])
}

function line(text: string): Uint8Array {
  return Buffer.from(`${(text.length + 4).toString(16).padStart(4, '0')}${text}`, 'latin1')
}
