import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chart } from '../../chart/chart.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { digestOf } from '../../oci/digest.ts'
import { readTgz } from '../../sources/archive/read-tgz.ts'
import { findNearest } from '../../std/find-nearest.ts'
import type { PackageProblem } from '../errors.ts'
import { maxChartBytes } from '../limits.ts'
import type { LockedChart } from '../package/lock.ts'
import type { Package } from '../package/open-package.ts'
import { pathProblem } from '../package/package-path.ts'

/** A chart of a package. */
export interface PackageChart extends LockedChart {
  /** From the root of the package. */
  readonly path: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
  readonly chart: Chart
}

/** The groups that charts are uploaded to. */
const chartGroups = ['public', 'expansion', 'custom'] as const

export interface ReadCharts {
  readonly charts: readonly PackageChart[]
  readonly problems: readonly PackageProblem[]
}

/** Reads the charts of a package, with all that is wrong with them. */
export async function readCharts(opened: Package, signal: AbortSignal): Promise<ReadCharts> {
  const { tree, declaration } = opened
  const charts: PackageChart[] = []
  const problems: PackageProblem[] = []
  for (const [index, item] of declaration.content.charts.entries()) {
    signal.throwIfAborted()
    const entry = tree.entries.get(`charts/${item}`)
    if (pathProblem(item) !== undefined || entry?.kind !== 'file') continue
    const read = nameProblem(item, entry.size) ?? (await readChart(opened, item))
    const message = typeof read === 'string' ? read : fileNameProblem(read)
    if (typeof read !== 'string') charts.push(read)
    if (message === undefined) continue
    problems.push({ ...declaration.placeOf('charts', index), message, level: 'error' })
  }
  return { charts, problems: [...problems, ...valuesProblems(opened, charts)] }
}

function nameProblem(item: string, size: number): string | undefined {
  const [group = '', file = '', ...rest] = item.split('/')
  const groups: readonly string[] = chartGroups
  if (file === '' || rest.length > 0) return `${item} is not GROUP/NAME-VERSION.tgz`
  if (!groups.includes(group)) {
    const nearest = findNearest(group, groups)
    const help =
      nearest === undefined ? `there are ${groups.join(', ')}` : `did you mean ${nearest}?`
    return `${group} is not a group of charts; ${help}`
  }
  return size > maxChartBytes ? `charts/${item} has ${size} bytes, too many` : undefined
}

async function readChart({ tree }: Package, item: string): Promise<PackageChart | string> {
  const path = `charts/${item}`
  const archive = await readFile(join(tree.folder, path))
  const provenance = tree.entries.has(`${path}.prov`)
    ? await readFile(join(tree.folder, `${path}.prov`))
    : undefined
  const chart = tryLoad(archive)
  if (chart instanceof Error) return `${path} cannot be read: ${chart.message}`
  const { name, version } = chart.metadata
  const [group = ''] = item.split('/')
  return { group, name, version, digest: digestOf(archive), path, archive, provenance, chart }
}

function fileNameProblem({ path, name, version }: PackageChart): string | undefined {
  const wanted = `${name}-${version}.tgz`
  if (path.endsWith(`/${wanted}`)) return undefined
  return `${path} is chart ${name} ${version}; call it ${wanted}`
}

function tryLoad(archive: Uint8Array): Chart | Error {
  try {
    return loadFiles(readTgz(archive), gunzip)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

// Values for a chart that is not there are values that nobody gets.
function valuesProblems(
  { values, lineOfValue }: Package,
  charts: readonly PackageChart[],
): readonly PackageProblem[] {
  const names = charts.map(({ name }) => name)
  return Object.keys(values.charts).flatMap((name): readonly PackageProblem[] => {
    if (names.includes(name)) return []
    const nearest = findNearest(name, names)
    const help = nearest === undefined ? '' : `; did you mean ${nearest}?`
    const message = `charts.${name}: the package has no chart ${name}${help}`
    const line = lineOfValue(['charts', name])
    return [{ file: 'values.yaml', line, message, level: 'warning' }]
  })
}
