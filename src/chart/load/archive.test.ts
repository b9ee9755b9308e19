import { expect, test } from 'vitest'
import { type TarPart, writeTar } from '../../../test/bombs/tar.ts'
import { readArchive } from './archive.ts'

function read(...parts: readonly TarPart[]) {
  return readArchive(writeTar(parts)).map(({ name, data }) => [
    name,
    new TextDecoder().decode(data),
  ])
}

test.each([
  {
    name: 'the first folder is dropped whatever its name',
    parts: [
      { name: 'x/a', data: '1' },
      { name: 'y/b', data: '2' },
    ],
    files: [
      ['a', '1'],
      ['b', '2'],
    ],
  },
  {
    name: 'folders are left out',
    parts: [{ name: 'x/', flag: '5' }, { name: 'x/a' }],
    files: [['a', '']],
  },
  { name: 'paths are cleaned', parts: [{ name: 'x/./a//b/../c' }], files: [['a/c', '']] },
  {
    name: 'backslashes are slashes',
    parts: [{ name: 'x\\templates\\a.yaml' }],
    files: [['templates/a.yaml', '']],
  },
  {
    name: 'a link is an empty file, and not followed',
    parts: [{ name: 'x/a', flag: '2', link: '/etc/passwd' }],
    files: [['a', '']],
  },
  {
    name: 'a slash at the start counts as the first folder',
    parts: [{ name: '/etc/up' }],
    files: [['etc/up', '']],
  },
  {
    name: 'a mark of byte order is dropped',
    parts: [{ name: 'x/a', data: '\uFEFFtext' }],
    files: [['a', 'text']],
  },
])('$name', ({ parts, files }) => {
  expect(read(...parts)).toEqual(files)
})

test.each([
  { name: 'x/../../a', problem: 'chart illegally references parent directory' },
  { name: 'x/../a', problem: 'chart illegally references parent directory' },
  { name: 'x//etc/passwd', problem: 'chart illegally contains absolute paths' },
  { name: 'x/c:/a', problem: 'chart contains illegally named files' },
  { name: 'x', problem: 'chart illegally contains content outside the base directory: "x"' },
  { name: 'Chart.yaml', problem: 'chart illegally contains content outside the base directory' },
  { name: 'Chart.yaml/a', problem: 'chart yaml not in base directory' },
])('an archive with $name is refused', ({ name, problem }) => {
  expect(() => read({ name })).toThrow(problem)
})

test('an archive without files is refused', () => {
  expect(() => read({ name: 'x/', flag: '5' })).toThrow('no files in chart archive')
})
