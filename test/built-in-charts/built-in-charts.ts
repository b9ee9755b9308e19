import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addonsFolder } from '../../src/cli/platform/built-in-charts.ts'

// The charts that come with the platform.
const builtInFolder = fileURLToPath(new URL('../../charts', import.meta.url))

const minors = ['1.29', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36'] as const

// Every other chart is for all of them.
const firstMinors: Readonly<Record<string, string>> = { policy: '1.30' }

/** The versions of Kubernetes that a built-in chart is for. */
export function minorsOf(chart: string): readonly string[] {
  return minors.filter((minor) => minor >= (firstMinors[chart] ?? minors[0]))
}

/** The versions of Kubernetes that a built-in chart is not for, of those that we are. */
export function otherMinorsOf(chart: string): readonly string[] {
  return minors.filter((minor) => !minorsOf(chart).includes(minor))
}

export interface BuiltInCase {
  readonly chart: string
  /** `default`, or the name of a values file in the chart's `ci` folder. */
  readonly values: string
}

/** The charts of our own platform; the one of the platform itself is judged where it is used. */
export function platformCharts(): readonly string[] {
  return readdirSync(builtInFolder)
    .filter((name) => name !== addonsFolder && name !== 'outrigger')
    .toSorted()
}

/** The charts that TKEStack's addons became. */
export function addonCharts(): readonly string[] {
  return readdirSync(join(builtInFolder, addonsFolder)).toSorted()
}

export function builtInCharts(): readonly string[] {
  return [...platformCharts(), ...addonCharts()]
}

/** Every chart by itself and with each of its values files, as `ct` looks for them: `ci/NAME-values.yaml`. */
export function builtInCases(): readonly BuiltInCase[] {
  return builtInCharts().flatMap((chart) =>
    ['default', ...valuesNames(chart)].map((values) => ({ chart, values })),
  )
}

export function chartFile(chart: string, ...path: readonly string[]): string {
  const own = join(builtInFolder, chart)
  const folder = existsSync(own) ? own : join(builtInFolder, addonsFolder, chart)
  return join(folder, ...path)
}

export function readChartFile(chart: string, ...path: readonly string[]): string {
  return readFileSync(chartFile(chart, ...path), 'utf8')
}

/** The values files of a case; none for `default`. */
export function valuesFiles({ chart, values }: BuiltInCase): readonly string[] {
  return values === 'default' ? [] : [chartFile(chart, 'ci', `${values}-values.yaml`)]
}

function valuesNames(chart: string): readonly string[] {
  const folder = chartFile(chart, 'ci')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('-values.yaml'))
    .toSorted()
    .map((file) => file.replace(/-values\.yaml$/, ''))
}
