import { compileRegexp, RegexpError } from '../../formats/regexp.ts'
import { compareStrings } from '../../formats/go-string.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { parseLabelSelector } from '../../objects/selector/parse-label-selector.ts'
import type { StoredRevision } from '../../release/record/stored-revision.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { formatTime } from '../../template/functions/time/format.ts'
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
import { openStore } from './read-release.ts'
import { appVersion, chartLabel } from './print/record-text.ts'
import { readReleaseTime, timeLayouts, zoneOf } from './print/release-time.ts'

const stateSwitches = {
  deployed: ['deployed'],
  failed: ['failed'],
  pending: ['pending-install', 'pending-upgrade', 'pending-rollback'],
  superseded: ['superseded'],
  uninstalled: ['uninstalled'],
  uninstalling: ['uninstalling'],
} as const

export const command = {
  description: 'Prints the releases of a namespace as helm list does, whatever their status.',
  arguments: {},
  options: {
    'all-namespaces': { kind: 'switch', short: 'A', summary: 'those of all namespaces' },
    date: { kind: 'switch', short: 'd', summary: 'sort by date' },
    deployed: { kind: 'switch', summary: 'those that are deployed' },
    failed: { kind: 'switch', summary: 'those that failed' },
    filter: { kind: 'text', short: 'f', value: 'PATTERN', summary: 'those of such a name' },
    max: { kind: 'text', short: 'm', value: 'NUMBER', summary: 'how many; 256 unless given' },
    'no-headers': { kind: 'switch', summary: 'leave the first line of the table out' },
    offset: { kind: 'text', value: 'NUMBER', summary: 'how many to pass over' },
    output: helmOutputOption,
    pending: { kind: 'switch', summary: 'those in the middle of something' },
    reverse: { kind: 'switch', short: 'r', summary: 'the other way round' },
    selector: { kind: 'text', short: 'l', value: 'SELECTOR', summary: 'those with such labels' },
    short: { kind: 'switch', short: 'q', summary: 'print names only' },
    superseded: { kind: 'switch', summary: 'revisions that were replaced' },
    'time-format': { kind: 'text', value: 'LAYOUT', summary: "how to print times, as Go's layout" },
    uninstalled: { kind: 'switch', summary: 'those whose history was kept' },
    uninstalling: { kind: 'switch', summary: 'those that are being uninstalled' },
    ...clusterOptions,
  },
  examples: ['list', 'list -A', 'release list -n web --failed -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly everywhere: boolean
  /** Empty for all. */
  readonly statuses: readonly string[]
  readonly matches: (name: string) => boolean
  readonly selector: string
  readonly sort: 'by-name' | 'by-date'
  readonly reverse: boolean
  readonly max: number
  readonly offset: number
  readonly timeFormat: string | undefined
  readonly form: 'names' | 'table' | 'bare-table' | 'data'
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const max = readCount('max', options.max, 256)
  if (max instanceof UsageError) return max
  const offset = readCount('offset', options.offset, 0)
  if (offset instanceof UsageError) return offset
  const matches = readFilter(options.filter)
  if (matches instanceof UsageError) return matches
  const states = Object.keys(stateSwitches) as (keyof typeof stateSwitches)[]
  const table = options['no-headers'] ? 'bare-table' : 'table'
  return {
    everywhere: options['all-namespaces'],
    statuses: states.filter((state) => options[state]).flatMap((state) => stateSwitches[state]),
    matches,
    selector: options.selector ?? '',
    sort: options.date ? 'by-date' : 'by-name',
    reverse: options.reverse,
    max,
    offset,
    timeFormat: options['time-format'] || undefined,
    form: options.short ? 'names' : options.output === 'table' ? table : 'data',
    output: options.output,
    cluster: clusterChoiceOf(options),
  }
}

function readFilter(pattern: string | undefined): Options['matches'] | UsageError {
  if (!pattern) return () => true
  try {
    return compileRegexp(pattern).matches
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    return new UsageError('bad-value', error.message)
  }
}

interface Listed {
  readonly stored: StoredRevision
  readonly record: ReleaseRecord
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const listed = await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const where = options.everywhere ? {} : { namespace: cluster.namespace }
    const revisions = await openStore(cluster, ports, io).list(where, signal)
    return await readWanted(revisions, options, io, signal)
  })
  await print(choose(listed, options), options, ports, io)
  return 'done'
}

