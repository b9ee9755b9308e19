import { showChart, type ShowPart, showParts } from '../../chart/package/show.ts'
import { selectValues } from '../../chart/package/show-jsonpath.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openChart } from './sources/open-chart.ts'
import { type SourceChoice, sourceChoiceOf, sourceOptions } from './sources/source-options.ts'

export const command = {
  description:
    'Prints what helm show prints: the definition, the values with their comments, the readme and the CRDs of a chart, or all of them.',
  arguments: {
    part: { count: 'one', choices: showParts, summary: 'what to print of the chart' },
    chart: { count: 'one', summary: 'the chart: a folder, a .tgz, repository/name or oci://…' },
  },
  options: {
    jsonpath: {
      kind: 'text',
      value: 'TEMPLATE',
      summary: 'with values: print only what paths such as {.image.tag} lead to',
    },
    ...sourceOptions,
  },
  examples: [
    'show chart ./my-chart',
    'show values my-chart-1.0.0.tgz',
    "show values ./my-chart --jsonpath '{.image.repository}:{.image.tag}'",
    'show values bitnami/nginx --version ^15.0.0',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly part: ShowPart
  readonly chart: string
  readonly jsonPath: string | undefined
  readonly choice: SourceChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { part, chart } = given.arguments
  const jsonPath = given.options.jsonpath || undefined
  if (jsonPath !== undefined && part !== 'values') {
    return new UsageError('conflict', `--jsonpath works on values and cannot be used with ${part}`)
  }
  return { part, chart, jsonPath, choice: sourceChoiceOf(given.options) }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const chart = await openChart(options.chart, options.choice, { ports, io }, signal)
  const text =
    options.jsonPath === undefined
      ? showChart(chart, options.part)
      : selectValues(chart.values, options.jsonPath)
  io.stdout.write(text)
  return 'done'
}
