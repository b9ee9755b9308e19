import { type KubeObject, conditionOf, nameOf, textAt } from '../../objects/kube-object.ts'
import { parseTime, printMicroTime } from '../../objects/time.ts'
import type { Action } from '../engine/action.ts'
import { changedStatus, isDeleting, objectIn, timeOf } from '../engine/object-writing.ts'
import { capacity, goodConditions, sandboxImage } from './node-status.ts'

export interface NodeSeen {
  readonly node: KubeObject
  /** Of the kubelet that runs now, `v1.36.3`. */
  readonly version: string
  readonly lease: KubeObject | undefined
  readonly now: number
}

/** The kubelet's own: a sign of life every ten seconds, good for forty. */
const heartbeat = 10_000
const leaseSeconds = 40

/**
 * Decides what the kubelet of a node does for the node itself: it says that it is well, again and
 * again.
 */
export function decideNode({ node, version, lease, now }: NodeSeen): readonly Action[] {
  if (isDeleting(node)) return []
  const status = objectIn(node, 'status')
  const isNew = conditionOf(node, 'Ready') === undefined
  const first = isNew
    ? changedStatus('nodes', node, {
        ...status,
        capacity: { ...capacity, ...objectIn(status, 'capacity') },
        allocatable: { ...capacity, ...objectIn(status, 'allocatable') },
        conditions: [...goodConditions(timeOf(now))],
      })
    : upgrade(node, version)
  const renewed = parseTime(textAt(lease, ['spec', 'renewTime']))?.getTime() ?? 0
  const due = renewed + heartbeat
  if (lease !== undefined && due > now) {
    return [...first, { do: 'look-again', after: due - now }]
  }
  return [...first, beat(node, lease, now), { do: 'look-again', after: heartbeat }]
}

// A node of ours has the version that the sandbox has.
function upgrade(node: KubeObject, version: string): readonly Action[] {
  const status = objectIn(node, 'status')
  const nodeInfo = objectIn(status, 'nodeInfo')
  const isOurs = textAt(nodeInfo, ['osImage']) === sandboxImage
  if (!isOurs || textAt(nodeInfo, ['kubeletVersion']) === version) return []
  const renewed = { ...nodeInfo, kubeletVersion: version, kubeProxyVersion: version }
  return changedStatus('nodes', node, { ...status, nodeInfo: renewed })
}

function beat(node: KubeObject, lease: KubeObject | undefined, now: number): Action {
  const name = nameOf(node)
  const renewTime = printMicroTime(new Date(now))
  if (lease !== undefined) {
    const spec = { ...objectIn(lease, 'spec'), holderIdentity: name, renewTime }
    return { do: 'write', in: 'leases', object: { ...lease, spec } }
  }
  const uid = textAt(node, ['metadata', 'uid'])
  const object = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name,
      namespace: 'kube-node-lease',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime },
  }
  return { do: 'create', in: 'leases', object }
}
