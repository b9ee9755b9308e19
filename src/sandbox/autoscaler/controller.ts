import { keyOf } from '../../controller/object-store.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller, KeysOf } from '../engine/controller.ts'
import { itself } from '../engine/wakes.ts'
import type { ResourceName } from '../resources.ts'
import { decideAutoscaler } from './decide.ts'

const pause = 50
const targets: Readonly<Record<string, ResourceName>> = {
  Deployment: 'deployments',
  StatefulSet: 'statefulSets',
  ReplicaSet: 'replicaSets',
  ReplicationController: 'replicationControllers',
}

/** Autoscalers scale by the load that the sandbox is told of. */
export function autoscalerController(): Controller {
  return {
    name: 'horizontal-pod-autoscaler',
    manager: 'kube-controller-manager',
    component: 'horizontal-pod-autoscaler',
    pause,
    wakes: {
      autoscalers: itself,
      deployments: aboutIt,
      statefulSets: aboutIt,
      replicaSets: aboutIt,
    },
    decide: (key, view, now) => {
      const autoscaler = view.get('autoscalers', key)
      if (autoscaler === undefined) return []
      return decideAutoscaler({ autoscaler, target: targetOf(autoscaler, view), now })
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
