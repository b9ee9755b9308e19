import { ReleaseError } from '../../release/errors.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import type { Zone } from '../../template/functions/time/zone.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import {
  formatHelmTable,
  type HelmOutput,
  helmOutputOption,
  writeHelmData,
} from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { readCount } from '../options/read-count.ts'
import { lookArguments, openStore } from './read-release.ts'
import { appVersion, chartLabel } from './print/record-text.ts'
import { printReleaseTime, readReleaseTime, timeLayouts, zoneOf } from './print/release-time.ts'

export const command = {
  description: 'Prints the revisions of a release as helm history does, the oldest first.',
  arguments: lookArguments,
  options: {
    max: { kind: 'text', value: 'NUMBER', summary: 'how many of the newest; 256 unless given' },
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: ['history web', 'release history web -n web -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly max: number
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const max = readCount('max', options.max, 256)
  if (max instanceof UsageError) return max
  const cluster = clusterChoiceOf(options)
  return { name: given.arguments.release, max, output: options.output, cluster }
}

export async function run(
  { name, max, output, cluster }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const records = await withCluster(cluster, { ports, io }, async (open) => {
    const revisions = await openStore(open, ports, io).history(
      { namespace: open.namespace, name },
      signal,
    )
    if (revisions.length === 0) throw new ReleaseError('not-found', 'release: not found')
    const newest = max === 0 ? [] : revisions.slice(-max)
    return await Promise.all(newest.map((stored) => stored.seenByHelm(signal)))
  })
  const zone = zoneOf(ports.environment)
  if (output === 'table') io.stdout.write(tableOf(records, zone))
  else await writeHelmData(records.map(dataOf), output, io.stdout)
  return 'done'
}

function tableOf(records: readonly ReleaseRecord[], zone: Zone): string {
  const rows = records.map(({ version, info, chart }) => [
    String(version),
    printReleaseTime(readReleaseTime(info.last_deployed, zone), timeLayouts.ansi),
    info.status,
    chartLabel(chart),
    appVersion(chart),
    info.description ?? '',
  ])
  const header = ['REVISION', 'UPDATED', 'STATUS', 'CHART', 'APP VERSION', 'DESCRIPTION']
  return formatHelmTable([header, ...rows])
}

function dataOf({ version, info, chart }: ReleaseRecord) {
  return {
    revision: version,
    // A record has its times in the form that Go prints.
    updated: info.last_deployed || undefined,
    status: info.status,
    chart: chartLabel(chart),
    app_version: appVersion(chart),
    description: info.description ?? '',
  }
}
