import { limits } from '../../chart/limits.ts'
import { readBounded } from '../../oci/bytes.ts'
import { pullBlob } from '../../oci/client/transfer/pull-blob.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { requireManifest, resolveReference } from '../../oci/client/resolve.ts'
import { algorithmOf, hexOf } from '../../oci/digest.ts'
import { maxConfigBytes } from '../../oci/limits.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../../oci/manifest.ts'
import { OciError } from '../../oci/errors.ts'
import type { ChartRequest } from '../chart-request.ts'
import type { ContentCache } from '../cache/content-cache.ts'
import { SourceError } from '../errors.ts'
import { type Progress, followProgress } from '../follow-progress.ts'
import {
  chartConfigType,
  chartLayerType,
  legacyChartLayerType,
  provenanceLayerType,
} from './chart-media-types.ts'
import { chartNameOf, tagOf } from './chart-reference.ts'
import { tagsWithV } from './choose-tag.ts'
import type { ExactChart } from './resolve-chart.ts'

export interface ChartToPull {
  readonly repository: string
  readonly exact: ExactChart
  /** Whether its provenance is pulled too, when there is one. */
  readonly provenance: 'skip' | 'want'
  /** Whether it has to be a chart, or may be any archive, such as those that Flux pushes. */
  readonly holds?: ChartRequest['holds']
  /** Told of the archive as it comes in. */
  readonly onProgress?: (progress: Progress) => void
}

export interface PulledChart {
  /** As Helm names it: the last part of the repository, and the version or the digest. */
  readonly fileName: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
  /** The chart's metadata as JSON. */
  readonly config: Uint8Array
  readonly manifest: RawManifest
}

const maxProvenanceBytes = 4 * 1024 * 1024

/** Pulls a chart and whatever came with it; every part is checked against its digest. */
export async function pullChart(
  registry: Registry,
  wanted: ChartToPull,
  cache: ContentCache | undefined,
  signal: AbortSignal,
): Promise<PulledChart> {
  const { repository, exact } = wanted
  const manifest = await manifestOf(registry, { repository, exact }, signal)
  const parts = partsOf(manifest, `${registry.host}/${repository}`, wanted.holds)
  const { onProgress } = wanted
  const pull = (part: Descriptor, limit: number, follow?: typeof onProgress) =>
    pullPart({ registry, repository, part, limit, follow }, cache, signal)
  const [archive, config, provenance] = await Promise.all([
    pull(parts.chart, limits.totalBytes, onProgress),
    pull(parts.config, maxConfigBytes),
    wanted.provenance === 'want' && parts.provenance !== undefined
      ? pull(parts.provenance, maxProvenanceBytes)
      : undefined,
  ])
  return { fileName: fileNameOf(repository, exact), archive, config, provenance, manifest }
}

async function manifestOf(
  registry: Registry,
  { repository, exact }: Pick<ChartToPull, 'repository' | 'exact'>,
  signal: AbortSignal,
): Promise<RawManifest> {
  const reference = exact.digest ?? tagOf(exact.version)
  try {
    return await requireManifest(registry, repository, reference, signal)
  } catch (error) {
    if (!(error instanceof OciError) || error.code !== 'not-found') throw error
    const tag = `v${reference}`
    if (exact.digest !== undefined || reference.startsWith('v')) throw error
    const other = await resolveReference(registry, repository, tag, signal)
    const more = other === undefined ? '' : tagsWithV([tag], reference)
    if (more === '') throw error
    throw new SourceError('not-found', `${error.message}${more}`, { cause: error })
  }
}

interface Parts {
  readonly config: Descriptor
  readonly chart: Descriptor
  readonly provenance: Descriptor | undefined
}

function partsOf(raw: RawManifest, place: string, holds: ChartRequest['holds'] = 'chart'): Parts {
  const manifest = parseManifest(raw, `manifest ${raw.digest} of ${place}`)
  if (manifest.kind === 'index') {
    throw new SourceError('bad-answer', `${place} holds an index of images and no chart`)
  }
  const { config, layers } = manifest
  const archive = layers.find(({ mediaType }) => mediaType.endsWith('tar+gzip'))
  if (config.mediaType !== chartConfigType && holds !== 'chart' && archive !== undefined)
    return { config, chart: archive, provenance: undefined }
  if (config.mediaType !== chartConfigType) {
    const found = `${place} holds ${JSON.stringify(config.mediaType)} and no chart`
    const wanted = `a chart has a config of the type ${chartConfigType}`
    throw new SourceError('bad-answer', `${found}: ${wanted}`)
  }
  const layerOf = (type: string) => layers.find(({ mediaType }) => mediaType === type)
  const chart = layerOf(chartLayerType) ?? layerOf(legacyChartLayerType)
  if (chart !== undefined) return { config, chart, provenance: layerOf(provenanceLayerType) }
  const message = `manifest does not contain a layer with mediatype ${chartLayerType}`
  throw new SourceError('bad-answer', `${place}: ${message}`)
}

async function pullPart(
  wanted: {
    readonly registry: Registry
    readonly repository: string
    readonly part: Descriptor
    readonly limit: number
    readonly follow: ChartToPull['onProgress'] | undefined
  },
  cache: ContentCache | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { registry, repository, part, limit } = wanted
  const what = `blob ${part.digest} of ${registry.host}/${repository}`
  if (part.size > limit) {
    throw new SourceError('too-large', `${what} is larger than ${limit} bytes`)
  }
  const fetch = (inner: AbortSignal) =>
    followProgress(pullBlob(registry, repository, part, inner), part.size, wanted.follow)
  if (cache === undefined || algorithmOf(part.digest) !== 'sha256') {
    return await readBounded(fetch(signal), limit, what)
  }
  return await cache.getOrFetch({ what, digest: part.digest, limit, fetch }, signal)
}

function fileNameOf(repository: string, exact: ExactChart): string {
  const name = chartNameOf(repository)
  if (exact.digest === undefined) return `${name}-${exact.version}.tgz`
  return `${name}@${algorithmOf(exact.digest)}-${hexOf(exact.digest)}.tgz`
}
