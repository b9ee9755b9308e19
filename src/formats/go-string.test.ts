import { expect, test } from 'vitest'
import {
  byteLength,
  compareStrings,
  fromBytes,
  isValidUtf8,
  joinStrings,
  runesOf,
  sliceBytes,
  toBytes,
} from './go-string.ts'

test.each([
  { name: 'ASCII', bytes: [0x61, 0x62] },
  { name: 'two, three and four byte characters', bytes: [...Buffer.from('é€😀')] },
  { name: 'a cut character', bytes: [0x68, 0xc3] },
  { name: 'a lone continuation byte', bytes: [0x80, 0x61] },
  { name: 'an overlong form', bytes: [0xc0, 0xaf, 0xe0, 0x80, 0x80] },
  { name: 'an encoded surrogate', bytes: [0xed, 0xa0, 0x80] },
  { name: 'beyond U+10FFFF', bytes: [0xf4, 0x90, 0x80, 0x80] },
  { name: 'every byte', bytes: Array.from({ length: 256 }, (_, byte) => byte) },
])('$name comes back as the same bytes', ({ bytes }) => {
  const text = fromBytes(Uint8Array.from(bytes))
  expect([...toBytes(text)]).toEqual(bytes)
  expect(byteLength(text)).toBe(bytes.length)
})

test('slicing inside a character leaves escaped bytes, and joining the halves heals it', () => {
  const head = sliceBytes('héllo', 0, 2)
  const tail = sliceBytes('héllo', 2, 6)
  expect(isValidUtf8(head)).toBe(false)
  expect(runesOf(head)).toEqual([0x68, 0xfffd])
  expect(joinStrings([head, tail])).toBe('héllo')
})

test('strings sort by bytes, not by UTF-16 units', () => {
  const sorted = ['\u{1F600}', '\uE000', '\uFFFD', 'z', '', 'é', fromBytes(Uint8Array.of(0xff))]
  sorted.sort(compareStrings)
  expect(sorted).toEqual(['', 'z', 'é', '\uE000', '\uFFFD', '\u{1F600}', '\uDCFF'])
})
