import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { parseStrictVersion } from '../../formats/semver/version.ts'
import { readBounded } from '../../oci/bytes.ts'
import { listTags } from '../../oci/client/lists.ts'
import { pullBlob } from '../../oci/client/transfer/pull-blob.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { requireManifest } from '../../oci/client/resolve.ts'
import { maxConfigBytes } from '../../oci/limits.ts'
import { parseManifest } from '../../oci/manifest.ts'
import { SourceError } from '../errors.ts'
import { chartConfigType } from '../oci/chart-media-types.ts'
import { parseChartReference, tagOf, versionOf } from '../oci/chart-reference.ts'
import { sortVersions } from './index/index-collector.ts'
import { type IndexPlace, indexPaths } from './index/index-paths.ts'
import { type Refreshed, keepIndex } from './index/keep-index.ts'
import { openPendingFile } from './index/pending-file.ts'
import { readKnown } from './index/table-file.ts'

export interface RegistryIndexOptions extends IndexPlace {
  /** `oci://host/path`, below which the charts are. */
  readonly url: string
  /** A registry does not say which charts it has; somebody names them. */
  readonly charts: readonly string[]
  readonly registry: Registry
  /** By which the registry is reached, see accessName. */
  readonly access: string
}

/**
 * Keeps an index of charts in a registry as if the registry had one: the tags that are versions, or
 * those with a v where there are no others. A chart's description is read from its newest version
 * alone, so that older ones are known by their number only.
 */
export async function refreshRegistryIndex(
  options: RegistryIndexOptions,
  signal: AbortSignal,
): Promise<Refreshed> {
  const entries: Record<string, readonly Entry[]> = {}
  for (const chart of options.charts) entries[chart] = await entriesOf(chart, options, signal)
  const text = JSON.stringify({ apiVersion: 'v1', entries })
  const digest = createHash('sha256').update(text).digest('hex')
  const paths = indexPaths(options)
  const known = await readKnown(paths)
  const isOurs = known?.url === options.url && known.access === options.access
  if (isOurs && known.digest === digest) return { kind: 'unchanged', warnings: [] }
  await mkdir(options.folder, { recursive: true, mode: 0o755 })
  const index = await openPendingFile(paths.index, 0o644)
  try {
    await index.handle.write(text)
    const { url, access } = options
    const from = { url, access, digest, validators: {} }
    return await keepIndex(index, { paths, from, source: url }, signal)
  } finally {
    await index.discard()
  }
}

type Entry = Readonly<Record<string, unknown>>

async function entriesOf(
  chart: string,
  { url, registry }: RegistryIndexOptions,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const address = `${url.replace(/\/+$/, '')}/${chart}`
  const { repository } = parseChartReference(address)
  const tags = await listTags(registry, repository, {}, signal)
  if (tags === undefined) throw new SourceError('not-found', `there is no chart ${address}`)
  const versions = versionsAmong(tags.map(versionOf))
  const sorted = sortVersions(versions.map((version) => ({ version })))
  const newest = sorted.find(({ version }) => !version.includes('-')) ?? sorted[0]
  const about =
    newest === undefined ? {} : await configOf(registry, repository, tagOf(newest.version), signal)
  return sorted.map(({ version }) => ({
    ...(version === newest?.version ? about : {}),
    apiVersion: 'v2',
    name: chart,
    version,
    urls: [`${address}:${version}`],
  }))
}

// A tag such as v1.2.0 is no version to Helm, but can be asked for by that name: a chart that has only such tags is there.
function versionsAmong(texts: readonly string[]): readonly string[] {
  const plain = texts.filter((text) => parseStrictVersion(text).ok)
  if (plain.length > 0) return plain
  return texts.filter((text) => text.startsWith('v') && parseStrictVersion(text.slice(1)).ok)
}

const told = [
  'appVersion',
  'kubeVersion',
  'description',
  'keywords',
  'home',
  'icon',
  'type',
  'deprecated',
  'annotations',
] as const

async function configOf(
  registry: Registry,
  repository: string,
  tag: string,
  signal: AbortSignal,
): Promise<Entry> {
  const what = `${registry.host}/${repository}:${tag}`
  const raw = await requireManifest(registry, repository, tag, signal)
  const manifest = parseManifest(raw, `manifest of ${what}`)
  if (manifest.kind === 'index' || manifest.config.mediaType !== chartConfigType) {
    throw new SourceError('bad-answer', `${what} is no chart`)
  }
  const body = pullBlob(registry, repository, manifest.config, signal)
  const bytes = await readBounded(body, maxConfigBytes, `the config of ${what}`)
  const config = JSON.parse(new TextDecoder().decode(bytes)) as Entry
  return Object.fromEntries(told.flatMap((key) => (key in config ? [[key, config[key]]] : [])))
}
