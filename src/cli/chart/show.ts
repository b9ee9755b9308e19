import { loadChart } from '../../chart/node/load-chart.ts'
import { showChart, type ShowPart, showParts } from '../../chart/show.ts'
import { selectValues } from '../../chart/show-jsonpath.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Prints what helm show prints: the definition, the values with their comments, the readme and the CRDs of a chart, or all of them.',
  arguments: {
    part: { count: 'one', choices: showParts, summary: 'what to print of the chart' },
    chart: { count: 'one', summary: 'the chart: a folder or a .tgz' },
  },
  options: {
    jsonpath: {
      kind: 'text',
      value: 'TEMPLATE',
      summary: 'with values: print only what paths such as {.image.tag} lead to',
    },
  },
  examples: [
    'show chart ./my-chart',
    'show values my-chart-1.0.0.tgz',
    "show values ./my-chart --jsonpath '{.image.repository}:{.image.tag}'",
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly part: ShowPart
  readonly chart: string
  readonly jsonPath: string | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { part, chart } = given.arguments
  const jsonPath = given.options.jsonpath || undefined
  if (jsonPath !== undefined && part !== 'values') {
    return new UsageError('conflict', `--jsonpath works on values and cannot be used with ${part}`)
  }
  return { part, chart, jsonPath }
}

export async function run(options: Options, _ports: Ports, io: Io): Promise<Outcome> {
  const chart = loadChart(options.chart)
  const text =
    options.jsonPath === undefined
      ? showChart(chart, options.part)
      : selectValues(chart.values, options.jsonPath)
  io.stdout.write(text)
  return 'done'
}
