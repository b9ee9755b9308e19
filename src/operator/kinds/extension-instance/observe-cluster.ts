import type { Obstacle } from '../../pass/obstacle.ts'
import { isLaterMinor } from '../../../catalog/choice/kubernetes-version.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { ownCluster } from '../../clusters/own-cluster.ts'
import type { ClusterSeen } from './observation.ts'
import type { InstanceReads } from './context.ts'

/** The cluster of an instance, or what it waits for. */
export function observeCluster(
  { spec, metadata }: ExtensionInstance,
  context: InstanceReads,
): ClusterSeen | Obstacle {
  const { clusters } = context
  if (spec.cluster === undefined) {
    const own = ownCluster(clusters.values())
    return own === undefined ? seeLocal(context) : seenOf(own, undefined)
  }
  const found = clusters.value(spec.cluster)
  const { namespace } = metadata
  if (found === undefined || !mayUse(found, namespace, context.platformNamespace)) {
    // The same words for a Cluster that others use.
    const isOwn = namespace === context.platformNamespace
    const or = isOwn ? '' : `, or whose allowedNamespaces do not name ${namespace}`
    return waiting('ClusterNotFound', `Cluster ${spec.cluster}, which does not exist${or}`)
  }
  return seenOf(found, spec.cluster)
}

/** Whether objects of a namespace may go to a Cluster. */
export function mayUse({ spec }: Cluster, namespace: string, platformNamespace: string): boolean {
  const { allowedNamespaces } = spec
  const own = [platformNamespace, spec.namespace]
  return [...own, ...allowedNamespaces].some((one) => one === namespace || one === '*')
}

function seeLocal({ local }: InstanceReads): ClusterSeen | Obstacle {
  const { version } = local
  if (version === undefined) {
    return waiting('Waiting', 'the version of Kubernetes, which is not known yet')
  }
  const versionObstacle = local.isSettled(version)
    ? undefined
    : waiting('VersionUnstable', `Kubernetes ${version} to settle for two minutes`)
  return {
    name: undefined,
    version,
    target: undefined,
    versionObstacle,
    labels: {},
    annotations: {},
  }
}

function seenOf(
  { metadata, spec, status }: Cluster,
  name: string | undefined,
): ClusterSeen | Obstacle {
  const { version } = status
  if (version === undefined) return unversioned(metadata.name, status)
  const { labels, annotations } = metadata
  const { targetVersion: desired } = spec
  const target = desired !== undefined && isLaterMinor(desired, version) ? desired : undefined
  const own = name === undefined ? { ownName: metadata.name } : {}
  const versionObstacle = versionObstacleOf(status)
  return { name, ...own, version, target, versionObstacle, labels, annotations }
}

// A Cluster without a version was not asked yet, or did not answer.
function unversioned(name: string, { conditions = [] }: Cluster['status']): Obstacle {
  const reachable = conditions.find(({ type }) => type === 'Reachable')
  return reachable?.status === 'False'
    ? waiting('ClusterUnreachable', `Cluster ${name}, which cannot be reached`)
    : waiting('Waiting', `the version of Cluster ${name}, which is not known yet`)
}

const holds = [
  { type: 'EnsureSettledVersion', reason: 'VersionUnstable' },
  { type: 'EnsureNodeSkew', reason: 'SkewTooLarge' },
] as const

/** Why nothing moves by itself on a cluster now; undefined when it may. */
export function versionObstacleOf({ conditions = [] }: Cluster['status']): Obstacle | undefined {
  for (const { type, reason } of holds) {
    const found = conditions.find((condition) => condition.type === type)
    if (found !== undefined && found.status !== 'True') {
      // The instance waits for the same thing as its Cluster.
      return waiting(reason, found.message.replace(/^waits for /, ''))
    }
  }
  return undefined
}

function waiting(reason: Obstacle['reason'], message: string): Obstacle {
  return { reason, message, again: 'on-event' }
}
