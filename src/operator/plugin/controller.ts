import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import type { ObjectChange } from '../../controller/informer.ts'
import type { ControllerMetrics } from '../../controller/metrics.ts'
import { keyOf } from '../../controller/object-store.ts'
import { LanedQueue } from '../../controller/laned-queue.ts'
import type { SharedInformers } from '../../controller/shared-informers.ts'
import type { PassOutcome, Reconcile } from '../../controller/worker.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Plugin, pluginKind } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type Json, equalJson } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { kubernetesAnnotation } from '../extension-instance/names.ts'
import { type Unhurried, pressingClient, workersKept } from '../pressing.ts'
import type { TargetCluster } from '../target-cluster.ts'
import { LookupMemory } from './lookup-memory.ts'
import type { Obstacle } from './observation.ts'
import { PluginShelf } from './plugin-shelf.ts'
import { reconcilePlugin } from './reconcile.ts'
import { RenderBook, type Renders } from './render-book.ts'
import { type ReleasePlace, keyOfPlace } from './release-objects.ts'
import type { SourceBook } from './source-book.ts'
import type { Repositories } from './source-request.ts'
import { WatchedObjects } from './watched-objects.ts'
import { tellsNews } from './write-status.ts'
import { retryAnnotation } from './names.ts'

export interface PluginControllerOptions {
  readonly client: KubeClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly sources: SourceBook
  /** Where charts are rendered. */
  readonly renders: Renders
  readonly repositories: Repositories
  /** Whether the platform answers for an address although a tenant named it. */
  readonly isVouched: (spec: Pick<Plugin['spec'], 'repo' | 'name'>) => boolean
  /** Whether a plugin is ours to look after. */
  readonly looksAfter: (plugin: KubeObject | undefined) => boolean
  /** Where a plugin goes, or why it may not. */
  readonly targetOf: (plugin: Plugin) => TargetCluster | Obstacle
  /** Whether a version of Kubernetes may be followed on a plugin's cluster. */
  readonly hasSettled: (plugin: Plugin, version: string) => boolean
  readonly unhurried: Unhurried
  readonly platformNamespace: string
  readonly identity: string
  readonly concurrency: number
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
}

/** The plugins of a cluster, kept as they are written. */
export interface PluginController {
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Objects or revisions of a release are no longer what they were. */
  readonly releaseChanged: (place: ReleasePlace) => void
  /** Kinds came or went on another cluster, or on the operator's own. */
  readonly kindsChanged: (cluster: string | undefined) => void
  /** A Repository came, went or offers something else. */
  readonly repositoryChanged: (key: string) => void
  /** Looks at all of them again. */
  readonly passAll: () => void
  /** A Cluster came, went or can be reached again. */
  readonly clusterChanged: (name: string) => void
}

/** Prepares to look after plugins. */
export function createPluginController(options: PluginControllerOptions): PluginController {
  const { client, informers, metrics } = options
  const { clock, random } = client
  const observer = metrics?.queue('plugin')
  const informer = informers.informer({ resource: resourceOf(pluginKind) }, {})
  const shelf = new PluginShelf(informer)
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
  const watched = new WatchedObjects(client, (reference) => {
    for (const key of shelf.keysBy('reference', reference)) queue.add(key)
  })
  informer.addHandler((change) => wake(change, shelf, queue, options.unhurried))
  const world = {
    ...options,
    watched,
    renders: new RenderBook(options.renders),
    lookups: new LookupMemory(),
    failedAt: new Map<string, number>(),
    pluginAt: shelf.at.bind(shelf),
    dependentsOf: shelf.dependentsOf.bind(shelf),
  }
  const ports = { world, recorder: options.recorder, wrote: (one: KubeObject) => shelf.note(one) }
  const pass: Reconcile = async (key, inner, priority) => {
    if (!options.looksAfter(informer.get(key))) return { do: 'rest' }
    const own = { ...world, client: pressingClient(client, priority) }
    return reconcilePlugin(key, { ...ports, world: own }, inner)
  }
  return {
    run: async (signal) => {
      await informer.untilSynced(signal)
      const measured = metrics?.passed('plugin')
      const passed = (outcome: PassOutcome) => {
        measured?.(outcome)
        options.passed?.(outcome)
      }
      const { concurrency } = options
      const following = watched.run(signal).catch(() => {})
      await queue.run(pass, { clock, concurrency, passed }, signal)
      await following
    },
    releaseChanged: (place) => {
      for (const key of shelf.keysBy('release', keyOfPlace(place))) queue.add(key)
    },
    kindsChanged: (cluster) => {
      for (const key of shelf.keysBy('asks', 'kinds'))
        if (cluster === undefined || clusterOf(key) === cluster) queue.add(key)
    },
    repositoryChanged: (repository) => {
      const name = repository.slice(repository.indexOf('/') + 1)
      for (const key of shelf.keysBy('repository', name)) queue.add(key)
    },
    passAll: () => {
      for (const object of informer.list()) queue.add(keyOf(object), 'low')
    },
    clusterChanged: (name) => {
      // All of them at once, each time that it comes or goes: others must not wait for that.
      for (const key of shelf.keysBy('cluster', name)) queue.add(key, 'low')
    },
  }
}

// Who waits is woken by what happens, never by a timer.
function wake(
  change: ObjectChange,
  shelf: PluginShelf,
  queue: LanedQueue,
  unhurried: Unhurried,
): void {
  const { object } = change
  const key = keyOf(object)
  const isNews = change.type !== 'modified' || tellsNews(change.before, object)
  if (change.type === 'deleted') unhurried.forget(key)
  if (change.type !== 'modified') queue.add(key)
  else if (isWish(change.before, object)) queue.add(key, unhurried.has(key) ? 'low' : 'normal')
  // Those that were kept for this one may go now.
  const needs = shelf.needsOf(object)
  const before = change.type === 'modified' ? shelf.needsOf(change.before) : []
  for (const one of before) if (!needs.includes(one)) queue.add(one)
  if (!isNews) return
  for (const one of shelf.keysBy('needs', key)) queue.add(one, 'high')
  for (const one of needs) queue.add(one)
}

// What we write ourselves is no wish.
function isWish(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(wishOf(before), wishOf(now))
}

function wishOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    textAt(object, ['metadata', 'deletionTimestamp']),
    textAt(object, ['metadata', 'annotations', retryAnnotation]),
    textAt(object, ['metadata', 'annotations', kubernetesAnnotation]),
  ]
}
