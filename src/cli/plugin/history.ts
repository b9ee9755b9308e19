import type { ReadRevision } from '../../release/record/store.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { oneObject } from '../kind/objects-of.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import { appVersion, chartLabel } from '../release/record-text.ts'
import type { Outcome, Ports } from '../verb.ts'
import { revisionsOf } from './plugin-release.ts'
import { pluginView } from './plugin-view.ts'

export const command = {
  description:
    'Lists the revisions of the release of a plugin, the oldest first; helm history shows the same.',
  arguments: { name: { count: 'one', summary: 'the plugin' } },
  options: { output: outputOption, ...clusterOptions },
  examples: ['plugin history web', 'plugin history web -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly output: OutputFormat
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return { name: given.arguments.name, output: options.output, cluster: clusterChoiceOf(options) }
}

export const complete = completeNames(pluginView.definition)

export async function run(
  { name, output, cluster: choice }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const rows = await withCluster(choice, { ports, io }, async (cluster) => {
    const plugin = await oneObject(pluginView, name, cluster, signal)
    const revisions = await revisionsOf(plugin, cluster, { ports, io }, signal)
    return revisions.map(rowOf)
  })
  const columns = [
    { header: 'revision', cell: (row: Row) => String(row.revision) },
    { header: 'updated', cell: (row: Row) => row.updated },
    { header: 'status', cell: (row: Row) => row.status },
    { header: 'chart', cell: (row: Row) => row.chart },
    { header: 'app version', cell: (row: Row) => row.appVersion },
    { header: 'description', cell: (row: Row) => row.description },
  ]
  const value = rows.map((row) => ({ ...row }))
  const named = (row: Row) => `${name}.v${row.revision}`
  await printResult({ noun: 'revision', name: named, columns, rows, value }, output, io)
  return 'done'
}

type Row = ReturnType<typeof rowOf>

function rowOf({ record }: ReadRevision) {
  const { version, info, chart } = record
  return {
    revision: version,
    updated: info.last_deployed ?? '',
    status: info.status,
    chart: chartLabel(chart),
    appVersion: appVersion(chart),
    description: info.description ?? '',
  }
}
