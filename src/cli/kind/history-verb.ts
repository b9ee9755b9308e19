import { revisionsOf } from '../../actions/releases/plugin-revisions.ts'
import type { ReadRevision } from '../../release/record/store.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { oneObject } from './objects-of.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import { appVersion, chartLabel } from '../release/print/record-text.ts'
import { recordsOf } from '../release/read-release.ts'
import { pluginView } from '../plugin/plugin-view.ts'

interface HistoryOptions {
  readonly name: string
  readonly output: OutputFormat
  readonly cluster: ClusterChoice
}

/** `history`: the revisions of a plugin, or of the one that an instance wrote under its name. */
export function historyVerb(view: KindView) {
  const { noun } = view
  const command = {
    description: `Lists the revisions of the release of the ${noun}, the oldest first; helm history shows the same.`,
    arguments: { name: { count: 'one', summary: `the ${noun}` } },
    options: { output: outputOption, ...clusterOptions },
    examples: [`${noun} history web`, `${noun} history web -o json`],
  } as const satisfies CommandSpec
  return defineVerb<HistoryOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const { output } = given.options
      return { name: given.arguments.name, output, cluster: clusterChoiceOf(given.options) }
    },
    run: async ({ name, output, cluster: choice }, ports, io, signal) => {
      const rows = await withCluster(choice, { ports, io }, async (cluster) => {
        await oneObject(view, name, cluster, signal)
        const plugin = await oneObject(pluginView, name, cluster, signal)
        const revisions = await revisionsOf(
          plugin,
          cluster.client,
          recordsOf({ ports, io }),
          signal,
        )
        return revisions.map(rowOf)
      })
      await print(name, rows, output, io)
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

async function print(
  name: string,
  rows: readonly Row[],
  output: OutputFormat,
  io: Io,
): Promise<void> {
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
