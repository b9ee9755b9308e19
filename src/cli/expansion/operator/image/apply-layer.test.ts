import { lstat, mkdir, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TarPart, writeTar } from '../../../../../test/bombs/tar.ts'
import { applyLayer } from './apply-layer.ts'

let folder = ''
let root = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
  root = join(folder, 'root')
  await mkdir(root)
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'outside/kept'), 'kept')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function apply(...layers: readonly (readonly TarPart[])[]): Promise<void> {
  for (const layer of layers) await applyLayer(root, writeTar(layer))
}

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}

test('a later layer takes the place of files, and takes them away', async () => {
  await apply(
    [
      { name: './', flag: '5' },
      { name: 'etc/', flag: '5' },
      { name: 'etc/a', data: 'one' },
      { name: 'etc/b', data: 'one' },
      { name: 'var/cache/x', data: 'one' },
    ],
    [
      { name: 'etc/a', data: 'two' },
      { name: 'etc/.wh.b' },
      { name: 'var/cache/y', data: 'two' },
      { name: 'var/cache/.wh..wh..opq' },
    ],
  )
  expect(await read('etc/a')).toBe('two')
  expect(await readdir(join(root, 'etc'))).toEqual(['a'])
  expect(await readdir(join(root, 'var/cache'))).toEqual(['y'])
})

test('files go where links lead in the image, and a file takes the place of a link', async () => {
  await apply(
    [
      { name: 'usr/lib', flag: '5' },
      { name: 'lib', flag: '2', link: 'usr/lib' },
      { name: 'now', flag: '2', link: '/usr/lib/thing' },
    ],
    [
      { name: 'lib/thing', data: 'there' },
      { name: 'twin', flag: '1', link: 'lib/thing' },
      { name: 'now', data: 'plain' },
    ],
  )
  expect(await read('usr/lib/thing')).toBe('there')
  expect(await read('twin')).toBe('there')
  expect(await read('now')).toBe('plain')
  expect(await readlink(join(root, 'lib'))).toBe('usr/lib')
})

test.each([
  { name: 'above', path: '../outside/kept' },
  { name: 'through a link', path: 'door/kept' },
  { name: 'through a link upwards', path: 'up/outside/kept' },
])('nothing is written $name outside of the image', async ({ path }) => {
  await apply(
    [
      { name: 'door', flag: '2', link: join(folder, 'outside') },
      { name: 'up', flag: '2', link: '../../..' },
    ],
    [{ name: path, data: 'changed' }, { name: `${path.replace(/kept$/, '')}.wh.kept` }],
  )
  expect(await readFile(join(folder, 'outside/kept'), 'utf8')).toBe('kept')
  expect((await lstat(join(folder, 'outside'))).isDirectory()).toBe(true)
})

test('links that lead to each other are refused', async () => {
  const layer = [
    { name: 'a', flag: '2', link: 'b' },
    { name: 'b', flag: '2', link: 'a' },
  ]
  await expect(apply(layer, [{ name: 'a/x', data: '' }])).rejects.toThrow('too many links')
})
