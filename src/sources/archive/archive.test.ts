import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { chartOf, digestOfContent } from '../content.ts'
import { type OddEntry, chartYaml, oddTgz, oddZip } from './archive-for-test.ts'
import { readContent } from './read-content.ts'
import { unpackFiles } from './unpack-files.ts'

const signal = new AbortController().signal
const what = 'the file'
const good: OddEntry = { name: 'demo/Chart.yaml', text: chartYaml }
const zeros = new Uint8Array(6 * 1024 * 1024)
const link = 0o120777
/** Bytes that shrink, but not so much that they look made to grow. */
const noise = new Uint8Array(4.5 * 1024 * 1024).map((_, i) => (i % 64 === 0 ? (i * 7919) >> 8 : 0))

/** Loads the chart all the way, as everybody does before it is used. */
async function load(bytes: Uint8Array, path?: string) {
  return chartOf(
    await readContent(bytes, { what, ...(path === undefined ? {} : { path }) }, signal),
  )
}

test.each([
  { name: 'a .tgz', bytes: oddTgz([good]), path: undefined },
  { name: 'a .zip with the chart in a folder', bytes: oddZip([good]), path: undefined },
  {
    name: 'a .zip with the chart at its top',
    bytes: oddZip([{ name: 'Chart.yaml', text: chartYaml }]),
    path: undefined,
  },
  {
    name: 'a .zip of a repository, at a path in it',
    bytes: oddZip([
      { name: 'repo/charts/demo/Chart.yaml', text: chartYaml },
      { name: 'repo/charts/other/Chart.yaml', text: chartYaml.replace('demo', 'other') },
    ]),
    path: 'repo/charts/demo',
  },
  {
    name: 'a .tgz of a repository, at a path in it',
    bytes: oddTgz([
      { name: 'repo/charts/demo/Chart.yaml', text: chartYaml },
      { name: 'repo/charts/other/Chart.yaml', text: chartYaml.replace('demo', 'other') },
    ]),
    path: 'repo/charts/demo',
  },
  {
    name: 'a .tgz of a repository, at a path below the folder that holds everything',
    bytes: oddTgz([
      { name: 'repo-1a2b3c/Chart.yaml', text: chartYaml.replace('demo', 'other') },
      { name: 'repo-1a2b3c/charts/demo/Chart.yaml', text: chartYaml },
    ]),
    path: 'charts/demo',
  },
])('loads the chart of $name', async ({ bytes, path }) => {
  expect((await load(bytes, path)).metadata.name).toBe('demo')
})

test('a zip is read as the folder it was made of: without what .helmignore names', async () => {
  const ignore = { name: 'demo/.helmignore', text: 'secret.txt\n' }
  const secret = { name: 'demo/secret.txt', text: 'x' }
  const chart = await load(oddZip([good, ignore, secret]))
  expect(chart.raw.map(({ name }) => name)).toEqual(['Chart.yaml', '.helmignore'])
})

test('one YAML file is the list of its objects', async () => {
  const text =
    '# first\n---\napiVersion: v1\nkind: A\n---\n# nothing\n---\napiVersion: v1\nkind: B\n'
  const content = await readContent(Buffer.from(text), { what }, signal)
  expect(content).toEqual({
    kind: 'manifests',
    documents: ['apiVersion: v1\nkind: A', 'apiVersion: v1\nkind: B\n'],
  })
})

test('files have the same digest in whatever order they come, and another with other bytes', () => {
  const a = { name: 'a', data: Buffer.from('1') }
  const b = { name: 'b', data: Buffer.from('2') }
  const one = digestOfContent({ kind: 'files', files: [a, b] })
  expect(digestOfContent({ kind: 'files', files: [b, a] })).toBe(one)
  const joined = { name: 'a', data: Buffer.from('1\nb\n2') }
  expect(digestOfContent({ kind: 'files', files: [joined] })).not.toBe(one)
})

