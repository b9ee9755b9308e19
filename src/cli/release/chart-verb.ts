import type { Chart, Table } from '../../chart/chart.ts'
import type { CrdChoices, ReleaseChoices } from '../../release/choices.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import type { Environment } from '../verb.ts'
import { type ChartChange, chartChangeOf, chartChangeOptions, choicesOf } from './change-options.ts'
import { type RequestedChart, requestedChartOf, requestedChartOptions } from './requested-chart.ts'
import { type PlanForm, planFormOf, planOptions } from './print/print-plan.ts'

/** The options of the verbs that bring a chart to a cluster, or say what that would change. */
export const chartVerbOptions = {
  ...chartChangeOptions,
  ...planOptions,
  output: helmOutputOption,
  ...requestedChartOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

/** The choices of these options. */
export interface ChartVerb {
  readonly requested: RequestedChart
  readonly change: ChartChange
  readonly form: PlanForm
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

type ChartVerbFlags = Parameters<typeof chartChangeOf>[0] &
  Parameters<typeof planFormOf>[0] &
  Parameters<typeof clusterChoiceOf>[0] &
  Parameters<typeof requestedChartOf>[1] & { readonly output: HelmOutput }

export function chartVerbOf(chart: string, given: ChartVerbFlags): ChartVerb | UsageError {
  const change = chartChangeOf(given)
  if (change instanceof UsageError) return change
  return {
    requested: requestedChartOf(chart, given),
    change,
    form: planFormOf(given),
    output: given.output,
    cluster: clusterChoiceOf(given),
  }
}

/** The input of the verbs of releases, whichever it is. */
export function chartInputOf(
  { change }: ChartVerb,
  wanted: { readonly chart: Chart; readonly values: Table },
  environment: Environment,
): ReleaseChoices & CrdChoices & ChartInput {
  const { crds, crdDangers, skipSchema, subchartNotes } = change
  const choices = choicesOf(change, environment)
  return { ...choices, ...wanted, crds, crdDangers, skipSchema, subchartNotes }
}

interface ChartInput {
  readonly chart: Chart
  readonly values: Table
  readonly skipSchema: boolean
  readonly subchartNotes: boolean
}
