import type { ObjectChange } from '../../controller/informer.ts'
import { LanedQueue } from '../../controller/laned-queue.ts'
import type { ControllerMetrics } from '../../controller/metrics.ts'
import { keyOf } from '../../controller/object-store.ts'
import type { PassOutcome, PassResult } from '../../controller/worker.ts'
import { type Json, equalJson } from '../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { clusterConditions } from '../../sequence/cluster-conditions.ts'
import { ownCluster } from '../own-cluster.ts'
import { WatchedObjects, referenceKey } from '../plugin/watched-objects.ts'
import { CreatedInstances } from './created-instances.ts'
import { reconcileCluster } from './reconcile.ts'
import type { ClusterWorld } from './world.ts'

export interface ClusterControllerOptions extends Omit<
  ClusterWorld,
  'watched' | 'answers' | 'created'
> {
  /** Whether a cluster is ours to look after. */
  readonly looksAfter: (cluster: string) => boolean
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
}

// In each lane, and each cluster has its own.
const concurrency = 1
// What is installed is listed a moment later, so that a roll-out of many is one line in the books.
const listingDelay = 1000

/** The clusters, asked how they are and given what their profiles say. */
export function createClusterController(options: ClusterControllerOptions) {
  const { client, metrics, clusters, instances, plugins, profiles } = options
  const { clock, random } = client
  const observer = metrics?.queue('cluster')
  const watching = observer === undefined ? {} : { observer }
  // One that does not answer holds up nobody but itself.
  const queue = new LanedQueue({ clock, random, ...watching }, (name) => name)
  const watched = new WatchedObjects(client, (reference) => {
    for (const { metadata, spec } of clusters.values()) {
      const { secretName = '' } = spec.kubeconfig ?? {}
      if (referenceKey('Secret', options.platformNamespace, secretName) === reference)
        queue.add(metadata.name)
    }
  })
  const wakeAll = () => {
    for (const { metadata } of clusters.values()) queue.add(metadata.name)
  }
  const wakeOf = (name: string, after: number) => {
    const key = name === '' ? ownCluster(clusters.values())?.metadata.name : name
    // A name that somebody invented makes no lane.
    if (key !== undefined && clusters.at(key) !== undefined) queue.addAfter(key, after)
  }
  clusters.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, clusterWish)) return
    queue.add(nameOf(change.object))
    options.book.tell(nameOf(change.object))
  })
  profiles.informer.addHandler((change) => {
    if (change.type !== 'modified' || isNews(change, specOf)) wakeAll()
  })
  const created = new CreatedInstances(clock)
  instances.informer.addHandler((change) => {
    created.told(keyOf(change.object))
    if (change.type === 'modified' && !isNews(change, readiness)) return
    const isWish = change.type !== 'modified' || isNews(change, generationOf)
    wakeOf(textAt(change.object, ['spec', 'cluster']), isWish ? 0 : listingDelay)
  })
  plugins.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, readiness)) return
    wakeOf(textAt(change.object, ['spec', 'cluster']), listingDelay)
  })
  const world: ClusterWorld = { ...options, watched, created, answers: new WeakMap() }
  const pass = async (key: string, signal: AbortSignal): Promise<PassResult> =>
    options.looksAfter(key) ? reconcileCluster(key, world, signal) : { do: 'rest' }
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      const shelves = [clusters, instances, plugins, profiles]
      await Promise.all(shelves.map(({ informer }) => informer.untilSynced(signal)))
      const measured = metrics?.passed('cluster')
      const passed = (outcome: PassOutcome) => {
        measured?.(outcome)
        options.passed?.(outcome)
      }
      const following = watched.run(signal).catch(() => {})
      try {
        await queue.run(pass, { clock, concurrency, passed }, signal)
      } finally {
        await options.book.closeAll()
      }
      await following
    },
  }
}

function isNews(
  change: Extract<ObjectChange, { readonly type: 'modified' }>,
  of: (object: KubeObject) => Json,
): boolean {
  return !equalJson(of(change.before), of(change.object))
}

// What we write ourselves is no wish; what an operator of somebody else says of a step is.
function clusterWish(object: KubeObject): Json {
  const delegated = readPath(object, ['spec', 'features', 'delegateConditions'])
  const steps = clusterConditions.steps
    .filter(({ name }) => Array.isArray(delegated) && delegated.includes(name))
    .map(({ name }) => conditionOf(object, name)?.status ?? '')
  return [object.metadata['generation'] ?? 0, object.metadata['labels'] ?? {}, steps]
}

function specOf(object: KubeObject): Json {
  return [object['spec'] ?? {}, textAt(object, ['metadata', 'deletionTimestamp'])]
}

function generationOf(object: KubeObject): Json {
  return object.metadata['generation'] ?? 0
}

function readiness(object: KubeObject): Json {
  return [
    conditionOf(object, 'Ready')?.status ?? '',
    textAt(object, ['status', 'version']),
    object.metadata['generation'] ?? 0,
  ]
}
