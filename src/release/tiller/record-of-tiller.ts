import type { Table } from '../../chart/chart.ts'
import { mergeTables } from '../../chart/values/merge.ts'
import { readValues } from '../../chart/values/read-values.ts'
import { isTable } from '../../chart/values/table.ts'
import { jsonOfTable } from '../record/values-json.ts'
import { ReleaseError } from '../errors.ts'
import type {
  HookRun,
  ReleaseInfo,
  ReleaseRecord,
  ReleaseStatus,
  StoredChart,
  StoredFile,
  StoredHook,
} from '../release.ts'
import type {
  TillerChart,
  TillerFile,
  TillerHook,
  TillerRelease,
  TillerTestRun,
  Timestamp,
} from './tiller-release.ts'

/** The words of Helm 3 for the numbers of Helm 2, in their order. */
const statuses: readonly ReleaseStatus[] = [
  'unknown',
  'deployed',
  'uninstalled',
  'superseded',
  'failed',
  'uninstalling',
  'pending-install',
  'pending-upgrade',
  'pending-rollback',
]
const hookEvents = [
  'unknown',
  'pre-install',
  'post-install',
  'pre-delete',
  'post-delete',
  'pre-upgrade',
  'post-upgrade',
  'pre-rollback',
  'post-rollback',
  'test',
  'test',
  'crd-install',
] as const
const deletePolicies = ['hook-succeeded', 'hook-failed', 'before-hook-creation'] as const
const testPhases = ['Unknown', 'Succeeded', 'Failed', 'Running'] as const

/**
 * A revision of Helm 2 as Helm 3 records it, as the plugin 2to3 converts it; the defaults of subcharts, which a record of Helm 3 does not
 * hold by themselves, are in the values of the chart. It was applied from the client's side.
 */
export function recordOfTiller(release: TillerRelease): ReleaseRecord {
  const { manifest, hooks, tests } = release
  const config = valuesOf(release.config, 'the values of the release')
  return {
    name: release.name,
    info: infoOf(release),
    chart: chartOf(release.chart),
    ...(config.size === 0 ? {} : { config: jsonOfTable(config) }),
    ...(manifest === '' ? {} : { manifest }),
    ...(hooks.length === 0 ? {} : { hooks: hooks.map((hook) => hookOf(hook, tests)) }),
    version: release.revision,
    namespace: release.namespace,
  }
}

function infoOf(release: TillerRelease): ReleaseInfo {
  const { firstDeployed, lastDeployed, deleted, description, notes } = release
  return {
    ...(firstDeployed === undefined ? {} : { first_deployed: timeOf(firstDeployed) }),
    ...(lastDeployed === undefined ? {} : { last_deployed: timeOf(lastDeployed) }),
    ...(deleted === undefined ? {} : { deleted: timeOf(deleted) }),
    ...(description === '' ? {} : { description }),
    status: wordOf(statuses, release.status, 'status'),
    ...(notes === '' ? {} : { notes }),
  }
}

function chartOf(chart: TillerChart): StoredChart {
  const values = chartValues(chart)
  return {
    metadata: chart.metadata,
    lock: null,
    templates: filesOf(chart.templates),
    values: values.size === 0 ? null : jsonOfTable(values),
    schema: null,
    files: filesOf(chart.files),
  }
}

function chartValues({ name, values, dependencies }: TillerChart): Table {
  const own = valuesOf(values, `the defaults of chart ${name}`)
  const inner: Table = new Map(dependencies.map((one) => [one.name, chartValues(one)]))
  const filled = [...inner].filter(([, table]) => isTable(table) && table.size > 0)
  return mergeTables(new Map(filled), own)
}

function valuesOf(text: string, what: string): Table {
  try {
    return readValues(Buffer.from(text))
  } catch (cause) {
    throw new ReleaseError('bad-record', `${what} are no YAML`, { cause })
  }
}

function filesOf(files: readonly TillerFile[]): readonly StoredFile[] | null {
  if (files.length === 0) return null
  return files.map(({ name, data }) => ({ name, data: data.toString('base64') }))
}

function hookOf(hook: TillerHook, tests: readonly TillerTestRun[]): StoredHook {
  const { name, kind, path, manifest, weight } = hook
  const events = hook.events.map((event) => wordOf(hookEvents, event, 'event of a hook'))
  const policies = hook.deletePolicies.map((one) => wordOf(deletePolicies, one, 'delete policy'))
  return {
    name,
    kind,
    path,
    manifest,
    events: [...new Set(events)],
    last_run: runOf(tests.find((run) => run.name === name)),
    ...(weight === 0 ? {} : { weight }),
    ...(policies.length === 0 ? {} : { delete_policies: policies }),
  }
}

function runOf(run: TillerTestRun | undefined): HookRun {
  if (run === undefined) return { phase: '' }
  const { startedAt, completedAt, status } = run
  return {
    ...(startedAt === undefined ? {} : { started_at: timeOf(startedAt) }),
    ...(completedAt === undefined ? {} : { completed_at: timeOf(completedAt) }),
    phase: wordOf(testPhases, status, 'status of a test'),
  }
}

function wordOf<T extends string>(words: readonly T[], number: number, what: string): T {
  const word = words[number]
  if (word !== undefined) return word
  throw new ReleaseError('bad-record', `Helm 2 knows no ${what} of number ${number}`)
}

/** As Go writes it: without zeros at the end of the fraction. */
function timeOf({ seconds, nanoseconds }: Timestamp): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  const fraction = String(nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`}Z`
}