describe('refuses', () => {
  test.each<{ name: string; bytes: Uint8Array; says: RegExp }>([
    // Tar.
    tar('a tar entry that climbs out', { name: 'demo/../../x' }, /parent directory/),
    tar('an absolute tar entry', { name: 'demo//etc/x' }, /absolute paths/),
    tar('a tar entry with a drive', { name: 'demo/c:/x' }, /illegally named/),
    tar('a tar entry that climbs by backslashes', { name: 'demo\\..\\..\\x' }, /parent directory/),
    tar('a link in a tar', { name: 'demo/x', tarType: '2' }, /is a link/),
    tar('a hard link in a tar', { name: 'demo/x', tarType: '1' }, /is a link/),
    tar('a character device in a tar', { name: 'demo/x', tarType: '3' }, /neither a file/),
    tar('a block device in a tar', { name: 'demo/x', tarType: '4' }, /neither a file/),
    tar('a pipe in a tar', { name: 'demo/x', tarType: '6' }, /neither a file/),
    tar('a file of a tar that is too large', { name: 'demo/x', data: zeros }, /larger than/),
    {
      name: 'a gzip that grows without end',
      bytes: gzipSync(new Uint8Array(101 * 1024 * 1024)),
      says: /larger than the maximum size/,
    },
    {
      name: 'an archive in an archive that grows without end',
      bytes: oddTgz([
        good,
        { name: 'demo/charts/sub.tgz', data: gzipSync(new Uint8Array(101 * 1024 * 1024)) },
      ]),
      says: /larger than the maximum size/,
    },
    { name: 'half a tar', bytes: gzipSync(Buffer.alloc(700, 1)), says: /tar/ },
    // Zip.
    zip('a zip entry that climbs out', { name: '../x' }, /invalid relative path/),
    zip('an absolute zip entry', { name: '/etc/x' }, /absolute path/),
    zip('a zip entry with a drive', { name: 'C:/x' }, /absolute path/),
    zip('a zip entry with backslashes', { name: 'demo\\x' }, /invalid characters/),
    zip('a zip entry with an empty part', { name: 'demo//x' }, /has an entry with the path/),
    zip('a zip entry with a dot part', { name: 'demo/./x' }, /has an entry with the path/),
    zip('a zip entry with a control character', { name: 'demo/x\u0007' }, /has an entry with/),
    zip('a link in a zip', { name: 'demo/x', zipMode: link }, /neither a file nor a folder/),
    zip('a device in a zip', { name: 'demo/x', zipMode: 0o020644 }, /neither a file nor a folder/),
    zip('a name that a zip has twice', good, /twice/),
    zip('a zip entry that is file and folder', { name: 'demo/Chart.yaml/x' }, /as a file and/),
    zip('a zip file that is too large', { name: 'demo/x', data: zeros }, /larger than/),
    zip('a zip file that grows too much', { name: 'x', data: zeros.subarray(3e6) }, /grows by/),
    zip(
      'a zip file larger than it says',
      { name: 'x', text: 'hello', claims: 2 },
      /too many bytes/,
    ),
    zip('a zip file smaller than it says', { name: 'x', text: 'hello', claims: 9 }, /not enough/),
    {
      name: 'a zip with more than is left of memory for it',
      bytes: oddZip(
        Array.from({ length: 25 }, (_, i) => ({
          name: `f${i}`,
          data: noise,
        })),
      ),
      says: /holds more than/,
    },
    { name: 'a zip of two charts', bytes: twoCharts(), says: /has charts in a, b/ },
    { name: 'a zip of no chart', bytes: oddZip([{ name: 'x' }]), says: /has no chart/ },
    { name: 'half a zip', bytes: oddZip([good]).subarray(0, 60), says: /zip cannot be read/ },
    // Others.
    { name: 'an empty file', bytes: new Uint8Array(), says: /is empty/ },
    { name: 'a web page', bytes: Buffer.from('<!DOCTYPE html>'), says: /is a web page/ },
    { name: 'an xz', bytes: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), says: /is an xz/ },
    { name: 'any bytes', bytes: Buffer.from([1, 0, 2]), says: /no archive and no text/ },
    { name: 'YAML without objects', bytes: Buffer.from('a: 1\n'), says: /no Kubernetes object/ },
    { name: 'YAML that is none', bytes: Buffer.from('a: [\n'), says: /is not YAML/ },
    { name: 'YAML of comments', bytes: Buffer.from('# a\n'), says: /no document/ },
  ])('$name', async ({ bytes, says }) => {
    await expect(load(bytes)).rejects.toThrow(says)
  })
})

describe('unpacking', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.stop())

  test('writes the files below a folder of the name', async () => {
    const files = [
      { name: 'Chart.yaml', data: Buffer.from(chartYaml) },
      { name: 'templates/a.yaml', data: Buffer.from('a') },
    ]
    const path = await unpackFiles(files, { folder: folder.path, name: 'demo' }, signal)
    expect(path).toBe(join(folder.path, 'demo'))
    expect(await readFile(join(path, 'templates/a.yaml'), 'utf8')).toBe('a')
    await expect(unpackFiles(files, { folder: folder.path, name: 'demo' }, signal)).rejects.toThrow(
      'already exists',
    )
    expect(await readdir(folder.path)).toEqual(['demo'])
  })

  test.each([
    { name: 'a file that climbs out', file: '../x', chart: 'demo' },
    { name: 'a file that is the folder', file: 'a/..', chart: 'demo' },
    { name: 'a file with a zero', file: 'a\0b', chart: 'demo' },
    { name: 'a chart named as the folder above', file: 'x', chart: '..' },
    { name: 'a chart with a path for a name', file: 'x', chart: 'a/b' },
  ])('leaves nothing of $name', async ({ file, chart }) => {
    const files = [{ name: file, data: Buffer.from('x') }]
    const target = { folder: folder.path, name: chart }
    await expect(unpackFiles(files, target, signal)).rejects.toMatchObject({ code: 'unsafe-path' })
    expect(await readdir(folder.path)).toEqual([])
  })
})

function tar(name: string, entry: OddEntry, says: RegExp) {
  return { name, bytes: oddTgz([good, entry]), says }
}

function zip(name: string, entry: OddEntry, says: RegExp) {
  return { name, bytes: oddZip([good, entry]), says }
}

function twoCharts(): Uint8Array {
  const names = ['a/Chart.yaml', 'b/Chart.yaml']
  return oddZip(names.map((name) => ({ name, text: chartYaml })))
}
