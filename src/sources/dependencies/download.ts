import { join } from 'node:path'
import type { Dependency } from '../../chart/load/metadata.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { SourceError } from '../errors.ts'
import {
  type DependencyArchive,
  type DependencyPorts,
  fetchDependency,
} from './fetch-dependency.ts'
import type { PlacedDependency } from './place.ts'

export interface Downloading extends DependencyPorts {
  readonly chartFolder: string
  /** Helm's words about what happens. */
  readonly say: (line: string) => void
}

const atOnce = 4

/** Brings the archives of dependencies whose versions are exact; those inside are only looked at. */
export async function downloadDependencies(
  locked: readonly PlacedDependency[],
  downloading: Downloading,
  signal: AbortSignal,
): Promise<readonly DependencyArchive[]> {
  const { say, chartFolder } = downloading
  say(`Saving ${locked.length} charts`)
  const archives = new Map<string, DependencyArchive>()
  const seen = new Set<string>()
  const download = async (one: PlacedDependency, inner: AbortSignal) => {
    const { name, version, repository } = one.dependency
    if (one.place.kind === 'inside') return checkInside(one.dependency, chartFolder, say)
    const key = JSON.stringify([name, version, repository])
    if (seen.has(key)) return say(`Already downloaded ${name} from repo ${repository}`)
    seen.add(key)
    if (one.place.kind !== 'folder') say(`Downloading ${name} from repo ${repository}`)
    const archive = await fetchDependency(one, downloading, inner)
    for (const line of archive.told) say(line)
    return void archives.set(archive.fileName, archive)
  }
  await runBounded(locked, atOnce, download, signal)
  return [...archives.values()]
}

function checkInside(
  { name, version }: Dependency,
  chartFolder: string,
  say: (line: string) => void,
): void {
  const where = 'Assuming it exists in the charts directory'
  say(`Dependency ${name} did not declare a repository. ${where}`)
  const found = loadChart(join(chartFolder, 'charts', name)).metadata.version
  const range = parseConstraint(version)
  const parsed = parseVersion(found)
  if (range.ok && parsed.ok && satisfies(range.value, parsed.value)) return
  const message = `dependency ${name} at version ${found} does not satisfy the constraint ${version}`
  throw new SourceError('bad-version', message)
}
