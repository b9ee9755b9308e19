import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyImage } from '../../../test/registry/copy-image.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { listReferrers } from '../client/referrers.ts'
import { type Registry, connectRegistry } from '../client/registry.ts'
import { resolveReference } from '../client/resolve.ts'
import { createTransport } from '../client/transport.ts'
import { digestOf, hexOf } from '../digest.ts'
import type { Platform } from '../manifest.ts'
import { ociIndexType, ociManifestType } from '../media-types.ts'
import type { CopyEvent } from './copy.ts'
import { layoutSink } from './layout-sink.ts'
import { layoutSource, readLayoutIndex } from './layout.ts'
import { remoteSink, remoteSource } from './remote.ts'

const signal = new AbortController().signal
const transport = createTransport()
let folder = ''
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>
let registry: Registry
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-copy-'))
  running = await startTemporaryRegistry()
  registry = connectRegistry(running.host, { transport })
})
afterEach(async () => {
  await running.stop()
  await rm(folder, { recursive: true })
})

test('an image goes from a registry to a layout to another repository, byte for byte', async () => {
  const image = await pushImage('from', 'v1')
  const to = await layoutSink(join(folder, 'layout'), signal)
  const down = await copyImage(
    { from: remoteSource(registry, 'from'), to, reference: 'v1', tag: 'one' },
    signal,
  )
  expect(down).toEqual({
    digest: image.digest,
    blobs: { uploaded: 2, mounted: 0, there: 0 },
    bytes: 2 + 'layer v1'.length,
  })
  const up = await copyImage(
    {
      from: layoutSource(join(folder, 'layout')),
      to: remoteSink(registry, 'to'),
      reference: 'one',
      tag: 'v2',
    },
    signal,
  )
  expect(up.digest).toBe(image.digest)
  const found = await resolveReference(registry, 'to', 'v2', signal)
  expect(found?.digest).toBe(image.digest)
})

test('what is there is not copied again, and blobs of the same registry are mounted', async () => {
  await pushImage('from', 'v1')
  const options = {
    from: remoteSource(registry, 'from'),
    to: remoteSink(registry, 'near'),
    reference: 'v1',
    tag: 'v1',
  }
  const first = await copyImage(options, signal)
  expect(first).toMatchObject({ blobs: { uploaded: 0, mounted: 2, there: 0 }, bytes: 0 })
  // The manifest says that everything below it is there, so that nothing is even asked.
  const second = await copyImage(options, signal)
  expect(second).toMatchObject({ blobs: { uploaded: 0, mounted: 0, there: 0 }, bytes: 0 })
  await openExchange(running.url, 'near').send('DELETE', `manifests/${second.digest}`)
  // Without its manifest the blobs are asked for, and found.
  const third = await copyImage(options, signal)
  expect(third).toMatchObject({ blobs: { uploaded: 0, mounted: 0, there: 0 }, bytes: 0 })
  expect((await resolveReference(registry, 'near', 'v1', signal))?.digest).toBe(third.digest)
})

test('an index is copied with all its images, or with those of the wanted platforms', async () => {
  const at = openExchange(running.url, 'many')
  const images = [await pushImage('many', 'arm'), await pushImage('many', 'amd')]
  const manifests = images.map(({ digest, text }, index) => ({
    mediaType: ociManifestType,
    digest,
    size: text.length,
    platform: { os: 'linux', architecture: index === 0 ? 'arm64' : 'amd64' },
  }))
  const index = JSON.stringify({ schemaVersion: 2, mediaType: ociIndexType, manifests })
  await at.putManifest('all', index, ociIndexType)
  const from = remoteSource(registry, 'many')
  const all = await layoutSink(join(folder, 'all'), signal)
  const events: CopyEvent[] = []
  const whole = await copyImage(
    { from, to: all, reference: 'all', tag: 'x', onProgress: (event) => void events.push(event) },
    signal,
  )
  expect(whole.blobs.uploaded).toBe(3)
  expect(events.filter(({ step }) => step === 'manifest').at(-1)?.digest).toBe(whole.digest)
  const told = events.flatMap((event) => (event.step === 'bytes' ? [event.count] : []))
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(whole.bytes)
  const one = await layoutSink(join(folder, 'one'), signal)
  const part = await copyImage(
    { from, to: one, reference: 'all', tag: 'x', platforms: { kind: 'some', platforms: [arm] } },
    signal,
  )
  expect([part.digest, part.blobs.uploaded]).toEqual([whole.digest, 2])
  expect((await readLayoutIndex(join(folder, 'one'), signal)).map(({ digest }) => digest)).toEqual([
    whole.digest,
  ])
})

