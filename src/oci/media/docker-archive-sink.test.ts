import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Digest, digestOf } from '../digest.ts'
import { ociConfigType, ociGzipLayerType, ociManifestType } from '../media-types.ts'
import { dockerArchiveSource } from './docker-archive.ts'
import { dockerArchiveSink } from './docker-archive-sink.ts'

const signal = new AbortController().signal
let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-archive-'))
  path = join(folder, 'image.tar')
})
afterEach(() => rm(folder, { recursive: true }))

const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + length) % 251))
const layer = noise(5000)
const other = noise(700)
const config = Buffer.from('{}')

/** A blob that breaks off after so many bytes; says from where it was asked for. */
function blobOf(bytes: Buffer, asked: number[] = [], breaksAt = bytes.length) {
  const open = async function* (start: number): AsyncGenerator<Uint8Array> {
    asked.push(start)
    for (let at = start; at < breaksAt; at += 100)
      yield bytes.subarray(at, Math.min(at + 100, breaksAt))
    if (breaksAt < bytes.length) throw new Error('broke off')
  }
  return { digest: digestOf(bytes), size: bytes.length, open }
}

/** Leaves an archive as a process does that ends in the middle of the layer. */
async function breakOff(at: number): Promise<void> {
  const sink = await dockerArchiveSink(path, signal)
  await sink.putBlob(blobOf(config), undefined, signal)
  await expect(sink.putBlob(blobOf(layer, [], at), undefined, signal)).rejects.toThrow('broke off')
  await sink.close('failed', signal)
}

const describe = (bytes: Buffer, mediaType: string) => ({
  mediaType,
  digest: digestOf(bytes),
  size: bytes.length,
})

/** Writes the rest, blobs in this order, and reads the image back. */
async function finish(blobs: readonly Buffer[]): Promise<readonly number[]> {
  const asked: number[] = []
  const sink = await dockerArchiveSink(path, signal)
  for (const one of blobs)
    await sink.putBlob(blobOf(one, one === layer ? asked : []), undefined, signal)
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifestType,
      config: describe(config, ociConfigType),
      layers: [layer, other].map((one) => describe(one, ociGzipLayerType)),
    }),
  )
  const raw = { mediaType: ociManifestType, digest: digestOf(manifest), bytes: manifest }
  await sink.putManifest(raw, 'app:v1', signal)
  await sink.close('whole', signal)
  await checkBlobs([layer, other, config].map((one) => [digestOf(one), one]))
  return asked
}

async function checkBlobs(all: readonly (readonly [Digest, Buffer])[]): Promise<void> {
  const from = await dockerArchiveSource(path, signal)
  expect(await from.resolve('app:v1', signal)).toBeDefined()
  for (const [digest, bytes] of all) {
    const blob = from.blob({ digest, size: bytes.length })
    const read = Buffer.concat(await Array.fromAsync(blob.open(0, signal)))
    expect(read.equals(bytes)).toBe(true)
  }
}

test.each([0, 1, 511, 512, 4999])(
  'a layer that broke off at byte %i goes on from there in the next process',
  async (at) => {
    await breakOff(at)
    expect(await finish([config, layer, other])).toEqual([at])
  },
)

test('a layer that broke off goes on in the same process', async () => {
  const sink = await dockerArchiveSink(path, signal)
  await expect(sink.putBlob(blobOf(layer, [], 1234), undefined, signal)).rejects.toThrow(
    'broke off',
  )
  const asked: number[] = []
  await sink.putBlob(blobOf(layer, asked), undefined, signal)
  expect(asked).toEqual([1234])
  expect(await sink.isWhole(blobOf(layer), signal)).toBe(true)
  await sink.close('failed', signal)
})

test('a blob that comes before the one that broke off takes its place', async () => {
  await breakOff(3000)
  expect(await finish([config, other, layer])).toEqual([0])
})

test('a layer whose first bytes were lost comes again as a whole', async () => {
  await breakOff(3000)
  const file = await open(`${path}.partial`, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(10), 0, 10, size - 20)
  await file.close()
  expect(await finish([config, layer, other])).toEqual([3000, 0])
})
