import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ChartError } from '../../../chart/errors.ts'
import { loadChart } from '../../../chart/node/load-chart.ts'
import { packageChart } from '../../../chart/package/package-chart.ts'
import type { ChartToUpload } from '../../../expansion/carry-out/upload-charts.ts'
import { compareStrings } from '../../../formats/go-string.ts'
import { packaged } from '../built-in-charts.ts'
import { PlainError } from '../../errors.ts'

/** The group of charts that users bring. */
export const customGroup = 'custom'

/** The charts of a folder, ready to be pushed, and the folders in it that are no charts. */
interface CustomCharts {
  readonly charts: readonly ChartToUpload[]
  readonly leftOut: readonly string[]
}

/** The charts of a folder, if one was named; tells of the rest of it. */
export function chartsBrought(
  folder: string | undefined,
  told: (trouble: Error) => void,
): readonly ChartToUpload[] {
  if (folder === undefined) return []
  const { charts, leftOut } = readCustomCharts(folder)
  for (const path of leftOut) told(new Error(`${path} is no chart and is left out`))
  return charts
}

/** Reads the charts that a user put into a folder: packages with their provenance, and folders of charts. All problems come at once. */
function readCustomCharts(folder: string): CustomCharts {
  const root = resolve(folder)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new PlainError(`--charts: wanted a folder with charts, found none at ${root}`)
  }
  const entries = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => compareStrings(a.name, b.name))
  const found = new Map<string, ChartToUpload>()
  const places = new Map<string, string>()
  const problems: string[] = []
  const leftOut: string[] = []
  for (const entry of entries) {
    const path = join(root, entry.name)
    if (entry.isDirectory() && !existsSync(join(path, 'Chart.yaml'))) leftOut.push(path)
    else if (entry.isDirectory() || /\.(?:tgz|tar\.gz)$/.test(entry.name)) {
      const chart = readOne(path, problems)
      const key = `${chart?.name} ${chart?.version}`
      const before = places.get(key)
      if (before !== undefined) problems.push(`${path}: is chart ${key}, as ${before} is`)
      if (chart === undefined) continue
      places.set(key, path)
      found.set(key, chart)
    }
  }
  if (problems.length > 0) {
    const what = `${problems.join('\n')}\nnothing was pushed: mend these charts or take them out`
    throw new PlainError(what)
  }
  return { charts: [...found.values()], leftOut }
}

function readOne(path: string, problems: string[]): ChartToUpload | undefined {
  try {
    const chart = loadChart(path)
    const { name, version } = chart.metadata
    // A package that lacks its dependencies could never be installed from here.
    packageChart(chart)
    const isFolder = statSync(path).isDirectory()
    const archive = isFolder ? packaged(chart).archive : readFileSync(path)
    const proof = `${path}.prov`
    const provenance = !isFolder && existsSync(proof) ? readFileSync(proof) : undefined
    return { group: customGroup, name, version, archive, provenance }
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    problems.push(`${path}: ${error.message}`)
    return undefined
  }
}
