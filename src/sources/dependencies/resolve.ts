import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Dependency } from '../../chart/load/metadata.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { type Constraint, parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { SourceError } from '../errors.ts'
import { openIndex } from '../repository/index/cached-index.ts'
import type { RepositoryEntry } from '../repository/repositories-file.ts'
import type { PlacedDependency } from './place.ts'

export interface Resolving {
  readonly chartFolder: string
  /** Helm's repository cache. */
  readonly indexFolder: string
  /** Why the index of a repository could not be brought, when it could not. */
  readonly failureOf: (entry: RepositoryEntry) => Error | undefined
  /** The highest version of a chart in a registry that is in its range; fails when none is. */
  readonly versionInRegistry: (placed: PlacedDependency, signal: AbortSignal) => Promise<string>
}

/** Chooses an exact version for each dependency: the highest that is in its range. */
export async function resolveDependencies(
  placed: readonly PlacedDependency[],
  resolving: Resolving,
  signal: AbortSignal,
): Promise<readonly PlacedDependency[]> {
  const locked: PlacedDependency[] = []
  const missing: Dependency[] = []
  for (const one of placed) {
    const { dependency, place } = one
    const version = await versionFor(one, readRange(dependency), resolving, signal)
    if (version === undefined) missing.push(dependency)
    else locked.push({ dependency: lockedDependency(dependency, version), place })
  }
  if (missing.length > 0) throw noVersion(missing)
  return locked
}

/** The fields of a dependency that a lock has. */
function lockedDependency({ name, repository }: Dependency, version: string): Dependency {
  const nothing = { condition: '', tags: [], enabled: false, importValues: [], alias: '' } as const
  return { ...nothing, name, repository, version }
}

function readRange({ name, version }: Dependency): Constraint {
  const parsed = parseConstraint(version)
  if (parsed.ok) return parsed.value
  const message = `dependency ${JSON.stringify(name)} has an invalid version/constraint format`
  throw new SourceError('bad-version', `${message}: ${parsed.error}`)
}

async function versionFor(
  { dependency, place }: PlacedDependency,
  range: Constraint,
  resolving: Resolving,
  signal: AbortSignal,
): Promise<string | undefined> {
  switch (place.kind) {
    case 'inside':
      requireFolder(join(resolving.chartFolder, 'charts', dependency.name))
      return dependency.version
    case 'folder': {
      const { version } = loadChart(place.folder).metadata
      return fits(version, range) ? version : undefined
    }
    case 'registry':
      if (parseVersion(dependency.version).ok) return dependency.version
      return await resolving.versionInRegistry({ dependency, place }, signal)
    case 'added':
    case 'named':
      return await versionInIndex(dependency, place.entry, { range, ...resolving }, signal)
  }
}

function requireFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  throw new SourceError('not-found', `directory ${path} not found`)
}

function fits(version: string, range: Constraint): boolean {
  const parsed = parseVersion(version)
  return parsed.ok && satisfies(range, parsed.value)
}

async function versionInIndex(
  { name, repository }: Dependency,
  entry: RepositoryEntry,
  { range, indexFolder, failureOf }: Resolving & { readonly range: Constraint },
  signal: AbortSignal,
): Promise<string | undefined> {
  const index = await openIndex({ name: entry.name, folder: indexFolder }, signal).catch(
    (error: unknown) => {
      // Why it could not be brought says more than that it is not there.
      throw failureOf(entry) ?? error
    },
  )
  const chart = await index.find(name, signal)
  if (chart === undefined) {
    throw new SourceError('not-found', `${name} chart not found in repo ${repository}`)
  }
  return chart.versions.find(({ version, urls }) => urls.length > 0 && fits(version, range))
    ?.version
}

function noVersion(missing: readonly Dependency[]): SourceError {
  const list = missing.map(({ name, repository, version }) => {
    const [shownName, shownUrl, shownVersion] = [name, repository, version].map((text) =>
      JSON.stringify(text),
    )
    return `${shownName} (repository ${shownUrl}, version ${shownVersion})`
  })
  const message = `can't get a valid version for ${missing.length} subchart(s): ${list.join(', ')}`
  const advice =
    'Make sure a matching chart version exists in the repo, or change the version constraint in Chart.yaml'
  return new SourceError('not-found', `${message}. ${advice}`)
}
