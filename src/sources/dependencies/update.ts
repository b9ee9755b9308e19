import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { loadChart } from '../../chart/node/load-chart.ts'
import { lockText, readChartLock } from '../../chart/package/package-lock.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { SourceError } from '../errors.ts'
import type { RepositoryEntry } from '../repository/repositories-file.ts'
import { type Downloading, downloadDependencies } from './download.ts'
import { fetchDependency } from './fetch-dependency.ts'
import { lockDigest } from './lock-digest.ts'
import { type PlacedDependency, placeDependencies } from './place.ts'
import { replaceCharts } from './replace-charts.ts'
import { resolveDependencies } from './resolve.ts'

export interface DependencyUpdate extends Downloading {
  readonly repositories: readonly RepositoryEntry[]
  /** Helm's repository cache. */
  readonly indexFolder: string
  /** Brings indexes up to date and tells of it; what failed comes back, by the name of the repository. */
  readonly refresh: 'skip' | Refresh
  /** Now, in RFC 3339. */
  readonly now: () => string
}

type Refresh = (
  entries: readonly RepositoryEntry[],
  whose: 'added' | 'named',
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Error>>

/**
 * Chooses versions for what Chart.yaml asks for, brings them into charts/ and writes Chart.lock, as helm
 * dependency update does. If anything fails, charts/ and the lock are left as they were.
 */
export async function updateDependencies(
  update: DependencyUpdate,
  signal: AbortSignal,
): Promise<void> {
  const chart = loadChart(update.chartFolder)
  const { dependencies, apiVersion } = chart.metadata
  if (dependencies === undefined) return
  const placed = placeDependencies(dependencies, update.repositories, update.chartFolder)
  const failures = await refreshFor(placed, update, signal)
  const resolving = {
    ...update,
    failureOf: ({ name }: RepositoryEntry) => failures.get(name),
    versionInRegistry: async (one: PlacedDependency, inner: AbortSignal) =>
      (await fetchDependency(one, update, inner)).version,
  }
  const locked = await resolveDependencies(placed, resolving, signal)
  const archives = await downloadDependencies(locked, update, signal)
  const digest = lockDigest(placed.map(dependencyOf), locked.map(dependencyOf))
  const lock = { generated: update.now(), digest, dependencies: locked.map(dependencyOf) }
  const name = apiVersion === 'v1' ? 'requirements.lock' : 'Chart.lock'
  const finish = async () => {
    if (readChartLock(chart)?.digest === digest) return
    await writeLock(join(update.chartFolder, name), lockText(lock), signal)
  }
  await replaceCharts({ ...update, archives, inside: insideOf(locked), finish }, signal)
}

/** Brings the indexes that are needed; added ones all, as Helm does. */
async function refreshFor(
  placed: readonly PlacedDependency[],
  { refresh, repositories, say }: DependencyUpdate,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Error>> {
  if (refresh === 'skip') return new Map()
  const named = placed.flatMap(({ place }) => (place.kind === 'named' ? [place.entry] : []))
  if (named.length > 0) say('Getting updates for unmanaged Helm repositories...')
  const failed = await refresh(distinct(named), 'named', signal)
  return new Map([...failed, ...(await refreshAdded(repositories, { refresh, say }, signal))])
}

/** Brings the indexes of all repositories that were added. */
export async function refreshAdded(
  repositories: readonly RepositoryEntry[],
  { refresh, say }: Pick<DependencyUpdate, 'refresh' | 'say'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Error>> {
  if (refresh === 'skip' || repositories.length === 0) return new Map()
  say('Hang tight while we grab the latest from your chart repositories...')
  const failed = await refresh(distinct(repositories), 'added', signal)
  say('Update Complete. ⎈Happy Helming!⎈')
  return failed
}

function distinct(entries: readonly RepositoryEntry[]): readonly RepositoryEntry[] {
  return [...new Map(entries.map((entry) => [entry.url.replace(/\/$/, ''), entry])).values()]
}

function dependencyOf({ dependency }: PlacedDependency) {
  return dependency
}

/** Names of the dependencies that are folders inside the chart. */
export function insideOf(placed: readonly PlacedDependency[]): ReadonlySet<string> {
  const inside = placed.filter(({ place }) => place.kind === 'inside')
  return new Set(inside.map(({ dependency }) => dependency.name))
}

async function writeLock(path: string, text: string, signal: AbortSignal): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink()) {
    const target = JSON.stringify(await readlink(path))
    throw new SourceError('unsafe-path', `the ${path} file is a symlink to ${target}`)
  }
  await writeFileAtomically(path, text, signal)
}