test('a manifest with a subject is found from there after the copy', async () => {
  const at = openExchange(running.url, 'signed')
  const image = await pushImage('signed', 'v1')
  const subject = { mediaType: ociManifestType, digest: image.digest, size: image.text.length }
  const signature = await at.image('a signature', { artifactType: 'example/sig', subject })
  await at.putManifest(signature.digest, signature.text)
  const to = remoteSink(registry, 'copied')
  const from = remoteSource(registry, 'signed')
  await copyImage({ from, to, reference: signature.digest, tag: undefined }, signal)
  const found = await listReferrers(registry, 'copied', { subject: image.digest }, signal)
  expect(found.map(({ digest }) => digest)).toEqual([signature.digest])
})

test('a tag of a layout is replaced, and others stay', async () => {
  const layout = join(folder, 'layout')
  const to = await layoutSink(layout, signal)
  const from = remoteSource(registry, 'from')
  const digests = []
  for (const tag of ['v1', 'v2']) {
    await pushImage('from', tag)
    digests.push((await copyImage({ from, to, reference: tag, tag: 'latest' }, signal)).digest)
    await copyImage({ from, to, reference: tag, tag }, signal)
  }
  const entries = await readLayoutIndex(layout, signal)
  const names = entries.map(({ annotations, digest }) => [
    annotations?.['org.opencontainers.image.ref.name'],
    digest,
  ])
  expect(new Map(names as [string, string][])).toEqual(
    new Map([
      ['v1', digests[0]],
      ['latest', digests[1]],
      ['v2', digests[1]],
    ]),
  )
})

test('a blob that is not what its name says does not leave a layout', async () => {
  const image = await pushImage('from', 'v1')
  const layout = join(folder, 'layout')
  const to = await layoutSink(layout, signal)
  await copyImage({ from: remoteSource(registry, 'from'), to, reference: 'v1', tag: 'v1' }, signal)
  const blob = join(layout, 'blobs/sha256', hexOf(image.layer))
  const secret = join(folder, 'secret')
  await writeFile(secret, 'layer XX')
  await rm(blob)
  await symlink(secret, blob)
  const copy = copyImage(
    { from: layoutSource(layout), to: remoteSink(registry, 'to'), reference: 'v1', tag: 'v1' },
    signal,
  )
  await expect(copy).rejects.toThrow(/blob sha256:\w+ of layout .* has the digest/)
  expect(await resolveReference(registry, 'to', 'v1', signal)).toBeUndefined()
})

test.each([
  { name: 'nothing', files: {}, says: 'is not an OCI layout' },
  {
    name: 'another version',
    files: { 'oci-layout': '{"imageLayoutVersion":"2.0.0"}' },
    says: 'has the version "2.0.0"',
  },
  {
    name: 'no index',
    files: { 'oci-layout': '{"imageLayoutVersion":"1.0.0"}' },
    says: 'is not an OCI layout',
  },
])('a folder with $name is no layout', async ({ files, says }) => {
  const layout = join(folder, 'layout')
  await mkdir(layout)
  for (const [name, text] of Object.entries(files)) await writeFile(join(layout, name), text)
  await expect(layoutSource(layout).resolve('x', signal)).rejects.toThrow(says)
})

test('indexes that nest without end are refused', async () => {
  const layout = join(folder, 'layout')
  const to = await layoutSink(layout, signal)
  let inner = { mediaType: ociIndexType, digest: digestOf(Buffer.from('{}')), size: 2 }
  for (let depth = 0; depth < 6; depth++) {
    const bytes = Buffer.from(
      JSON.stringify({ schemaVersion: 2, mediaType: ociIndexType, manifests: [inner] }),
    )
    const digest = digestOf(bytes)
    await to.putManifest({ mediaType: ociIndexType, digest, bytes }, 'deep', signal)
    inner = { mediaType: ociIndexType, digest, size: bytes.length }
  }
  const sink = remoteSink(registry, 'deep')
  const copy = copyImage(
    { from: layoutSource(layout), to: sink, reference: 'deep', tag: 'x' },
    signal,
  )
  await expect(copy).rejects.toThrow('is nested too deep')
})

test('a tag that is not there is told of', async () => {
  const to = await layoutSink(join(folder, 'layout'), signal)
  const from = remoteSource(registry, 'from')
  await expect(copyImage({ from, to, reference: 'v9', tag: 'v9' }, signal)).rejects.toThrow(
    `"v9" is not in ${running.host}/from`,
  )
  const index = await readFile(join(folder, 'layout/index.json'), 'utf8')
  expect(JSON.parse(index)).toMatchObject({ manifests: [] })
})

const arm: Platform = { os: 'linux', architecture: 'arm64' }

async function pushImage(repository: string, tag: string) {
  const at = openExchange(running.url, repository)
  const image = await at.image(`layer ${tag}`)
  await at.putManifest(tag, image.text)
  return image
}
