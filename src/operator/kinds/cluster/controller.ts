import type { ObjectChange } from '../../../controller/informer.ts'
import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'
import { clusterConditions } from '../../../sequence/cluster-conditions.ts'
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import { ownCluster } from '../../clusters/own-cluster.ts'
import { WatchedObjects, referenceKey } from '../../pass/watched-objects.ts'
import { CreatedInstances } from './created-instances.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { clusterPass } from './cluster-pass.ts'
import type { ClusterContext } from './context.ts'

export interface ClusterControllerOptions extends Omit<
  ClusterContext,
  'watched' | 'answers' | 'created'
> {
  /** Whether a cluster is ours to look after. */
  readonly manages: (cluster: string) => boolean
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

// In each lane, and each cluster has its own.
const concurrency = 1
// The list of installed plugins is written a moment later, so that a roll-out of many is one write.
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
    if (change.type === 'modified' && !isNews(change, clusterInputOf)) return
    queue.add(nameOf(change.object))
    options.connections.tell(nameOf(change.object))
  })
  profiles.informer.addHandler((change) => {
    if (change.type !== 'modified' || isNews(change, specOf)) wakeAll()
  })
  const created = new CreatedInstances(clock)
  instances.informer.addHandler((change) => {
    created.told(keyOf(change.object))
    if (change.type === 'modified' && !isNews(change, readiness)) return
    const isInputChange = change.type !== 'modified' || isNews(change, generationOf)
    wakeOf(textAt(change.object, ['spec', 'cluster']), isInputChange ? 0 : listingDelay)
  })
  plugins.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, readiness)) return
    wakeOf(textAt(change.object, ['spec', 'cluster']), listingDelay)
  })
  const context: ClusterContext = { ...options, watched, created, answers: new WeakMap() }
  const kind = clusterPass(context)
  const pass: Reconcile = async (key, signal, { id: passId }) =>
    options.manages(key) ? reconcile(key, kind, { ...options, passId }, signal) : { do: 'rest' }
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      const stores = [clusters, instances, plugins, profiles]
      await Promise.all(stores.map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('cluster', options)
      const following = watched.run(signal).catch(() => {})
      try {
        await queue.run(pass, { clock, concurrency, ...observed }, signal)
      } finally {
        await options.connections.closeAll()
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

// Our own writes are no input; the words of another operator about a delegated step are.
function clusterInputOf(object: KubeObject): Json {
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
