import type { HookRun, ReleaseRecord, StoredHook } from '../../../release/release.ts'
import type { Zone } from '../../../template/functions/time/zone.ts'
import { computedValues } from '../../../release/record/computed-values.ts'
import { printData, textOf } from './record-text.ts'
import { printReleaseTime, readReleaseTime, timeLayouts } from './release-time.ts'

/** How much of a record is printed. */
export interface StatusDetail {
  /** `all` is what `get all` prints: chart, values, hooks and manifest too. */
  readonly detail: 'status' | 'all'
  readonly notes: 'shown' | 'hidden'
  /** Tables of the objects, when they were asked for. */
  readonly resources?: string
}

/** A release as helm prints it after it did something, and for `status`. */
export function statusText(record: ReleaseRecord, zone: Zone, how: StatusDetail): string {
  const { info } = record
  const isDryRun = info.description?.toLowerCase() === 'dry run complete'
  return [
    headText(record, zone, how.detail),
    how.resources ? `RESOURCES:\n${how.resources}\n` : '',
    testsText(record, zone),
    how.detail === 'all' ? valuesText(record) : '',
    how.detail === 'all' || isDryRun ? manifestText(record) : '',
    how.notes === 'shown' && info.notes ? `NOTES:\n${info.notes.trim()}\n` : '',
  ].join('')
}

/** The manifests of hooks, each with where it came from. */
export function hooksText(hooks: readonly StoredHook[] | undefined): string {
  const texts = hooks?.map(({ path, manifest }) => `---\n# Source: ${path}\n${manifest}\n`)
  return texts?.join('') ?? ''
}

function headText(
  { name, namespace, info, version, chart }: ReleaseRecord,
  zone: Zone,
  detail: StatusDetail['detail'],
): string {
  const moment = readReleaseTime(info.last_deployed, zone)
  const { metadata } = chart
  const rows = [
    ['NAME', name],
    ...(moment === undefined
      ? []
      : [['LAST DEPLOYED', printReleaseTime(moment, timeLayouts.ansi)]]),
    ['NAMESPACE', namespace],
    ['STATUS', info.status],
    ['REVISION', String(version)],
    ...(detail === 'status'
      ? []
      : [
          ['CHART', textOf(metadata['name'])],
          ['VERSION', textOf(metadata['version'])],
          ['APP_VERSION', textOf(metadata['appVersion'])],
        ]),
    ['DESCRIPTION', info.description ?? ''],
  ]
  return rows.map(([title, text]) => `${title}: ${text}\n`).join('')
}

function testsText({ hooks }: ReleaseRecord, zone: Zone): string {
  const tests = hooks?.filter(({ events }) => events.includes('test')) ?? []
  if (tests.length === 0) return 'TEST SUITE: None\n'
  return tests.map(({ name, last_run }) => testText(name, last_run, zone)).join('')
}

function testText(name: string, run: HookRun, zone: Zone): string {
  const started = readReleaseTime(run.started_at, zone)
  if (started === undefined) return ''
  const completed = readReleaseTime(run.completed_at, zone)
  return [
    `TEST SUITE:     ${name}`,
    `Last Started:   ${printReleaseTime(started, timeLayouts.ansi)}`,
    `Last Completed: ${printReleaseTime(completed, timeLayouts.ansi)}`,
    `Phase:          ${run.phase}\n`,
  ].join('\n')
}

function valuesText(record: ReleaseRecord): string {
  const given = printData(record.config, 'yaml')
  const computed = printData(computedValues(record), 'yaml')
  return `USER-SUPPLIED VALUES:\n${given}\nCOMPUTED VALUES:\n${computed}\n`
}

function manifestText({ hooks, manifest }: ReleaseRecord): string {
  return `HOOKS:\n${hooksText(hooks)}MANIFEST:\n${manifest ?? ''}\n`
}
