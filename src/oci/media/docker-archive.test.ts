import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyImage } from '../../../test/registry/copy-image.ts'
import { writeTar } from '../../formats/tar-write.ts'
import { digestOf } from '../digest.ts'
import { parseManifest } from '../manifest.ts'
import { dockerArchiveSource } from './docker-archive.ts'
import { layoutSink } from './layout-sink.ts'

const signal = new AbortController().signal
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-archive-'))
})
afterEach(() => rm(folder, { recursive: true }))

const plain = Buffer.from('a plain layer')
const zipped = gzipSync('a zipped layer')
const config = JSON.stringify({
  rootfs: { type: 'layers', diff_ids: [digestOf(plain), digestOf(Buffer.from('a zipped layer'))] },
})
const images = [
  {
    Config: 'config.json',
    RepoTags: ['app:v1', 'example.com/app:v1'],
    Layers: ['1/layer.tar', '2/layer.tar'],
  },
]

test.each(['', 'app:v1', 'docker.io/library/app:v1', 'example.com/app:v1'])(
  'an image is found as "%s" and copied with the layers as they lie',
  async (reference) => {
    const from = await dockerArchiveSource(await write({}), signal)
    const to = await layoutSink(join(folder, 'layout'), signal)
    const copied = await copyImage({ from, to, reference, tag: 'x' }, signal)
    expect(copied.blobs.uploaded).toBe(3)
    const found = await from.resolve(reference, signal)
    const raw = found && (await from.manifest(found, signal))
    expect(raw && parseManifest(raw, 'it')).toMatchObject({
      config: { digest: digestOf(Buffer.from(config)) },
      layers: [
        { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: digestOf(plain), size: 13 },
        { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest: digestOf(zipped) },
      ],
    })
  },
)

test('a name that the archive has not finds nothing', async () => {
  const from = await dockerArchiveSource(await write({}), signal)
  expect(await from.resolve('app:v2', signal)).toBeUndefined()
})

test('a plain layer that is not what the config says is refused', async () => {
  const from = await dockerArchiveSource(await write({ '1/layer.tar': 'other layer!!' }), signal)
  const to = await layoutSink(join(folder, 'layout'), signal)
  await expect(copyImage({ from, to, reference: '', tag: 'x' }, signal)).rejects.toThrow(
    'has the digest',
  )
})

test.each([
  {
    name: 'a layer that is not in it',
    files: { 'manifest.json': JSON.stringify([{ ...images[0], Layers: ['../../etc/passwd'] }]) },
    says: 'has no file "../../etc/passwd"',
  },
  { name: 'no list of images', files: { 'manifest.json': '{}' }, says: 'is not a list of images' },
  {
    name: 'an image without layers',
    files: { 'manifest.json': '[{"Config":"config.json"}]' },
    says: 'without Config and Layers',
  },
  { name: 'a manifest that is no JSON', files: { 'manifest.json': '[' }, says: 'is not JSON' },
])('an archive with $name is refused', async ({ files, says }) => {
  const path = await write(files)
  const read = dockerArchiveSource(path, signal).then((from) => from.resolve('', signal))
  await expect(read).rejects.toThrow(says)
})

test('what is no tar archive is refused', async () => {
  const path = join(folder, 'x.tar')
  await writeFile(path, 'x'.repeat(2000))
  await expect(dockerArchiveSource(path, signal)).rejects.toThrow('is not a tar archive')
  await writeFile(path, '')
  await expect(dockerArchiveSource(path, signal)).rejects.toThrow('has no file "manifest.json"')
})

test('names that a header cannot hold are read', async () => {
  const long = `${'deep/'.repeat(60)}layer.tar`
  const one = [{ ...images[0], Layers: [long, '2/layer.tar'] }]
  const path = await write({ [long]: plain, 'manifest.json': JSON.stringify(one) })
  const from = await dockerArchiveSource(path, signal)
  expect(await from.resolve('', signal)).toBeDefined()
})

async function write(changed: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const files = {
    'manifest.json': JSON.stringify(images),
    'config.json': config,
    '1/layer.tar': plain,
    '2/layer.tar': zipped,
    ...changed,
  }
  const entries = Object.entries(files).map(([name, data]) => ({
    name,
    data: typeof data === 'string' ? Buffer.from(data) : data,
  }))
  const path = join(folder, 'image.tar')
  await writeFile(path, writeTar(entries, 0))
  return path
}
