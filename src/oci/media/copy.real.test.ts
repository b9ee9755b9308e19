import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { copyImage } from '../../../test/registry/copy-image.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { temporaryFolder, writeRealImage } from '../../../test/registry/real-image.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { listReferrers } from '../client/referrers.ts'
import { type Registry, connectRegistry } from '../client/registry.ts'
import { createTransport } from '../client/transport.ts'
import { uploadChunkBytes } from '../limits.ts'
import { ociManifestType } from '../media-types.ts'
import { layoutSink } from './layout-sink.ts'
import { layoutSource } from './layout.ts'
import { remoteSink, remoteSource } from './remote.ts'

const signal = new AbortController().signal
const transport = createTransport()
const stops: (() => Promise<void>)[] = []
let folder = ''
let embeddedUrl = ''
let embedded: Registry
let docker: Registry
beforeAll(async () => {
  const temporary = await temporaryFolder()
  stops.push(temporary.stop)
  folder = temporary.path
  const ours = await startTemporaryRegistry()
  stops.push(ours.stop)
  embeddedUrl = ours.url
  embedded = connectRegistry(ours.host, { transport })
  const theirs = await startDockerRegistry()
  stops.push(theirs.stop)
  docker = connectRegistry(theirs.host, { transport })
})
afterAll(async () => {
  await transport.close()
  for (const stop of stops.toReversed()) await stop()
})

test('an image goes round: layout, embedded registry, docker-registry, layout', async () => {
  const first = join(folder, 'first')
  // Letters that do not compress away, so that the layer goes up in more than one piece.
  const text = noise(uploadChunkBytes + 1_000_000)
  const digest = await writeRealImage(first, 'v1', text)
  const last = join(folder, 'last')
  const hops = [
    { from: layoutSource(first), to: remoteSink(embedded, 'a') },
    { from: remoteSource(embedded, 'a'), to: remoteSink(docker, 'b') },
    { from: remoteSource(docker, 'b'), to: remoteSink(docker, 'c') },
    { from: remoteSource(docker, 'c'), to: await layoutSink(last, signal) },
  ]
  const results = []
  for (const hop of hops) {
    results.push(await copyImage({ ...hop, reference: 'v1', tag: 'v1' }, signal))
  }
  expect(
    results.map((result) => [result.digest, result.blobs.uploaded, result.blobs.mounted]),
  ).toEqual([
    [digest, 2, 0],
    [digest, 2, 0],
    [digest, 0, 2],
    [digest, 2, 0],
  ])
  expect(results[0]?.bytes).toBeGreaterThan(uploadChunkBytes)
})

test('what refers to an image is found at a registry that keeps no list of it', async () => {
  const at = openExchange(embeddedUrl, 'signed')
  const image = await at.image('signed')
  await at.putManifest('v1', image.text)
  const subject = { mediaType: ociManifestType, digest: image.digest, size: image.text.length }
  const signature = await at.image('a signature', { artifactType: 'example/sig', subject })
  await at.putManifest(signature.digest, signature.text)
  const hop = { from: remoteSource(embedded, 'signed'), to: remoteSink(docker, 'signed') }
  await copyImage({ ...hop, reference: 'v1', tag: 'v1' }, signal)
  await copyImage({ ...hop, reference: signature.digest, tag: undefined }, signal)
  const found = await listReferrers(docker, 'signed', { subject: image.digest }, signal)
  expect(found.map(({ digest, artifactType }) => [digest, artifactType])).toEqual([
    [signature.digest, 'example/sig'],
  ])
})

/** The same letters every time, from a small generator. */
function noise(length: number): string {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes.toString('latin1')
}
