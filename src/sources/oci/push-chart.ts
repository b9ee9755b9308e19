import type { Metadata } from '../../chart/load/metadata.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { toBytes } from '../../formats/go-string.ts'
import { blobSize } from '../../oci/client/transfer/pull-blob.ts'
import { pushBlob } from '../../oci/client/transfer/push-blob.ts'
import { pushManifest } from '../../oci/client/transfer/push-manifest.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { type Digest, digestOf } from '../../oci/digest.ts'
import type { Descriptor, RawManifest } from '../../oci/manifest.ts'
import { ociManifestType } from '../../oci/media-types.ts'
import { isRepositoryName, isTag } from '../../oci/reference.ts'
import { readTgz } from '../archive/read-tgz.ts'
import { SourceError } from '../errors.ts'
import { chartConfigJson } from './chart-config.ts'
import { chartManifestJson } from './chart-manifest.ts'
import { chartConfigType, chartLayerType, provenanceLayerType } from './chart-media-types.ts'
import { tagOf } from './chart-reference.ts'

export interface ChartToPush {
  /** The folder of charts; the chart's name is added. Empty for the top of the registry. */
  readonly below: string
  readonly archive: Uint8Array
  /** The .prov file that lies beside the archive. */
  readonly provenance?: Uint8Array
  /** When the chart was made, in RFC 3339; Helm takes the time of the archive. */
  readonly created: string
}

export interface PushedChart {
  readonly repository: string
  readonly tag: string
  readonly digest: Digest
  readonly metadata: Metadata
}

/** A chart as a registry holds it: nothing of it has been sent yet. */
export interface ChartArtifact {
  readonly repository: string
  /** Of its version. */
  readonly tag: string
  readonly metadata: Metadata
  readonly parts: readonly Part[]
  readonly manifest: RawManifest
}

interface Part extends Descriptor {
  readonly bytes: Uint8Array
}

/** Pushes a packaged chart as Helm does: the same parts, and the same manifest to the byte. */
export async function pushChart(
  registry: Registry,
  chart: ChartToPush,
  signal: AbortSignal,
): Promise<PushedChart> {
  const artifact = chartArtifact(chart)
  const { repository, tag, metadata, manifest } = artifact
  await uploadParts(registry, artifact, signal)
  const { digest } = await pushManifest(registry, repository, { manifest, tag }, signal)
  return { repository, tag, digest, metadata }
}

/** The parts and the manifest of a packaged chart, as Helm pushes them. */
export function chartArtifact(chart: ChartToPush): ChartArtifact {
  const { metadata } = loadFiles(readTgz(chart.archive), gunzip)
  const repository = repositoryOf(chart.below, metadata)
  const tag = tagOf(metadata.version)
  if (!isTag(tag)) {
    throw new SourceError('bad-version', `version ${JSON.stringify(metadata.version)} is no tag`)
  }
  const config = partOf(chartConfigType, toBytes(chartConfigJson(metadata)))
  const layers = [
    partOf(chartLayerType, chart.archive),
    ...(chart.provenance === undefined ? [] : [partOf(provenanceLayerType, chart.provenance)]),
  ]
  const { created } = chart
  const bytes = toBytes(chartManifestJson({ config, layers, metadata, created }))
  const manifest = { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
  return { repository, tag, metadata, parts: [config, ...layers], manifest }
}

/** Uploads the blobs of a chart that are not there yet; without a manifest nobody sees them. */
export async function uploadParts(
  registry: Registry,
  { repository, parts }: Pick<ChartArtifact, 'repository' | 'parts'>,
  signal: AbortSignal,
): Promise<void> {
  for (const part of parts) await pushPart(registry, repository, part, signal)
}

function repositoryOf(below: string, { name }: Metadata): string {
  const repository = below === '' ? name : `${below}/${name}`
  if (isRepositoryName(repository)) return repository
  const message = `${JSON.stringify(repository)} is no name for a repository`
  throw new SourceError('bad-address', `${message}: a registry wants lower case`)
}

function partOf(mediaType: string, bytes: Uint8Array): Part {
  return { mediaType, digest: digestOf(bytes), size: bytes.length, bytes }
}

async function pushPart(
  registry: Registry,
  repository: string,
  part: Part,
  signal: AbortSignal,
): Promise<void> {
  const { digest, size, bytes } = part
  if ((await blobSize(registry, repository, digest, signal)) === size) return
  const content = { digest, size, open: (start: number) => once(bytes.subarray(start)) }
  await pushBlob(registry, repository, { content, options: {} }, signal)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
