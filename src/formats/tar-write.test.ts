import { describe, expect, test } from 'vitest'
import { fromBytes, toBytes } from './go-string.ts'
import { readTar } from './tar.ts'
import { writeTar } from './tar-write.ts'

const file = (name: string, text = 'x') => ({ name, data: toBytes(text) })

describe('what is written is read again', () => {
  test.each([
    { name: 'no files', files: [] },
    { name: 'an empty file', files: [file('a', '')] },
    { name: 'a file of one block', files: [file('a', 'b'.repeat(512))] },
    { name: 'a file of more than one block', files: [file('a', 'b'.repeat(513)), file('c')] },
    { name: 'a name of 100 bytes', files: [file('n'.repeat(100))] },
    { name: 'a long path', files: [file(`${'folder/'.repeat(20)}file`)] },
    { name: 'a long name', files: [file('n'.repeat(101)), file('a')] },
    { name: 'a very long path', files: [file(`${'folder/'.repeat(200)}file`)] },
    { name: 'a name beyond ASCII', files: [file('größe')] },
    { name: 'a PAX record whose length grows by its own digits', files: [file('ü'.repeat(45))] },
  ])('$name', ({ files }) => {
    const read = [...readTar(writeTar(files, 0))]
    expect(read.map(({ name, data }) => [name, fromBytes(data)])).toEqual(
      files.map(({ name, data }) => [name, fromBytes(data)]),
    )
    expect(read.every(({ kind }) => kind === 'file')).toBe(true)
  })
})

test('a header has the mode, the moment and the magic of ustar', () => {
  const header = fromBytes(writeTar([file('a')], 0o777).subarray(0, 512))
  expect(header.slice(100, 108)).toBe('0000644\0')
  expect(header.slice(136, 148)).toBe('00000000777\0')
  expect(header.slice(257, 265)).toBe('ustar\x0000')
})

test('an archive is a multiple of its blocks and ends with two empty ones', () => {
  const archive = writeTar([file('a')], 0)
  expect(archive.length).toBe(4 * 512)
  expect(archive.subarray(2 * 512).every((byte) => byte === 0)).toBe(true)
})
