import { type KubeObject, labelsOf, nameOf, numberAt, readPath } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { changedStatus, isDeleting, objectIn, unlessZero } from '../engine/object-writing.ts'
import { availableIn, byExpendability, isActive, isReady } from '../engine/pod-facts.ts'
import { podFromTemplate } from '../engine/pod-template.ts'
import type { ResourceName } from '../resources.ts'

export interface ReplicaSetSeen {
  readonly set: KubeObject
  /** The pods that it owns, those on their way out included. */
  readonly pods: readonly KubeObject[]
  readonly now: number
}

/** As many pods at once as the real controller makes. */
const burst = 500

/** Decides what a ReplicaSet or a ReplicationController, which are alike in this, does next. */
export function decideReplicaSet(seen: ReplicaSetSeen, name: ResourceName): readonly Action[] {
  const { set, now } = seen
  const active = seen.pods.filter(isActive)
  const wanted = numberAt(set, ['spec', 'replicas']) ?? 1
  const changes = isDeleting(set) ? [] : scale(set, active, wanted)
  // The look after its creation counts a pod that is not there yet.
  if (changes.some((action) => action.do === 'create' || action.do === 'delete')) {
    return [...changes, ...statusOf(seen, active, name)]
  }
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const waits = active.flatMap((pod) => availableIn(pod, minReady, now) ?? [])
  const soonest = Math.min(...waits.filter((wait) => wait > 0))
  return [
    ...statusOf(seen, active, name),
    ...(soonest === Infinity ? [] : [{ do: 'look-again', after: soonest } as const]),
  ]
}

function scale(set: KubeObject, active: readonly KubeObject[], wanted: number): readonly Action[] {
  const missing = Math.min(burst, wanted - active.length)
  if (missing > 0) {
    const pod = podFromTemplate(set, objectIn(set['spec'], 'template'))
    const told = {
      about: set,
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: 'Created pod: {}',
    } as const
    return Array.from({ length: missing }, () => ({ do: 'create', in: 'pods', object: pod, told }))
  }
  return byExpendability(active)
    .slice(0, Math.min(burst, -missing))
    .map((pod) => {
      const message = `Deleted pod: ${nameOf(pod)}`
      const told = { about: set, type: 'Normal', reason: 'SuccessfulDelete', message } as const
      return { do: 'delete', in: 'pods', object: pod, told }
    })
}

function statusOf(
  { set, pods, now }: ReplicaSetSeen,
  active: readonly KubeObject[],
  name: ResourceName,
): readonly Action[] {
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const wantedLabels = Object.entries(
    objectIn(objectIn(objectIn(set['spec'], 'template'), 'metadata'), 'labels'),
  )
  const isLabelled = (pod: KubeObject) => {
    const labels = labelsOf(pod)
    return wantedLabels.every(([label, value]) => labels[label] === value)
  }
  const generation = numberAt(set, ['metadata', 'generation'])
  const terminating = pods.length - active.length
  const status = {
    replicas: active.length,
    fullyLabeledReplicas: unlessZero(active.filter(isLabelled).length),
    readyReplicas: unlessZero(active.filter(isReady).length),
    availableReplicas: unlessZero(
      active.filter((pod) => availableIn(pod, minReady, now) === 0).length,
    ),
    ...(name === 'replicaSets' && { terminatingReplicas: terminating }),
    ...(generation !== undefined && { observedGeneration: generation }),
    conditions: readPath(set, ['status', 'conditions']),
  }
  return changedStatus(name, set, status as never)
}
