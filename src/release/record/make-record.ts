import type { Table } from '../../chart/chart.ts'
import type { Hook } from '../../chart/render/manifests.ts'
import type { Rendered } from '../../chart/render/render.ts'
import type { ReleaseInfo, ReleaseRecord, StoredHook } from '../release.ts'
import { storedChart } from './stored-chart.ts'
import { jsonOfTable } from './values-json.ts'

export interface RecordInput {
  readonly name: string
  readonly namespace: string
  readonly revision: number
  readonly rendered: Pick<Rendered, 'chart' | 'manifests' | 'hooks' | 'notes'>
  /** The values of the user, all layers merged. */
  readonly values: Table
  readonly info: ReleaseInfo
  readonly applyMethod: 'ssa' | 'csa'
  /** Whether the notes of subcharts are kept too. */
  readonly subchartNotes?: boolean
}

/** The record of a revision that is about to be installed. */
export function makeRecord(input: RecordInput): ReleaseRecord {
  const { rendered, values } = input
  const manifest = manifestText(rendered)
  const notes = notesText(input)
  return {
    name: input.name,
    info: notes === '' ? input.info : { ...input.info, notes },
    chart: storedChart(rendered.chart),
    ...(values.size === 0 ? {} : { config: jsonOfTable(values) }),
    ...(manifest === '' ? {} : { manifest }),
    ...(rendered.hooks.length === 0 ? {} : { hooks: rendered.hooks.map(storedHook) }),
    version: input.revision,
    namespace: input.namespace,
    apply_method: input.applyMethod,
  }
}

/** The objects of a release as its record holds them, in the order of their installation. */
export function manifestText({ manifests }: Pick<Rendered, 'manifests'>): string {
  return manifests.map(({ path, text }) => `---\n# Source: ${path}\n${text}\n`).join('')
}

/** A hook that has not run yet. */
function storedHook(hook: Hook): StoredHook {
  const { weight, deletePolicies, outputLogPolicies } = hook
  return {
    name: hook.name,
    kind: hook.kind,
    path: hook.path,
    manifest: hook.text,
    events: hook.events,
    last_run: { phase: '' },
    ...(weight === 0 ? {} : { weight }),
    ...(deletePolicies.length === 0 ? {} : { delete_policies: deletePolicies }),
    ...(outputLogPolicies.length === 0 ? {} : { output_log_policies: outputLogPolicies }),
  }
}

function notesText({ rendered, subchartNotes }: RecordInput): string {
  const root = `${rendered.chart.metadata.name}/templates/NOTES.txt`
  const notes = rendered.notes.filter(({ path }) => subchartNotes === true || path === root)
  return notes.map(({ text }) => text).join('\n')
}
