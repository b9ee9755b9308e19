import type { LanedQueue } from '../../../controller/laned-queue.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { Json } from '../../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'
import { clusterConditions } from '../../../sequence/cluster-conditions.ts'
import { ownCluster } from '../../clusters/own-cluster.ts'
import { generationOf, isNews, labelsOf, specOf } from '../../pass/changes.ts'
import { referenceKey } from '../../pass/watched-objects.ts'
import type { ClusterContext } from './context.ts'
import { kubeconfigSecretOf } from '../../clusters/read-kubeconfig.ts'

export interface WakeOptions extends Pick<
  ClusterContext,
  | 'clusters'
  | 'profiles'
  | 'instances'
  | 'plugins'
  | 'connections'
  | 'created'
  | 'platformNamespace'
> {
  readonly queue: LanedQueue
}

// The list of installed plugins is written a moment later, so that a roll-out of many is one write.
const listingDelay = 1000

/** Wakes Clusters when something changes that their pass reads, and the objects that wait for a Cluster. */
export function createClusterWakes(options: WakeOptions): {
  /** A Secret that may hold a kubeconfig is no longer what it was. */
  readonly referenceChanged: (reference: string) => void
} {
  const { clusters, profiles, instances, plugins, connections, created, queue } = options
  const wakeOf = (name: string, after: number) => {
    const key = name === '' ? ownCluster(clusters.values())?.metadata.name : name
    // A name that somebody invented makes no lane.
    if (key !== undefined && clusters.at(key) !== undefined) queue.addAfter(key, after)
  }
  clusters.informer.addHandler((change) => {
    if (!isNews(change, clusterInputOf)) return
    queue.add(nameOf(change.object))
    connections.tell(nameOf(change.object))
  })
  profiles.informer.addHandler((change) => {
    if (!isNews(change, specOf)) return
    for (const { metadata } of clusters.values()) queue.add(metadata.name)
  })
  instances.informer.addHandler((change) => {
    created.told(keyOf(change.object))
    if (!isNews(change, readiness)) return
    const after = isNews(change, generationOf) ? 0 : listingDelay
    wakeOf(textAt(change.object, ['spec', 'cluster']), after)
  })
  plugins.informer.addHandler((change) => {
    if (isNews(change, readiness)) wakeOf(textAt(change.object, ['spec', 'cluster']), listingDelay)
  })
  return {
    referenceChanged: (reference) => {
      for (const { metadata, spec } of clusters.values()) {
        const secretName = kubeconfigSecretOf({ metadata, spec })
        if (referenceKey('Secret', options.platformNamespace, secretName) === reference)
          queue.add(metadata.name)
      }
    },
  }
}

// Our own writes are no input; the answer of another operator about a delegated step is.
function clusterInputOf(object: KubeObject): Json {
  const delegated = readPath(object, ['spec', 'features', 'delegateConditions'])
  const steps = clusterConditions.steps
    .filter(({ name }) => Array.isArray(delegated) && delegated.includes(name))
    .map(({ name }) => conditionOf(object, name)?.status ?? '')
  const operation = readPath(object, ['status', 'operation']) ?? {}
  return [generationOf(object), labelsOf(object), steps, operation]
}

function readiness(object: KubeObject): Json {
  return [
    conditionOf(object, 'Ready')?.status ?? '',
    textAt(object, ['status', 'version']),
    generationOf(object),
  ]
}
