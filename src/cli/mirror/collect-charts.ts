import { isAbsolute } from 'node:path'
import type { ImageTable } from '../../images/tables/image-table.ts'
import {
  type CollectedChart,
  archiveOf,
  isWanted,
  tagOfChart,
} from '../../mirror/charts/collected-chart.ts'
import { chooseVersions } from '../../mirror/file/choose-versions.ts'
import type { LockedChart } from '../../mirror/file/lock-file.ts'
import type { MirrorFile, MirroredChart } from '../../mirror/file/mirror-file.ts'
import { digestOf } from '../../oci/digest.ts'
import { formatReference, parseRegistryReference } from '../../oci/reference.ts'
import type { ChartRequest, FetchOptions } from '../../sources/chart-request.ts'
import { chartOf } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import { listVersions } from '../../sources/list-versions.ts'
import { chartRequest } from '../chart/sources/chart-request.ts'
import type { Sources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import { listOfChart } from '../images/subject.ts'
import type { Io } from '../io.ts'
import { chartsOfExtensions } from './charts-of-extensions.ts'
import { pathIn } from './path-in.ts'

export interface Collecting {
  readonly sources: Sources
  readonly fetching: FetchOptions
  readonly connection: Connection
  /** The folder of the mirror file, from which its paths start. */
  readonly folder: string
  readonly table: ImageTable
  readonly io: Io
}

/** The charts that a mirror file asks for, fetched and looked into. */
export async function collectCharts(
  file: MirrorFile,
  work: Collecting,
  signal: AbortSignal,
): Promise<readonly CollectedChart[]> {
  const wanted = [
    ...file.charts,
    ...file.extensions.flatMap((path) => chartsOfExtensions(path, file.kubernetes, work)),
  ]
  const found = new Map<string, CollectedChart>()
  for (const chart of wanted) {
    for (const request of await requestsFor(chart, work, signal)) {
      const one = await collect(request, chart, work, signal)
      found.set(`${one.name} ${tagOfChart(one)}`, one)
    }
  }
  return [...found.values()]
}

/** A chart that a lock names, exactly. */
export async function collectLocked(
  locked: LockedChart,
  work: Collecting,
  signal: AbortSignal,
): Promise<CollectedChart> {
  const address = withoutTag(locked.from)
  const request: ChartRequest = { address, trust: 'trusted', provenance: 'want' }
  const none: MirroredChart = {
    repo: locked.from,
    name: undefined,
    path: undefined,
    versions: [],
    latest: 1,
    values: [],
    images: 'none',
  }
  const found = await collect(request, none, work, signal)
  if (found.digest === locked.digest) return { ...found, from: locked.from }
  const what = `chart ${locked.name} ${locked.version} of ${locked.from}`
  throw new PlainError(`${what} has the digest ${found.digest}; the lock wants ${locked.digest}`)
}

// Of a reference with tag and digest the tag may mean something else by now.
function withoutTag(from: string): string {
  if (!from.startsWith('oci://')) return from
  const reference = parseRegistryReference(from)
  if (reference.digest === undefined) return from
  return `oci://${formatReference({ ...reference, tag: undefined })}`
}

async function requestsFor(
  chart: MirroredChart,
  work: Collecting,
  signal: AbortSignal,
): Promise<readonly ChartRequest[]> {
  const request = { ...(await requestOf(chart, work, signal)), provenance: 'want' as const }
  const offered = await listVersions(request, work.fetching, signal)
  if (offered === undefined) return [request]
  const { versions, latest, name, repo } = chart
  try {
    return chooseVersions(offered, versions, latest).map((version) => ({ ...request, version }))
  } catch (error) {
    const what = `chart ${name ?? repo}`
    throw error instanceof Error
      ? new PlainError(`${what}: ${error.message}`, { cause: error })
      : error
  }
}

async function requestOf(
  { repo, name, path }: MirroredChart,
  { sources, connection, folder }: Collecting,
  signal: AbortSignal,
): Promise<ChartRequest> {
  const isHttp = /^https?:/i.test(repo) && name !== undefined
  const where = isPathOf(repo) ? 'here' : 'elsewhere'
  const named = !isHttp && name !== undefined ? `${repo.replace(/\/+$/, '')}/${name}` : repo
  const choice = {
    ...connection,
    version: undefined,
    repo: isHttp ? repo : undefined,
    passCredentials: false,
    verify: false,
    keyring: undefined,
  }
  const chart = {
    name: isHttp ? name : where === 'here' ? pathIn(folder, repo) : named,
    where,
  } as const
  const request = await chartRequest(chart, choice, sources, signal)
  return path === undefined ? request : { ...request, path }
}

function isPathOf(repo: string): boolean {
  return repo.startsWith('.') || isAbsolute(repo)
}

async function collect(
  request: ChartRequest,
  wanted: MirroredChart,
  work: Collecting,
  signal: AbortSignal,
): Promise<CollectedChart> {
  const fetched = await fetchChart(request, work.fetching, signal)
  const chart = chartOf(fetched.content)
  const archive = archiveOf(fetched)
  const { name, version } = chart.metadata
  const found = { name, version, archive, provenance: fetched.provenance }
  const from = { from: fetched.resolved, digest: digestOf(archive) }
  if (wanted.images === 'none') return { ...found, ...from, images: [] }
  const files = wanted.values.map((path) => pathIn(work.folder, path))
  const choice = {
    values: { files, set: [], setString: [], setJson: [], setFile: [], setLiteral: [] },
    namespace: 'default',
    kubeVersion: undefined,
    apiVersions: [],
    explore: wanted.images !== 'certain',
    maxRenders: 300,
  }
  const list = listOfChart(chart, choice, work.table, signal)
  for (const note of list.notes) work.io.stderr.write(`note: ${name} ${version}: ${note}\n`)
  return { ...found, ...from, images: list.images.filter((one) => isWanted(one, wanted.images)) }
}
