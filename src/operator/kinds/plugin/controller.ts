import { type Renders } from '../../sources/renders.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ObjectChange } from '../../../controller/informer.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { keyOf } from '../../../controller/object-store.ts'
import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../../kinds/plugin.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
import { type KubeObject, listAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { kubernetesAnnotation } from '../../pass/instance-names.ts'
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import type { Rights, RightsNews } from '../../clusters/account-rights.ts'
import { type LowPriorityWrites, clientWithPriority, workersKept } from '../../pass/priority.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import { OutsideCauses } from './failure/outside-causes.ts'
import { placeOfPlugin } from './observe.ts'
import { LookupMemory } from './render/lookup-memory.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { addPluginIndexes, needsIn } from './plugin-indexes.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { pluginPass } from './plugin-pass.ts'
import { RenderCache } from './render/render-cache.ts'
import { type ReleasePlace, keyOfPlace } from '../../clusters/release-objects.ts'
import type { SourceCache } from '../../sources/source-cache.ts'
import type { Repositories } from '../../sources/source-request.ts'
import { WatchedObjects } from '../../pass/watched-objects.ts'
import { type PluginContext, isTarget } from './context.ts'
import { tellsNews } from './news.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'

export interface PluginControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
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
  /** Whether a version of Kubernetes may be followed on a plugin's cluster. */
  readonly hasSettled: (plugin: Plugin, version: string) => boolean
  readonly lowPriorityWrites: LowPriorityWrites
  /** Of accounts on the cluster that the plugins are on. */
  readonly rights: Rights
  readonly platformNamespace: string
  readonly identity: string
  readonly entropy: PluginContext['entropy']
  readonly concurrency: number
  readonly metrics?: ControllerMetrics
  /** Told of every verb on a release that has ended. */
  readonly released: PluginContext['released']
  readonly passed?: (outcome: ControllerPass) => void
}

/** The plugins of a cluster, kept as they are written. */
export interface PluginController {
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Objects or revisions of a release are no longer what they were. */
  readonly releaseChanged: (place: ReleasePlace) => void
  /** Kinds came or went on another cluster, or on the operator's own. */
  readonly kindsChanged: (cluster: string | undefined) => void
  /** An object that a plugin may depend on is no longer what it was. */
  readonly referenceChanged: (reference: string) => void
  /** Whether a plugin names an object. */
  readonly isReferenced: (reference: string) => boolean
  /** Rights of accounts may have come or gone. */
  readonly rightsChanged: (what: RightsNews) => void
  /** A quota of a namespace may leave more room. */
  readonly roomChanged: (namespace: string) => void
  /** A Repository came, went or offers something else. */
  readonly repositoryChanged: (key: string) => void
  /** Profiles, or the labels by which they choose clusters, are no longer what they were. */
  readonly globalsChanged: () => void
  /** Looks at all of them again. */
  readonly passAll: () => void
  /** A Cluster came, went or can be reached again. */
  readonly clusterChanged: (name: string) => void
}

