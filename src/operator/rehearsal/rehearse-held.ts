import { incompatibilities } from '../../catalog/choice/incompatibilities.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { textAt } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { storedDocuments } from '../../release/desired/stored-manifests.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { placeOfPlugin } from '../kinds/plugin/observe.ts'
import type { PlanTarget } from './plan-release.ts'
import type { Findings, HoldReason, SourceName } from './rehearsal.ts'
import { type Step, versionAt } from './step.ts'
import { storedOf } from './stored-revisions.ts'

/** The hold on a plugin; a pin holds nothing before there is a release. */
export function holdReasonOf({ spec, status }: Plugin): HoldReason | undefined {
  if (spec.suspend) return { by: 'suspend' }
  if (spec.pin === undefined || status.revision === undefined) return undefined
  return { by: 'pin', revision: spec.pin }
}

export interface HeldPlugin {
  readonly plugin: Plugin
  readonly held: HoldReason
  /** The source that runs. */
  readonly now: SourceName
}

/**
 * The meaning of an upgrade of Kubernetes for a held plugin: it does not move, and its source may
 * not fit the new version.
 */
export async function rehearseHeld(
  { plugin, held, now }: HeldPlugin,
  step: Step,
  target: PlanTarget,
  signal: AbortSignal,
): Promise<Findings> {
  const runs = await factsOf(plugin, target, signal)
  const old = incompatibilities(runs, step.from)
  const found = incompatibilities(runs, versionAt(step, step.to))
  return {
    revision: plugin.status.revision,
    now,
    later: now,
    before: undefined,
    after: undefined,
    unfit: [],
    stored: await storedOf(plugin, step, target, signal),
    blocks: found.filter((line) => !old.includes(line)),
    notices: found.filter((line) => old.includes(line)),
    held,
    broken: undefined,
  }
}

async function factsOf(plugin: Plugin, { client }: PlanTarget, signal: AbortSignal) {
  const deployed = await new ReleaseStore({ client }).deployed(placeOfPlugin(plugin), signal)
  if (deployed === undefined) return { kubeVersion: '', objects: [] }
  const { record } = deployed
  return {
    kubeVersion: textAt(record.chart, ['metadata', 'kubeVersion']),
    objects: storedDocuments(record).flatMap(({ text }) => readManifest(text)),
  }
}