/** Decodes only what can be shown: the newest revision of each, unless older ones are asked for. */
async function readWanted(
  revisions: readonly StoredRevision[],
  { matches, statuses }: Options,
  io: Io,
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const named = revisions.filter(({ name }) => matches(name))
  const onlyOld = statuses.length === 1 && statuses[0] === 'superseded'
  const listed: Listed[] = []
  const shown = new Set<string>()
  for (const stored of named.toReversed()) {
    const key = `${stored.namespace}/${stored.name}`
    if (!onlyOld && shown.has(key)) continue
    try {
      listed.push({ stored, record: await stored.seenByHelm(signal) })
      shown.add(key)
    } catch (error) {
      // As helm: what cannot be read is passed over, and an older revision is shown in its place.
      io.stderr.write(`warning: ${key} revision ${stored.revision}: ${String(error)}\n`)
    }
  }
  return listed
}

function choose(listed: readonly Listed[], options: Options): readonly Listed[] {
  const { statuses, sort, reverse, offset, max } = options
  const selector = parseLabelSelector(options.selector)
  const wanted = listed
    .filter(({ record }) => statuses.length === 0 || statuses.includes(record.info.status))
    .filter(({ stored }) => matchesLabels(selector, stored.labels))
  const sorted = wanted.toSorted(sort === 'by-date' ? oldestFirst : byName)
  const ordered = reverse ? sorted.toReversed() : sorted
  return ordered.slice(offset, max === 0 ? undefined : offset + max)
}

function byName(a: Listed, b: Listed): number {
  return (
    compareStrings(a.record.name, b.record.name) ||
    compareStrings(a.record.namespace, b.record.namespace)
  )
}

// As helm: to the second, then by name.
function oldestFirst(a: Listed, b: Listed): number {
  return Number(secondsOf(a) - secondsOf(b)) || byName(a, b)
}

function secondsOf({ record }: Listed): bigint {
  return readReleaseTime(record.info.last_deployed, zoneOf({}))?.seconds ?? 0n
}

async function print(
  listed: readonly Listed[],
  { form, output, timeFormat }: Options,
  ports: Ports,
  io: Io,
): Promise<void> {
  const names = listed.map(({ record }) => record.name)
  const zone = zoneOf(ports.environment)
  const rows = listed.map(({ record }) => rowOf(record, timeFormat, zone))
  if (output !== 'table') {
    return await writeHelmData(form === 'names' ? names : rows, output, io.stdout)
  }
  if (form === 'names') return io.stdout.write(names.map((name) => `${name}\n`).join(''))
  const headers = form === 'table' ? [headerCells] : []
  const table = formatHelmTable([...headers, ...rows.map((row) => Object.values(row))])
  return io.stdout.write(table === '' ? '\n' : table)
}

const headerCells = ['NAME', 'NAMESPACE', 'REVISION', 'UPDATED', 'STATUS', 'CHART', 'APP VERSION']

function rowOf(record: ReleaseRecord, timeFormat: string | undefined, zone: Zone) {
  const moment = readReleaseTime(record.info.last_deployed, zone)
  return {
    name: record.name,
    namespace: record.namespace,
    revision: String(record.version),
    updated: moment === undefined ? '-' : formatTime(moment, timeFormat ?? timeLayouts.full),
    status: record.info.status,
    chart: chartLabel(record.chart),
    app_version: appVersion(record.chart),
  }
}
