import type { Chart } from '../../chart/chart.ts'
import type { Dependency } from '../../chart/load/metadata.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { type ChartLock, readChartLock } from '../../chart/package/package-lock.ts'
import { SourceError } from '../errors.ts'
import type { RepositoryEntry } from '../repository/repositories-file.ts'
import { downloadDependencies } from './download.ts'
import { isLocal } from './local-path.ts'
import { lockDigest, lockDigestOfHelm2 } from './lock-digest.ts'
import { isRegistry, isSameRepository, placeDependencies } from './place.ts'
import { replaceCharts } from './replace-charts.ts'
import { type DependencyUpdate, insideOf, refreshAdded, updateDependencies } from './update.ts'

/**
 * Brings exactly the versions of Chart.lock into charts/, as helm dependency build does; without a lock
 * it is an update.
 */
export async function buildDependencies(
  build: DependencyUpdate,
  signal: AbortSignal,
): Promise<void> {
  const { chartFolder, repositories } = build
  const chart = loadChart(chartFolder)
  const lock = readChartLock(chart)
  if (lock === undefined) return await updateDependencies(build, signal)
  checkLock(chart, lock, build)
  const dependencies = (lock.dependencies ?? []).filter((one) => one !== undefined)
  checkRepositories(dependencies, repositories)
  await refreshAdded(repositories, build, signal)
  const placed = placeDependencies(dependencies, repositories, chartFolder)
  const archives = await downloadDependencies(placed, build, signal)
  await replaceCharts({ ...build, archives, inside: insideOf(placed) }, signal)
}

/** A lock that was made for other dependencies would bring the wrong ones. */
function checkLock(chart: Chart, lock: ChartLock, build: DependencyUpdate): void {
  const { dependencies: required, apiVersion } = chart.metadata
  const { repositories, chartFolder } = build
  const placed = placeDependencies(required ?? [], repositories, chartFolder)
  const asked = required && placed.map(({ dependency }) => dependency)
  if (lockDigest(asked, lock.dependencies) === lock.digest) return
  const isOld = apiVersion === 'v1'
  // Helm 2 took the digest of what the file says, before the names of repositories were spelt out.
  if (isOld && lockDigestOfHelm2(required) === lock.digest) return
  const [file, of] = isOld
    ? ['requirements.lock', 'requirements.yaml']
    : ['Chart.lock', 'Chart.yaml']
  const message = `the lock file (${file}) is out of sync with the dependencies file (${of})`
  const advice = "Please update the dependencies with 'dependency update'"
  throw new SourceError('conflict', `${message}. ${advice}`)
}

/** A build brings nothing from where nobody has been before: an update has to come first. */
function checkRepositories(
  dependencies: readonly Dependency[],
  repositories: readonly RepositoryEntry[],
): void {
  const missing = dependencies
    .map(({ repository }) => repository)
    .filter((one) => one !== '' && !isLocal(one) && !isRegistry(one))
    .filter((one) => !repositories.some(({ url }) => isSameRepository(url, one)))
  if (missing.length === 0) return
  const message = `no repository definition for ${missing.join(', ')}`
  throw new SourceError('not-found', `${message}. Please add the missing repos via 'repo add'`)
}
