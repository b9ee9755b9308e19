import { randomFillSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { BlobPlaces } from '../src/oci/media/blob-places.ts'
import { connectRegistry } from '../src/oci/client/registry.ts'
import { createTransport } from '../src/oci/client/transport.ts'
import { type Digest, digestOf } from '../src/oci/digest.ts'
import type { Descriptor } from '../src/oci/manifest.ts'
import {
  ociConfigType,
  ociIndexType,
  ociGzipLayerType,
  ociManifestType,
} from '../src/oci/media-types.ts'
import type { ImageSink } from '../src/oci/media/medium.ts'
import { remoteSink } from '../src/oci/media/remote.ts'

const megabyte = 1_000_000

/** Images that the bench copies, with the digests that they must have afterwards. */
export type Generated = ReadonlyMap<string, Digest>

/** One image of a gigabyte in twenty layers. */
export async function generateLarge(host: string): Promise<Generated> {
  return await inRegistry(host, async (sinkOf) => {
    const sink = sinkOf('large/app')
    const layers = await putLayers(sink, 20, 50 * megabyte)
    return new Map([['large/app:v1', await putImage(sink, layers, 'amd64', 'v1')]])
  })
}

/** large/app:v1 with layers of one size. */
export async function generateLayers(host: string, count: number, size: number): Promise<void> {
  await inRegistry(host, async (sinkOf) => {
    const sink = sinkOf('large/app')
    const layers = await putLayers(sink, count, size)
    return new Map([['large/app:v1', await putImage(sink, layers, 'amd64', 'v1')]])
  })
}

async function putLayers(sink: ImageSink, count: number, size: number): Promise<Descriptor[]> {
  const layers = []
  for (let at = 0; at < count; at++)
    layers.push(await putBlob(sink, ociGzipLayerType, noise(size, at)))
  return layers
}

/** Sixty images that share five layers, every third of them for two platforms. */
export async function generateMany(host: string): Promise<Generated> {
  return await inRegistry(host, async (sinkOf) => {
    const shared = Array.from({ length: 5 }, (_, at) => noise(4 * megabyte, 100 + at))
    const found = new Map<string, Digest>()
    for (let at = 0; at < 60; at++) {
      const name = `many/app${at}`
      const sink = sinkOf(name)
      const layers = []
      for (const bytes of shared) layers.push(await putBlob(sink, ociGzipLayerType, bytes))
      const own = (seed: number) => putBlob(sink, ociGzipLayerType, noise(megabyte, 1000 + seed))
      const first = [...layers, await own(2 * at)]
      if (at % 3 === 0) {
        const images = [
          await describe(sink, first, 'amd64'),
          await describe(sink, [...layers, await own(2 * at + 1)], 'arm64'),
        ]
        found.set(`${name}:v1`, await putIndex(sink, images, 'v1'))
      } else found.set(`${name}:v1`, await putImage(sink, first, 'amd64', 'v1'))
    }
    return found
  })
}

async function inRegistry(
  host: string,
  work: (sinkOf: (repository: string) => ImageSink) => Promise<Generated>,
): Promise<Generated> {
  const transport = createTransport()
  const registry = connectRegistry(host, { transport })
  const places = new BlobPlaces()
  try {
    return await work((repository) => withMounts(remoteSink(registry, repository), places))
  } finally {
    await transport.close()
  }
}

function withMounts(sink: ImageSink, places: BlobPlaces): ImageSink {
  return {
    ...sink,
    putBlob: async (content, _from, signal) => {
      const fate = await places.bring(sink.place, content.digest, (from) =>
        sink.putBlob(content, from, signal),
      )
      return fate === 'mounted' ? 'mounted' : 'uploaded'
    },
  }
}

const signal = new AbortController().signal

async function putBlob(sink: ImageSink, mediaType: string, bytes: Uint8Array): Promise<Descriptor> {
  const digest = digestOf(bytes)
  const content = {
    digest,
    size: bytes.length,
    open: (start: number) => once(bytes.subarray(start)),
  }
  await sink.putBlob(content, undefined, signal)
  return { mediaType, digest, size: bytes.length }
}

async function putImage(
  sink: ImageSink,
  layers: readonly Descriptor[],
  architecture: string,
  tag: string,
): Promise<Digest> {
  const raw = await imageOf(sink, layers, architecture)
  await sink.putManifest(raw, tag, signal)
  return raw.digest
}

async function describe(
  sink: ImageSink,
  layers: readonly Descriptor[],
  architecture: string,
): Promise<Descriptor> {
  const raw = await imageOf(sink, layers, architecture)
  await sink.putManifest(raw, undefined, signal)
  const { mediaType, digest, bytes } = raw
  return { mediaType, digest, size: bytes.length, platform: { os: 'linux', architecture } }
}

async function imageOf(sink: ImageSink, layers: readonly Descriptor[], architecture: string) {
  const ids = layers.map(({ digest }) => digest)
  const settings = {
    architecture,
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: ids },
  }
  const config = await putBlob(sink, ociConfigType, Buffer.from(JSON.stringify(settings)))
  return rawOf(ociManifestType, { config, layers })
}

async function putIndex(sink: ImageSink, manifests: readonly Descriptor[], tag: string) {
  const raw = rawOf(ociIndexType, { manifests })
  await sink.putManifest(raw, tag, signal)
  return raw.digest
}

function rawOf(mediaType: string, parts: object) {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...parts }))
  return { mediaType, digest: digestOf(bytes), bytes }
}

// Bytes that nothing compresses, as gzip: skopeo compresses layers that are not. The seed keeps layers apart.
function noise(length: number, seed: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(length))
  bytes.writeUInt32LE(seed)
  return gzipSync(bytes, { level: 0 })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
