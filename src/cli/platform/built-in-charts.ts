import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Chart } from '../../chart/chart.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { compressPackage } from '../../chart/node/write-package.ts'
import { PlainError } from '../errors.ts'
import { packageChart } from '../../chart/package/package-chart.ts'

/** The folder of the charts that TKEStack's addons became. */
export const addonsFolder = 'addons'

/** A chart of our own, packaged. */
export interface BuiltInChart {
  readonly fileName: string
  readonly archive: Uint8Array
  readonly chart: Chart
}

/** The chart of the platform itself, which is not offered on it. */
const ownChart = 'outrigger'

/** The folder of the chart of the platform itself. */
export function platformChart(program: string): string {
  const folder = chartsFolder(program)
  if (folder === undefined)
    throw new PlainError(
      `the chart of the platform is missing: there is no folder charts beside ${program}`,
    )
  return join(folder, ownChart)
}

/** The charts that came with the program, TKEStack's addons among them. */
export function builtInCharts(program: string): readonly BuiltInChart[] {
  const folder = chartsFolder(program)
  if (folder === undefined) return []
  const offered = packageCharts(folder).filter(({ chart }) => chart.metadata.name !== ownChart)
  return [...offered, ...packageCharts(join(folder, addonsFolder))]
}

/** The charts in a folder of them, packaged now: the same bytes every time. */
export function packageCharts(folder: string): readonly BuiltInChart[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'Chart.yaml')))
    .map(({ name }) => name)
  return names.toSorted().map((name) => packaged(loadChart(join(folder, name))))
}

/** A chart with its package. */
export function packaged(chart: Chart): BuiltInChart {
  const { fileName, tar } = packageChart(chart)
  return { fileName, archive: compressPackage(tar), chart }
}

/** Beside the program when it was built, else at the top of the sources. */
function chartsFolder(program: string): string | undefined {
  if (program === '') return undefined
  const here = dirname(realpathSync(program))
  return [join(here, 'charts'), resolve(here, '../../charts')].find((path) => existsSync(path))
}
