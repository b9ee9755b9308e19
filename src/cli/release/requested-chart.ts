import type { Chart, Table } from '../../chart/chart.ts'
import type { UserValues } from '../../chart/values/user-values.ts'
import { openChart } from '../chart/sources/open-chart.ts'
import {
  type SourceChoice,
  sourceChoiceOf,
  sourceOptions,
} from '../chart/sources/source-options.ts'
import { readUserValues } from '../chart/read-user-values.ts'
import { userValuesOf, valueOptions } from '../options/value-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'

/** The options that say which chart, with which values. */
export const requestedChartOptions = {
  ...valueOptions,
  ...sourceOptions,
} as const satisfies Record<string, OptionSpec>

export interface RequestedChart {
  readonly chart: string
  readonly choice: SourceChoice
  readonly values: UserValues
}

export function requestedChartOf(
  chart: string,
  given: Parameters<typeof sourceChoiceOf>[0] & Parameters<typeof userValuesOf>[0],
): RequestedChart {
  return { chart, choice: sourceChoiceOf(given), values: userValuesOf(given) }
}

/** The chart, from wherever it is, and the values that were given. */
export async function openRequestedChart(
  requested: RequestedChart,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<{ readonly chart: Chart; readonly values: Table }> {
  const chart = await openChart(requested.chart, requested.choice, context, signal)
  const values = readUserValues(requested.values)
  if (chart.metadata.deprecated) context.io.stderr.write('warning: this chart is deprecated\n')
  return { chart, values }
}
