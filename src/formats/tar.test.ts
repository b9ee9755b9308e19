import { expect, test } from 'vitest'
import { type TarPart, longPart, writeTar } from '../../test/bombs/tar.ts'
import { readTar, readTarMembers } from './tar.ts'

function read(parts: readonly TarPart[]) {
  return [...readTar(writeTar(parts))].map(({ name, kind, data }) => ({
    name,
    kind,
    text: new TextDecoder().decode(data),
  }))
}

const longName = `${'folder/'.repeat(30)}file`

test.each([
  {
    name: 'a file',
    parts: [{ name: 'a/b', data: 'text' }],
    entries: [{ name: 'a/b', kind: 'file', text: 'text' }],
  },
  {
    name: 'an empty file',
    parts: [{ name: 'a' }],
    entries: [{ name: 'a', kind: 'file', text: '' }],
  },
  {
    name: 'a file of a whole block',
    parts: [
      { name: 'a', data: 'x'.repeat(512) },
      { name: 'b', data: 'y' },
    ],
    entries: [
      { name: 'a', kind: 'file', text: 'x'.repeat(512) },
      { name: 'b', kind: 'file', text: 'y' },
    ],
  },
  {
    name: 'a folder',
    parts: [{ name: 'a', flag: '5' }],
    entries: [{ name: 'a', kind: 'folder', text: '' }],
  },
  {
    name: 'a name that ends like a folder',
    parts: [{ name: 'a/' }],
    entries: [{ name: 'a/', kind: 'folder', text: '' }],
  },
  {
    name: 'links',
    parts: [
      { name: 'a', flag: '2', link: 'b' },
      { name: 'c', flag: '1', link: 'd' },
    ],
    entries: [
      { name: 'a', kind: 'link', text: '' },
      { name: 'c', kind: 'link', text: '' },
    ],
  },
  {
    name: 'a device',
    parts: [{ name: 'a', flag: '3' }],
    entries: [{ name: 'a', kind: 'other', text: '' }],
  },
  {
    name: 'a name in a PAX header',
    parts: longPart(longName, 'x'),
    entries: [{ name: longName, kind: 'file', text: 'x' }],
  },
  {
    name: 'a name that GNU found too long',
    parts: [
      { name: '././@LongLink', flag: 'L', data: `${longName}\0` },
      { name: 'short', data: 'x' },
    ],
    entries: [{ name: longName, kind: 'file', text: 'x' }],
  },
  {
    name: 'a global PAX header, which says nothing',
    parts: [
      { name: 'g', flag: 'g', data: '12 comment=x\n' },
      { name: 'a', data: 'x' },
    ],
    entries: [{ name: 'a', kind: 'file', text: 'x' }],
  },
  { name: 'nothing', parts: [], entries: [] },
])('$name is read', ({ parts, entries }) => {
  expect(read(parts)).toEqual(entries)
})

test.each([
  {
    name: 'a file that is cut off',
    archive: writeTar([{ name: 'a', data: 'x', size: 5000 }]),
    problem: 'unexpected EOF',
  },
  {
    name: 'a header that is cut off',
    archive: writeTar([{ name: 'a' }]).subarray(0, 300),
    problem: 'unexpected EOF',
  },
  {
    name: 'a checksum that is wrong',
    archive: damaged(148),
    problem: 'archive/tar: invalid tar header',
  },
  {
    name: 'a name that was changed',
    archive: damaged(0),
    problem: 'archive/tar: invalid tar header',
  },
  {
    name: 'a PAX header without records',
    archive: writeTar([{ name: 'p', flag: 'x', data: 'nonsense' }, { name: 'a' }]),
    problem: 'archive/tar: invalid tar header',
  },
])('$name is refused', ({ archive, problem }) => {
  expect(() => [...readTar(archive)]).toThrow(problem)
})

function damaged(at: number): Uint8Array {
  const archive = writeTar([{ name: 'a' }])
  archive[at] = 0x39
  return archive
}

test('members have their links and permissions', () => {
  const archive = writeTar([
    { name: 'a', data: 'text' },
    { name: 'b', flag: '2', link: '/a' },
    { name: 'long', flag: 'K', data: `${'x'.repeat(200)}\0` },
    { name: 'c', flag: '1', link: 'short' },
    { name: 'pax', flag: 'x', data: '14 linkpath=b\n' },
    { name: 'd', flag: '2', link: 'short' },
  ])
  const found = [...readTarMembers(archive)].map(({ name, link, mode }) => ({ name, link, mode }))
  expect(found).toEqual([
    { name: 'a', link: undefined, mode: 0o644 },
    { name: 'b', link: { is: 'symbolic', target: '/a' }, mode: 0o644 },
    { name: 'c', link: { is: 'hard', target: 'x'.repeat(200) }, mode: 0o644 },
    { name: 'd', link: { is: 'symbolic', target: 'b' }, mode: 0o644 },
  ])
})
