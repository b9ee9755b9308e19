import type { Chart, Table } from '../../chart/chart.ts'
import { nodeDraws } from '../../chart/node/draws.ts'
import { renderHere } from '../../chart/node/render-here.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { getObject } from '../../kube/get-object.ts'
import { objectKey, idOf } from '../../release/desired/object-id.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { storedDocuments } from '../../release/desired/stored-manifests.ts'
import { planInstall, planUpgrade } from '../../release/plan-change.ts'
import { type Plan, changesSomething } from '../../release/plan/plan.ts'
import type { ReleasePorts } from '../../release/ports.ts'
import { manifestText } from '../../release/record/make-record.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { renderRelease } from '../../release/render-release.ts'
import { judgeChart } from '../extension-instance/judge-chart.ts'
import { choicesOf, wishOf } from '../plugin/act.ts'
import { concealerOf } from '../plugin/conceal.ts'
import { mergeValues } from '../plugin/merge-values.ts'
import { placeOfPlugin } from '../plugin/observe.ts'
import { dataOf, sourceWish } from '../plugin/prepare.ts'
import type { SourceBook } from '../plugin/source-book.ts'
import type { Repositories } from '../plugin/source-request.ts'
import { unreadSource } from '../plugin/unread-source.ts'
import { resourceOf } from '../plugin/watched-objects.ts'
import type { PluginWorld } from '../plugin/world.ts'
import { foreseePlan } from './foresee-plan.ts'
import { ForeseenCluster } from './foreseen-cluster.ts'

/** What a plan of a plugin is made with. */
export interface PlanWorld {
  /** The cluster that plugins themselves are on. */
  readonly client: KubeClient
  readonly sources: SourceBook
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Whether an Extension offers what is at an address. */
  readonly isVouched: PluginWorld['isVouched']
  /** The cluster in question. */
  readonly target: { readonly client: KubeClient; readonly discovery: Discovery }
}

export interface PluginWished {
  readonly plugin: Plugin
  /** A Secret with values that is not written yet. */
  readonly secret?: { readonly name: string; readonly data: Readonly<Record<string, string>> }
}

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
    }
  /** Why its chart cannot be on that Kubernetes. */
  | { readonly is: 'unfit'; readonly because: readonly string[] }

/** What a plugin would change if it were written like this, on the cluster as it is or as it is about to be. */
export async function planPlugin(
  { plugin, secret }: PluginWished,
  planned: PlannedFor,
  world: PlanWorld,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const wish = sourceWish(plugin, world)
  if ('reason' in wish) throw new Error(wish.message)
  const { chart } = await world.sources.load(wish, signal)
  const sources = await valuesSources(plugin, secret, world, signal)
  const unread = unreadSource(sources, plugin.metadata.namespace)
  if (unread !== undefined) throw new Error(unread)
  try {
    const made = { plugin, chart, values: mergeValues(plugin.spec, sources) }
    return await planRelease(made, planned, world, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(concealerOf(sources)(message), { cause })
  }
}

interface PlannedRelease {
  readonly plugin: Plugin
  readonly chart: Chart
  readonly values: Table
}

async function planRelease(
  { plugin, chart, values }: PlannedRelease,
  planned: PlannedFor,
  world: PlanWorld,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const place = placeOfPlugin(plugin)
  const { client, discovery } = world.target
  const store = new ReleaseStore({ client })
  const foreseen =
    planned.is === 'then'
      ? new ForeseenCluster({ client, now: discovery, to: planned.to })
      : undefined
  const version = planned.is === 'then' ? planned.to : planned.version
  const served = await servedBy(foreseen ?? discovery, signal)
  const judged = { ...place, ...served, kubernetes: version, values }
  const because = await judgeChart(chart, judged, renderHere, signal)
  if (because.length > 0) return { is: 'unfit', because }
  let manifest = ''
  const shared = { client, store, identity: '', draws: nodeDraws, report: () => {} }
  const ports: ReleasePorts = {
    ...shared,
    discovery,
    render: async (wanted, facts, inner) => {
      const made = await renderRelease(
        wanted,
        facts,
        { ...shared, discovery: foreseen ?? discovery },
        inner,
      )
      manifest = manifestText(made.rendered)
      return made
    },
  }
  const input = {
    ...place,
    ...choicesOf(plugin, ''),
    ...wishOf(plugin, { chart, values }),
    reuse: 'reset',
    evenIfUnchanged: false,
  } as const
  const deployed = await store.deployed(place, signal)
  const made =
    deployed === undefined
      ? await planInstall({ ...input, createNamespace: true, replace: true }, ports, signal)
      : await planUpgrade(input, ports, signal)
  const before = deployed === undefined ? [] : storedDocuments(deployed.record)
  const known = new Set(
    before.flatMap(({ text }) => readManifest(text)).map((one) => objectKey(idOf(one))),
  )
  const plan =
    foreseen === undefined || planned.is !== 'then'
      ? made
      : foreseePlan(made, { cluster: foreseen, to: planned.to, toMinor: planned.toMinor, known })
  const isOther = changesSomething(plan) || manifest !== (deployed?.record.manifest ?? '')
  return { is: 'planned', plan, isOther }
}

async function servedBy(discovery: Discovery, signal: AbortSignal) {
  const { gitVersion } = await discovery.serverVersion(signal)
  return { gitVersion, apiVersions: await discovery.apiVersions(signal) }
}

async function valuesSources(
  { spec, metadata }: Plugin,
  secret: PluginWished['secret'],
  { client }: PlanWorld,
  signal: AbortSignal,
) {
  return Promise.all(
    spec.valuesFrom.map(async (from) => {
      if (from.name === secret?.name) return { from, data: secret.data }
      const { namespace } = metadata
      const target = { resource: resourceOf(from.kind), namespace, name: from.name }
      const found = await getObject(client, target, {}, signal)
      return { from, data: found && dataOf(found) }
    }),
  )
}
