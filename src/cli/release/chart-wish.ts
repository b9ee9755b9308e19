import type { Chart, Table } from '../../chart/chart.ts'
import type { UserValues } from '../../chart/values/user-values.ts'
import { openChart } from '../chart/open-chart.ts'
import { type SourceChoice, sourceChoiceOf, sourceOptions } from '../chart/source-options.ts'
import { readUserValues, userValuesOf, valueOptions } from '../chart/value-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'

/** The options that say which chart, with which values. */
export const wishOptions = {
  ...valueOptions,
  ...sourceOptions,
} as const satisfies Record<string, OptionSpec>

export interface ChartWish {
  readonly chart: string
  readonly choice: SourceChoice
  readonly values: UserValues
}

export function wishOf(
  chart: string,
  given: Parameters<typeof sourceChoiceOf>[0] & Parameters<typeof userValuesOf>[0],
): ChartWish {
  return { chart, choice: sourceChoiceOf(given), values: userValuesOf(given) }
}

/** The chart, from wherever it is, and the values that were given. */
export async function openWish(
  wish: ChartWish,
  world: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<{ readonly chart: Chart; readonly values: Table }> {
  const chart = await openChart(wish.chart, wish.choice, world, signal)
  const values = readUserValues(wish.values)
  if (chart.metadata.deprecated) world.io.stderr.write('warning: this chart is deprecated\n')
  return { chart, values }
}
