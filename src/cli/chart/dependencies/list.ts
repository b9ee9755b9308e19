import { join } from 'node:path'
import { loadChart } from '../../../chart/node/load-chart.ts'
import type { Dependency } from '../../../chart/load/metadata.ts'
import {
  type DependencyStatus,
  dependencyStatus,
  findUnexpected,
} from '../../../sources/dependencies/status.ts'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import {
  formatHelmTable,
  type HelmOutput,
  helmOutputOption,
  writeHelmData,
} from '../../output/helm-output.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Outcome, Ports } from '../../verb.ts'
import { readWidth, widthOption } from '../print/width-option.ts'

export const command = {
  description:
    'Prints what Chart.yaml asks for and whether charts/ has it, as helm dependency list does. Changes nothing.',
  arguments: {
    chart: {
      count: 'at-most-one',
      summary: 'the chart: a folder or a .tgz; this folder unless given',
    },
  },
  options: { 'max-col-width': widthOption(80), output: helmOutputOption },
  examples: ['dependency list', 'chart dependencies list ./my-chart -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly chart: string
  readonly maxWidth: number
  readonly output: HelmOutput
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const maxWidth = readWidth(given.options['max-col-width'], 80)
  if (maxWidth instanceof UsageError) return maxWidth
  return { chart: join(given.arguments.chart || '.'), maxWidth, output: given.options.output }
}

interface Row extends Pick<Dependency, 'name' | 'version' | 'repository'> {
  readonly status: DependencyStatus
}

export async function run(options: Options, _ports: Ports, io: Io): Promise<Outcome> {
  const path = options.chart
  const chart = loadChart(path)
  const dependencies = chart.metadata.dependencies
  const rows = (dependencies ?? []).map((dependency): Row => {
    const { name, version, repository } = dependency
    return { name, version, repository, status: dependencyStatus(path, dependency, chart) }
  })
  if (options.output !== 'table') {
    const plain = rows.map(({ name, version, repository, status }) => ({
      name,
      version,
      repository,
      status,
    }))
    await writeHelmData(plain, options.output, io.stdout)
  } else if (dependencies === undefined) {
    io.stdout.write(`WARNING: no dependencies at ${join(path, 'charts')}\n`)
  } else {
    printTable(rows, options, io)
    for (const { path: found, what } of findUnexpected(path, dependencies)) {
      io.stdout.write(`WARNING: ${JSON.stringify(found)} is ${what}.\n`)
    }
  }
  return 'done'
}

function printTable(rows: readonly Row[], { maxWidth }: Options, io: Io): void {
  const cells = rows.map((row) => [row.name, row.version, row.repository, row.status])
  const table = formatHelmTable([['NAME', 'VERSION', 'REPOSITORY', 'STATUS'], ...cells], maxWidth)
  io.stdout.write(`${table}\n`)
}