/** Prepares to look after plugins. */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export function createPluginController(options: PluginControllerOptions): PluginController {
  const { client, informers, metrics } = options
  const { clock, random } = client
  const observer = metrics?.queue('plugin')
  const informer = informers.informer({ resource: resourceOf(pluginKind) }, {})
  const plugins = new KindStore(informer, parsePlugin)
  addPluginIndexes(plugins)
  const clusterOf = (key: string) => textAt(informer.get(key), ['spec', 'cluster'])
  // A cluster that accepts connections and never answers keeps only its own workers waiting.
  const queue = new LanedQueue(
    {
      clock,
      random,
      ...workersKept(options.concurrency),
      ...(observer === undefined ? {} : { observer }),
    },
    clusterOf,
  )
  const referenceChanged = (reference: string) => {
    for (const key of plugins.keysBy('reference', reference)) queue.add(key)
  }
  const watched = new WatchedObjects(client, referenceChanged)
  const waitForRights = new Set<string>()
  informer.addHandler((change) => wake(change, plugins, queue, options.lowPriorityWrites))
  informer.addHandler((change) => releaseWatches(change, plugins, options.targetOf))
  const context = {
    ...options,
    watched,
    renders: new RenderCache(options.renders, options.entropy),
    lookups: new LookupMemory(),
    triedAt: new Map<string, number>(),
    stage: () => {},
    leavingSince: new Map<string, number>(),
    outside: new OutsideCauses(),
    waitForRights,
    startedAt: clock.monotonic(),
    plugins,
  }
  const pass: Reconcile = async (key, inner, { id: passId, priority, offWorker }) => {
    if (!options.manages(informer.get(key))) return { do: 'rest' }
    const own = { ...context, offWorker, client: clientWithPriority(client, priority) }
    const ports = { client: own.client, recorder: options.recorder, passId }
    return reconcile(key, pluginPass(own), ports, inner)
  }
  return {
    run: async (signal) => {
      await informer.untilSynced(signal)
      const observed = passOptions('plugin', options)
      const { concurrency } = options
      const following = watched.run(signal).catch(() => {})
      await queue.run(pass, { clock, concurrency, ...observed }, signal)
      await following
    },
    releaseChanged: (place) => {
      for (const key of plugins.keysBy('release', keyOfPlace(place))) queue.add(key)
    },
    kindsChanged: (cluster) => {
      for (const key of plugins.keysBy('asks', 'kinds'))
        if (cluster === undefined || clusterOf(key) === cluster) queue.add(key)
      const isThere = (key: string) => clusterOf(key) === (cluster ?? '')
      for (const key of context.outside.free('KindNotServed', isThere)) queue.add(key)
    },
    referenceChanged,
    isReferenced: (reference) => plugins.keysBy('reference', reference).length > 0,
    rightsChanged: (what) => {
      const keys = [...waitForRights]
      waitForRights.clear()
      for (const key of keys) queue.add(key)
      if (what === 'listed') return
      for (const key of context.outside.free('Forbidden', () => true)) queue.add(key)
    },
    roomChanged: (namespace) => {
      const isThere = (key: string) => {
        const plugin = plugins.value(key)
        return plugin !== undefined && placeOfPlugin(plugin).namespace === namespace
      }
      for (const key of context.outside.free('QuotaExceeded', isThere)) queue.add(key)
    },
    repositoryChanged: (repository) => {
      const name = repository.slice(repository.indexOf('/') + 1)
      for (const key of plugins.keysBy('repository', name)) queue.add(key)
    },
    globalsChanged: () => {
      for (const key of plugins.keysBy('asks', 'globals')) queue.add(key, 'low')
    },
    passAll: () => {
      for (const object of informer.list()) queue.add(keyOf(object), 'low')
    },
    clusterChanged: (name) => {
      // All of them at once, each time that it comes or goes: others must not wait for that.
      for (const key of plugins.keysBy('cluster', name)) queue.add(key, 'low')
    },
  }
}

// A watch of an object goes with the last plugin that depends on it.
function releaseWatches(
  change: ObjectChange,
  plugins: KindStore<Plugin>,
  targetOf: PluginControllerOptions['targetOf'],
): void {
  if (change.type === 'added') return
  const before = change.type === 'modified' ? change.before : change.object
  const isSame =
    change.type === 'modified' &&
    ['dependsOn', 'cluster'].every((field) =>
      equalJson(
        readPath(before, ['spec', field]) ?? null,
        readPath(change.object, ['spec', field]) ?? null,
      ),
    )
  if (isSame || listAt(before, ['spec', 'dependsOn']).length === 0) return
  const { parsed } = plugins.read(before)
  const target = parsed.ok ? targetOf(parsed.value) : undefined
  if (target !== undefined && isTarget(target)) target.watched.release()
}

// Changes wake those that wait, never a timer.
function wake(
  change: ObjectChange,
  plugins: KindStore<Plugin>,
  queue: LanedQueue,
  lowPriorityWrites: LowPriorityWrites,
): void {
  const { object } = change
  const key = keyOf(object)
  const isNews = change.type !== 'modified' || tellsNews(change.before, object)
  if (change.type === 'deleted') lowPriorityWrites.forget(key)
  if (change.type !== 'modified') queue.addChanged(key)
  else if (isInputChange(change.before, object)) {
    const priority = lowPriorityWrites.has(key) ? 'low' : 'normal'
    // A wait on behalf of the state before is no longer of use.
    if (isOwnInputChange(change.before, object)) queue.addChanged(key, priority)
    else queue.add(key, priority)
  }
  // Those that were kept for this one may go now.
  const needs = needsIn(plugins, object)
  const before = change.type === 'modified' ? needsIn(plugins, change.before) : []
  for (const one of before) if (!needs.includes(one)) queue.add(one)
  if (!isNews) return
  for (const one of plugins.keysBy('needs', key)) queue.add(one, 'high')
  for (const one of needs) queue.add(one)
}

// Our own writes are no input.
function isInputChange(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(inputOf(before), inputOf(now))
}

function inputOf(object: KubeObject): Json {
  const kubernetes = textAt(object, ['metadata', 'annotations', kubernetesAnnotation])
  return [ownInputOf(object), kubernetes]
}

// Another Kubernetes is no reason to break off what is under way.
function isOwnInputChange(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(ownInputOf(before), ownInputOf(now))
}

function ownInputOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    textAt(object, ['metadata', 'deletionTimestamp']),
    textAt(object, ['metadata', 'annotations', retryAnnotation]),
  ]
}
