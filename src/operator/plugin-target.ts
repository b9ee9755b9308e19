import type { Plugin } from '../kinds/plugin.ts'
import type { ClusterConnections } from './clusters/cluster-connections.ts'
import type { TargetCluster } from './clusters/target-cluster.ts'
import type { createExtensions } from './extensions.ts'
import { mayUse } from './kinds/extension-instance/observe-cluster.ts'
import type { Obstacle } from './pass/obstacle.ts'

/** The clusters that plugins can go to. */
export interface PluginPlaces {
  readonly target: TargetCluster
  readonly connections: ClusterConnections
  readonly extensions: Pick<ReturnType<typeof createExtensions>, 'clusterAt'>
  readonly platformNamespace: string
}

/** Where a plugin goes, or what it waits for. */
export function pluginTarget(
  { spec, metadata }: Plugin,
  places: PluginPlaces,
): TargetCluster | Obstacle {
  const { target, connections, extensions, platformNamespace } = places
  const name = spec.cluster
  if (name === undefined) return target
  const cluster = extensions.clusterAt(name)
  if (cluster === undefined || !mayUse(cluster, metadata.namespace, platformNamespace)) {
    // The same words for a Cluster that others use.
    const forWhom =
      metadata.namespace === platformNamespace
        ? ''
        : ` that namespace ${metadata.namespace} may use`
    const message = `there is no Cluster ${name}${forWhom}${wayOut(metadata)}`
    return { reason: 'ClusterNotFound', message, again: 'on-event' }
  }
  if (cluster.spec.inCluster) return target
  const message = `Cluster ${name} cannot be reached`
  return connections.targetOf(name) ?? { reason: 'ClusterUnreachable', message, again: 'on-event' }
}

// The user who asked for its deletion would wait for ever.
function wayOut({ deletionTimestamp }: Plugin['metadata']): string {
  if (deletionTimestamp === undefined) return ''
  return ': create it again, or leave what is there with deletion: orphan'
}
