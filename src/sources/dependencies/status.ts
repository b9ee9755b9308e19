import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Chart } from '../../chart/chart.ts'
import type { Dependency } from '../../chart/load/metadata.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { compareStrings } from '../../formats/go-string.ts'
import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseStrictVersion, parseVersion } from '../../formats/semver/version.ts'

/** How the charts below charts/ fit what the chart asks for, in Helm's words. */
export type DependencyStatus =
  | 'ok'
  | 'unpacked'
  | 'missing'
  | 'wrong version'
  | 'invalid version'
  | 'misnamed'
  | 'corrupt'
  | 'too many matches'

export function dependencyStatus(
  path: string,
  dependency: Dependency,
  chart: Chart,
): DependencyStatus {
  const archives = archivesOf(path, dependency.name)
  const candidates = archives.length > 1 ? archives.filter(isVersioned(dependency.name)) : archives
  if (candidates.length > 1) return 'too many matches'
  const [archive] = candidates
  if (archive !== undefined) return archiveStatus(join(path, 'charts', archive), dependency)
  const loaded = chart.dependencies.findLast(({ metadata }) => metadata.name === dependency.name)
  if (loaded === undefined) return 'missing'
  return versionStatus(loaded.metadata.version, dependency) ?? 'unpacked'
}

export interface Unexpected {
  readonly path: string
  readonly what: 'not a chart' | 'not in Chart.yaml'
}

/** The files below charts/ that are no charts, or charts that no dependency asks for. */
export function findUnexpected(
  path: string,
  dependencies: readonly Dependency[],
): readonly Unexpected[] {
  const wanted = new Set(dependencies.map(({ name }) => name))
  return entriesOf(path).flatMap((name): readonly Unexpected[] => {
    const entry = join(path, 'charts', name)
    const isFolder = statSync(entry, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (!isFolder && !name.endsWith('.tgz')) return []
    const found = nameAt(entry)
    if (found === undefined) return [{ path: entry, what: 'not a chart' }]
    return wanted.has(found) ? [] : [{ path: entry, what: 'not in Chart.yaml' }]
  })
}

function archivesOf(path: string, name: string): readonly string[] {
  return entriesOf(path).filter((one) => one.startsWith(`${name}-`) && one.endsWith('.tgz'))
}

/** In the order of a shell's pattern; a chart in an archive has no such folder. */
function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(join(path, 'charts')).toSorted(compareStrings)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

function isVersioned(name: string): (archive: string) => boolean {
  return (archive) => parseStrictVersion(archive.slice(name.length + 1, -'.tgz'.length)).ok
}

function archiveStatus(path: string, dependency: Dependency): DependencyStatus {
  const chart = tryLoad(path)
  if (chart === undefined) return 'corrupt'
  if (chart.metadata.name !== dependency.name) return 'misnamed'
  return versionStatus(chart.metadata.version, dependency) ?? 'ok'
}

function versionStatus(found: string, { version }: Dependency): DependencyStatus | undefined {
  if (found === version) return undefined
  const constraint = parseConstraint(version)
  const parsed = parseVersion(found)
  if (!constraint.ok || !parsed.ok) return 'invalid version'
  return satisfies(constraint.value, parsed.value) ? undefined : 'wrong version'
}

function nameAt(path: string): string | undefined {
  return tryLoad(path)?.metadata.name
}

function tryLoad(path: string): Chart | undefined {
  try {
    return loadChart(path)
  } catch {
    // The reason does not matter: the status says that it is no chart.
    return undefined
  }
}
