import { keyOf } from '../../controller/object-store.ts'
import { type KubeObject, nameOf, namespaceOf, textAt, uidOf } from '../../objects/kube-object.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller, KeysOf } from '../engine/controller.ts'
import { itself } from '../engine/wakes.ts'
import type { ResourceName } from '../resources.ts'
import { decideAutoscaler } from './decide.ts'
import { type AutoscalerHistory, emptyHistory } from './recommend.ts'

const pause = 50
const targets: Readonly<Record<string, ResourceName>> = {
  Deployment: 'deployments',
  StatefulSet: 'statefulSets',
  ReplicaSet: 'replicaSets',
  ReplicationController: 'replicationControllers',
}

/** Autoscalers scale by the load that annotations of the sandbox name. */
export function autoscalerController(): Controller {
  // By uid, and not kept from start to start, as the real one does not.
  const histories = new Map<string, AutoscalerHistory>()
  return {
    name: 'horizontal-pod-autoscaler',
    manager: 'kube-controller-manager',
    component: 'horizontal-pod-autoscaler',
    pause,
    wakes: {
      autoscalers: (change, view) => {
        if (change.type === 'deleted') histories.delete(uidOf(change.object))
        return itself(change, view)
      },
      deployments: aboutIt,
      statefulSets: aboutIt,
      replicaSets: aboutIt,
    },
    decide: (key, view, now) => {
      const autoscaler = view.get('autoscalers', key)
      if (autoscaler === undefined) return []
      const uid = uidOf(autoscaler)
      const before = histories.get(uid) ?? emptyHistory
      const target = targetOf(autoscaler, view)
      const { actions, history } = decideAutoscaler({ autoscaler, target, history: before, now })
      histories.set(uid, history)
      return actions
    },
  }
}

const aboutIt: KeysOf = ({ object }, view) =>
  view
    .inNamespace('autoscalers', namespaceOf(object))
    .filter(
      (one) =>
        textAt(one, ['spec', 'scaleTargetRef', 'name']) === nameOf(object) &&
        textAt(one, ['spec', 'scaleTargetRef', 'kind']) === object.kind,
    )
    .map(keyOf)

function targetOf(autoscaler: KubeObject, view: ClusterView) {
  const name = targets[textAt(autoscaler, ['spec', 'scaleTargetRef', 'kind'])]
  const key = `${namespaceOf(autoscaler)}/${textAt(autoscaler, ['spec', 'scaleTargetRef', 'name'])}`
  const object = name === undefined ? undefined : view.get(name, key)
  return name === undefined || object === undefined ? undefined : { name, object }
}
