import type { TracePass } from '../../pass/trace-pass.ts'
import { type Renders } from '../../sources/renders.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../../kinds/plugin.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import {
  type ControllerPass,
  passOptions,
  queueOptions,
  untilOver,
} from '../../pass/pass-options.ts'
import type { Rights } from '../../clusters/account-rights.ts'
import { type LowPriorityWrites, clientWithPriority, reserveWorkers } from '../../pass/priority.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import { OutsideCauses } from './failure/outside-causes.ts'
import { LookupMemory } from './render/lookup-memory.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { addPluginIndexes } from './plugin-indexes.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { pluginPass } from './plugin-pass.ts'
import { RenderCache } from './render/render-cache.ts'
import type { SourceCache } from '../../sources/source-cache.ts'
import type { Repositories } from '../../sources/source-request.ts'
import { WatchedObjects } from '../../pass/watched-objects.ts'
import type { PluginContext } from './context.ts'
import { type PluginWakes, createPluginWakes } from './wake.ts'

export interface PluginControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly tracePass: TracePass | undefined
  readonly sources: SourceCache
  /** Where charts are rendered. */
  readonly renders: Renders
  readonly transforms: PluginContext['transforms']
  readonly findDigest: PluginContext['findDigest']
  readonly repositories: Repositories
  /** Whether the platform answers for an address although a tenant named it. */
  readonly isNamedByExtension: (spec: Pick<Plugin['spec'], 'repo' | 'name'>) => boolean
  /** Whether a plugin is ours to look after. */
  readonly manages: (plugin: KubeObject | undefined) => boolean
  /** Where a plugin goes, or why it may not. */
  readonly targetOf: (plugin: Plugin) => TargetCluster | Obstacle
  /** The values and images of the Profiles of a plugin's cluster. */
  readonly globalsOf: PluginContext['globalsOf']
  /** The windows of the Profiles and of the Cluster of a plugin. */
  readonly maintenanceOf: PluginContext['maintenanceOf']
  /** Whether a version of Kubernetes may be followed on a plugin's cluster. */
  readonly hasSettled: (plugin: Plugin, version: string) => boolean
  readonly lowPriorityWrites: LowPriorityWrites
  /** Of accounts on the cluster that the plugins are on. */
  readonly rights: Rights
  readonly platformNamespace: string
  /** The account that plugins of that namespace act with; they have the rights of the operator without one. */
  readonly platformAccount?: string | undefined
  readonly identity: string
  readonly entropy: PluginContext['entropy']
  readonly concurrency: number
  readonly metrics?: ControllerMetrics
  /** Told of every verb on a release that has ended. */
  readonly released: PluginContext['released']
  readonly passed?: (outcome: ControllerPass) => void
}

/** The plugins of a cluster, kept as they are written. */
export interface PluginController extends PluginWakes {
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Prepares to look after plugins. */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export function createPluginController(options: PluginControllerOptions): PluginController {
  const { client, informers } = options
  const { clock } = client
  const informer = informers.informer({ resource: resourceOf(pluginKind) }, {})
  const plugins = new KindStore(informer, parsePlugin)
  addPluginIndexes(plugins)
  const clusterOf = (key: string) => textAt(informer.get(key), ['spec', 'cluster'])
  // A cluster that accepts connections and never answers keeps only its own workers waiting.
  const queue = new LanedQueue(
    { ...queueOptions('plugin', options), ...reserveWorkers(options.concurrency) },
    clusterOf,
  )
  const waitForRights = new Set<string>()
  const outside = new OutsideCauses()
  const wakes = createPluginWakes({ ...options, plugins, queue, outside, waitForRights })
  const watched = new WatchedObjects(client, wakes.referenceChanged)
  const context = {
    ...options,
    watched,
    renders: new RenderCache(options.renders, options.entropy),
    lookups: new LookupMemory(),
    triedAt: new Map<string, number>(),
    stage: () => {},
    leavingSince: new Map<string, number>(),
    outside,
    waitForRights,
    startedAt: clock.monotonic(),
    plugins,
  }
  const pass: Reconcile = async (key, inner, { id: passId, priority, offWorker }) => {
    if (!options.manages(informer.get(key))) return { do: 'rest' }
    const own = { ...context, offWorker, client: clientWithPriority(client, priority) }
    const { recorder, tracePass } = options
    const ports = { client: own.client, recorder, passId, tracePass }
    return reconcile(key, pluginPass(own), ports, inner)
  }
  return {
    run: async (signal) => {
      await informer.untilSynced(signal)
      const observed = passOptions('plugin', options)
      const { concurrency } = options
      const working = queue.run(pass, { clock, concurrency, ...observed }, signal)
      await Promise.all([working, untilOver(watched.run(signal), signal)])
    },
    ...wakes,
  }
}
