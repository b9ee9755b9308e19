import type { Dependency } from '../../chart/load/metadata.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { compressPackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import type { ChartRequest, FetchedSource } from '../chart-request.ts'
import { chartOf } from '../content.ts'
import { SourceError } from '../errors.ts'
import type { RepositoryEntry } from '../repository/repositories-file.ts'
import { pulledLines } from '../oci/pulled-lines.ts'
import type { PlacedDependency } from './place.ts'

/** The functions that fetching dependencies needs of its caller. */
export interface DependencyPorts {
  /** Fetches a chart; the label is for progress messages. */
  readonly fetch: (
    request: ChartRequest,
    label: string,
    signal: AbortSignal,
  ) => Promise<FetchedSource>
  /** The login and the certificates of a repository. */
  readonly accessOf: (entry: RepositoryEntry, signal: AbortSignal) => Promise<Partial<ChartRequest>>
  /** Whether the user knows a registry, by having logged in there. */
  readonly isKnownRegistry: (host: string, signal: AbortSignal) => Promise<boolean>
  readonly verification?: ChartRequest['verification']
}

/** An archive that is to lie below charts/. */
export interface DependencyArchive {
  readonly fileName: string
  readonly archive: Uint8Array
  /** The exact version, as the lock has it. */
  readonly version: string
  /** The lines that Helm prints for a chart that came from a registry. */
  readonly told: readonly string[]
}

/** Brings one dependency that is not inside the chart already. */
export async function fetchDependency(
  { dependency, place }: PlacedDependency,
  ports: DependencyPorts,
  signal: AbortSignal,
): Promise<DependencyArchive> {
  if (place.kind === 'folder') return packageFolder(place.folder)
  const request = await requestFor({ dependency, place }, ports, signal)
  const { verification } = ports
  const wanted = verification === undefined ? request : { ...request, verification }
  const fetched = await ports.fetch(wanted, labelOf(dependency), signal)
  return archiveOf(fetched, dependency)
}

function packageFolder(folder: string): DependencyArchive {
  const chart = loadChart(folder)
  const { fileName, tar } = packageChart(chart, {})
  return { fileName, archive: compressPackage(tar), version: chart.metadata.version, told: [] }
}

async function requestFor(
  { dependency, place }: PlacedDependency,
  { accessOf, isKnownRegistry }: DependencyPorts,
  signal: AbortSignal,
): Promise<ChartRequest> {
  const { name, version, repository } = dependency
  if (place.kind === 'registry') {
    const [host = ''] = repository.slice('oci://'.length).split('/')
    const trust = (await isKnownRegistry(host, signal)) ? 'trusted' : 'untrusted'
    return { address: `${repository.replace(/\/+$/, '')}/${name}`, version, trust }
  }
  if (place.kind !== 'added' && place.kind !== 'named') {
    throw new SourceError('not-found', `dependency ${name} names no repository`)
  }
  const { entry } = place
  const wanted = { address: entry.url, name, version, repositoryName: entry.name }
  if (place.kind === 'named') return { ...wanted, trust: 'untrusted' }
  return { ...wanted, ...(await accessOf(entry, signal)), trust: 'trusted' }
}

function labelOf({ name, version }: Dependency): string {
  return version === '' ? name : `${name} ${version}`
}

/** A name of the server's choice is used only when it is the name of an archive. */
const plainName = /^[A-Za-z0-9][\w.+-]*\.(?:tgz|tar\.gz)$/

function archiveOf(
  { content, fileName = '', version, resolved, digest }: FetchedSource,
  dependency: Dependency,
): DependencyArchive {
  if (content.kind !== 'archive') {
    throw new SourceError('bad-archive', `${resolved} is no packaged chart`)
  }
  // Loaded as a chart that uses it would load it, so that a broken one fails now.
  const { metadata } = chartOf(content)
  if (metadata.name !== dependency.name) {
    const found = `${resolved} is the chart ${metadata.name}`
    throw new SourceError('bad-archive', `wanted the chart ${dependency.name}, found that ${found}`)
  }
  const ours = `${metadata.name}-${metadata.version}.tgz`
  return {
    fileName: plainName.test(fileName) ? fileName : ours,
    archive: content.archive,
    version: version ?? metadata.version,
    told: resolved.startsWith('oci://') ? pulledLines(resolved, digest) : [],
  }
}
