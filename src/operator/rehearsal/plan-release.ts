import type { Chart, Table } from '../../chart/chart.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import type { ReleaseFacts } from '../../chart/render/render-values.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import type { FindImageDigest } from '../../mirror/images/find-digest.ts'
import { idOf, objectKey } from '../../release/desired/object-id.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { storedDocuments } from '../../release/desired/stored-manifests.ts'
import { planInstall, planUpgrade } from '../../release/plan-change.ts'
import { type Plan, type PlannedObject, changesSomething } from '../../release/plan/plan.ts'
import { makeRecord } from '../../release/record/make-record.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { renderRelease } from '../../release/render/render-release.ts'
import type { RenderedRelease } from '../../release/render/render-input.ts'
import { judgeChart } from '../kinds/extension-instance/source/judge-chart.ts'
import { ClusterQuestions } from '../kinds/plugin/render/cluster-questions.ts'
import { choicesOf } from '../kinds/plugin/act.ts'
import { digestsOf } from '../kinds/plugin/render/plugin-digests.ts'
import { renderInputOf } from '../kinds/plugin/render/render-input-of.ts'
import { type Asked, type Comparison, inputsKey } from '../kinds/plugin/render/inputs-key.ts'
import { placeOfPlugin } from '../kinds/plugin/observe.ts'
import type { ReleasePlace } from '../clusters/release-objects.ts'
import { foreseePlan } from './foresee-plan.ts'
import { ForeseenCluster } from './foreseen-cluster.ts'
import {
  type MadeRelease,
  type ReleaseInputs,
  compareReleaseInputs,
  readReleaseInputs,
  wantsTheSame,
} from './made-release.ts'

/** The Kubernetes that a plan is for: the one that is there, or one to come. */
export type PlannedFor =
  | { readonly is: 'now'; readonly version: string }
  | { readonly is: 'then'; readonly to: string; readonly toMinor: number }

export type PlannedPlugin =
  | {
      readonly is: 'planned'
      readonly plan: Plan
      /** Whether there would be another revision. */
      readonly isOther: boolean
      /** The release as it would be afterwards. */
      readonly made: MadeRelease
    }
  /** Why its chart cannot be on that Kubernetes. */
  | { readonly is: 'unfit'; readonly because: readonly string[] }

/** A release as a plugin wants it. */
export interface WantedRelease extends ReleaseInputs {
  readonly plugin: Plugin
  readonly chart: Chart
  readonly values: Table
  /** The release that will have been made before; the present one by default. */
  readonly before: MadeRelease | undefined
}

/** The cluster in question. */
export interface PlanTarget {
  readonly client: KubeClient
  /** Where charts are rendered. */
  readonly round: RenderRound
  readonly discovery: Discovery
  readonly findDigest: FindImageDigest
  readonly platformNamespace: string
}

interface Setting {
  readonly place: ReleasePlace
  readonly planned: PlannedFor
  readonly target: PlanTarget
  readonly store: ReleaseStore
  /** Undefined for the Kubernetes that is there. */
  readonly foreseen: ForeseenCluster | undefined
}

/** Plans what the operator would make of a release: nothing where all its inputs are the same. */
export async function planRelease(
  wanted: WantedRelease,
  planned: PlannedFor,
  target: PlanTarget,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const { plugin, chart, values } = wanted
  const { client, discovery } = target
  const place = placeOfPlugin(plugin)
  const foreseen =
    planned.is === 'then'
      ? new ForeseenCluster({ client, now: discovery, to: planned.to })
      : undefined
  const served = await servedBy(foreseen ?? discovery, signal)
  const judged = { ...place, ...served, kubernetes: versionOf(planned), values }
  const because = await judgeChart(chart, judged, target.round, signal)
  if (because.length > 0) return { is: 'unfit', because }
  const store = new ReleaseStore({ client })
  const made = wanted.before ?? (await readReleaseInputs(plugin, { client, store }, signal))
  const cluster = { client, discovery: foreseen ?? discovery }
  const comparison = await compareReleaseInputs(made, wanted, cluster, signal)
  const setting = { place, planned, target, store, foreseen }
  if (comparison === 'same') {
    const plan = foresee(restingPlan(place, made.record), made.record, setting)
    return { is: 'planned', plan, isOther: false, made }
  }
  return planChange(wanted, { made, comparison }, setting, signal)
}

