import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { digestOf } from '../../src/oci/digest.ts'
import type { Descriptor, RawManifest } from '../../src/oci/manifest.ts'
import { type LayoutSink, layoutSink } from '../../src/oci/media/layout-sink.ts'
import { ociConfigType, ociGzipLayerType, ociManifestType } from '../../src/oci/media-types.ts'
import { entryPoint, user } from './lay-out-files.ts'

export interface ImageContent {
  readonly version: string
  readonly architecture: string
  /** Tar archives, the lowest layer first. */
  readonly layers: readonly { readonly file: string; readonly about: string }[]
  /** The bill of materials, which is attached as well as inside. */
  readonly bill: string
}

const spdxType = 'application/spdx+json'
const moment = '1970-01-01T00:00:00Z'

/** Writes the image under a tag into a layout, with its bill of materials attached, and gives its digest. */
export async function writeImage(
  content: ImageContent,
  { folder, tag }: { readonly folder: string; readonly tag: string },
  signal: AbortSignal,
): Promise<string> {
  const sink = await layoutSink(folder, signal)
  try {
    const layers: Descriptor[] = []
    const diffs: string[] = []
    for (const { file } of content.layers) {
      const bytes = await readFile(file)
      diffs.push(digestOf(bytes))
      layers.push(await putBlob(sink, ociGzipLayerType, await promisify(gzip)(bytes), signal))
    }
    const config = await putJson(sink, ociConfigType, configOf(content, diffs), signal)
    const annotations = labelsOf(content.version)
    const image = rawManifest({ config, layers, annotations })
    await sink.putManifest(image, tag, signal)
    await attachBill(sink, content.bill, descriptorOf(image), signal)
    return image.digest
  } finally {
    await sink.close()
  }
}

function configOf({ architecture, version, layers }: ImageContent, diffs: readonly string[]) {
  return {
    created: moment,
    architecture,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      Env: ['PATH=/usr/bin'],
      Entrypoint: entryPoint,
      WorkingDir: '/',
      Labels: labelsOf(version),
    },
    rootfs: { type: 'layers', diff_ids: diffs },
    history: layers.map(({ about }) => ({ created: moment, created_by: about })),
  }
}

function labelsOf(version: string): Readonly<Record<string, string>> {
  const prefix = 'org.opencontainers.image'
  return {
    [`${prefix}.title`]: 'outrigger',
    [`${prefix}.description`]: 'Fits out Kubernetes platforms with extensions',
    [`${prefix}.version`]: version,
    [`${prefix}.licenses`]: 'Apache-2.0',
  }
}

async function attachBill(
  sink: LayoutSink,
  bill: string,
  subject: Descriptor,
  signal: AbortSignal,
): Promise<void> {
  const empty = await putJson(sink, 'application/vnd.oci.empty.v1+json', {}, signal)
  const layer = await putBlob(sink, spdxType, Buffer.from(bill), signal)
  const attached = { artifactType: spdxType, config: empty, layers: [layer], subject }
  await sink.putManifest(rawManifest(attached), undefined, signal)
}

function rawManifest(content: object): RawManifest {
  const text = JSON.stringify({ schemaVersion: 2, mediaType: ociManifestType, ...content })
  const bytes = Buffer.from(text)
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

function descriptorOf({ mediaType, digest, bytes }: RawManifest): Descriptor {
  return { mediaType, digest, size: bytes.length }
}

function putJson(
  sink: LayoutSink,
  mediaType: string,
  content: object,
  signal: AbortSignal,
): Promise<Descriptor> {
  return putBlob(sink, mediaType, Buffer.from(JSON.stringify(content)), signal)
}

async function putBlob(
  sink: LayoutSink,
  mediaType: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Descriptor> {
  const digest = digestOf(bytes)
  const content = { digest, size: bytes.length, open: () => once(bytes) }
  await sink.putBlob(content, undefined, signal)
  return { mediaType, digest, size: bytes.length }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
