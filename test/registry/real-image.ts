import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeTar } from '../../src/formats/tar-write.ts'
import { type Digest, digestOf } from '../../src/oci/digest.ts'
import { layoutSink } from '../../src/oci/media/layout-sink.ts'
import { ociConfigType, ociGzipLayerType, ociManifestType } from '../../src/oci/media-types.ts'

/** A folder of a test that goes away with it. */
export async function temporaryFolder(): Promise<{
  readonly path: string
  readonly stop: () => Promise<void>
}> {
  const path = await mkdtemp(join(tmpdir(), 'outrigger-real-'))
  return { path, stop: () => rm(path, { recursive: true, force: true }) }
}

/** Writes an image that real tools accept, with one file in one layer, into a layout. */
export async function writeRealImage(folder: string, tag: string, text: string): Promise<Digest> {
  const signal = new AbortController().signal
  const layer = writeTar([{ name: 'hello.txt', data: Buffer.from(text) }], 0)
  const config = {
    architecture: 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    history: [{ created: '2024-01-01T00:00:00Z', created_by: 'a test' }],
  }
  const blobs = [
    { mediaType: ociConfigType, bytes: Buffer.from(JSON.stringify(config)) },
    { mediaType: ociGzipLayerType, bytes: gzipSync(layer) },
  ]
  const sink = await layoutSink(folder, signal)
  const descriptors = []
  for (const { mediaType, bytes } of blobs) {
    const content = { digest: digestOf(bytes), size: bytes.length, open: () => once(bytes) }
    await sink.putBlob(content, undefined, signal)
    descriptors.push({ mediaType, digest: content.digest, size: content.size })
  }
  const [head, ...layers] = descriptors
  const manifest = { schemaVersion: 2, mediaType: ociManifestType, config: head, layers }
  const bytes = Buffer.from(JSON.stringify(manifest))
  const raw = { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
  await sink.putManifest(raw, tag, signal)
  return raw.digest
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