async function servedBy(discovery: Discovery, signal: AbortSignal) {
  const { gitVersion } = await discovery.serverVersion(signal)
  return { gitVersion, apiVersions: await discovery.apiVersions(signal) }
}

function versionOf(planned: PlannedFor): string {
  return planned.is === 'then' ? planned.to : planned.version
}

// Everything stays as it is.
function restingPlan(place: ReleasePlace, record: ReleaseRecord | undefined): Plan {
  const documents = record === undefined ? [] : storedDocuments(record)
  const objects = documents.flatMap(({ path, text }) =>
    readManifest(text).map((object): PlannedObject => {
      const [action, ownership] = ['unchanged', 'ours'] as const
      return { id: idOf(object), action, ownership, source: path, changes: [], problems: [] }
    }),
  )
  const nothing = { hooks: [], images: { added: [], removed: [], moved: [] }, documents: [] }
  return { verb: 'upgrade', ...place, objects, ...nothing, missingPermissions: [], warnings: [] }
}

function foresee(
  plan: Plan,
  deployed: ReleaseRecord | undefined,
  { planned, foreseen: cluster }: Setting,
): Plan {
  if (cluster === undefined || planned.is !== 'then') return plan
  const { to, toMinor } = planned
  const before = deployed === undefined ? [] : storedDocuments(deployed)
  const known = new Set(
    before.flatMap(({ text }) => readManifest(text)).map((one) => objectKey(idOf(one))),
  )
  return foreseePlan(plan, { cluster, to, toMinor, known })
}

interface Base {
  readonly made: MadeRelease
  readonly comparison: Comparison
}

async function planChange(
  wanted: WantedRelease,
  base: Base,
  setting: Setting,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const { plugin, inputs, values } = wanted
  const { place, target, store } = setting
  const { made } = base
  const deployed = await store.deployed(place, signal)
  const facts = { ...place, revision: made.revision + 1, isUpgrade: deployed !== undefined }
  const { render, asked } = await renderFor(wanted, base, { setting, facts }, signal)
  const input = {
    ...place,
    ...choicesOf(plugin, ''),
    ...renderInputOf(plugin, wanted, {}),
    reuse: 'reset',
    evenIfUnchanged: false,
  } as const
  const ports = { ...target, ...unheard, store, identity: '', render: async () => render }
  const change =
    deployed === undefined
      ? await planInstall({ ...input, createNamespace: true, replace: true }, ports, signal)
      : await planUpgrade(input, ports, signal)
  const plan = foresee(change, deployed?.record, setting)
  const { rendered } = render
  const info = { status: 'deployed' } as const
  const used = render.values ?? values
  const record = makeRecord({ ...facts, rendered, values: used, info, applyMethod: 'ssa' })
  // A plan is made on the cluster as it is, and says nothing of what comes after something else.
  const isOther = !wantsTheSame(made, record) || (made.is === 'there' && changesSomething(plan))
  const after: MadeRelease = {
    is: 'to-come',
    inputs: inputsKey(inputs, asked, { kubernetes: versionOf(setting.planned) }),
    digest: inputs.digest,
    revision: isOther ? facts.revision : made.revision,
    record,
    lookups: asked.lookups,
    entropy: isOther ? rendered.entropy : made.entropy,
  }
  return { is: 'planned', plan, isOther, made: after }
}

const unheard = { entropy: nodeEntropy, report: () => {} } as const

interface RenderPlace {
  readonly setting: Setting
  readonly facts: ReleaseFacts
}

// As the operator will: it uses fresh entropy, unless nothing but what was looked up is another.
async function renderFor(
  { plugin, chart, values }: WantedRelease,
  { made, comparison }: Base,
  { setting: { target, foreseen, place }, facts }: RenderPlace,
  signal: AbortSignal,
): Promise<{ readonly render: RenderedRelease; readonly asked: Asked }> {
  const isDrawn = comparison === 'other-lookups' && made.entropy !== undefined
  const digests = digestsOf(plugin, { client: target.client, place }, target)
  const renderInput = {
    ...renderInputOf(plugin, { chart, values }, { find: digests }),
    ...(isDrawn ? { entropy: made.entropy } : {}),
  }
  const questions = new ClusterQuestions()
  const discovery = foreseen ?? target.discovery
  const ports = { ...target, ...unheard, discovery, round: questions.recording(target.round) }
  const render = await renderRelease(renderInput, facts, ports, signal)
  return { render, asked: questions.asked }
}
