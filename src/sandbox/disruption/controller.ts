import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  labelsOf,
  namespaceOf,
  numberAt,
  ownersOf,
  readPath,
} from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { isReady } from '../engine/pod-facts.ts'
import { itself } from '../engine/wakes.ts'
import type { ResourceName } from '../resources.ts'
import { decideBudget } from './decide.ts'

const pause = 50

/** Disruption budgets know how many pods may go. */
export function disruptionController(): Controller {
  return {
    name: 'disruption-controller',
    manager: 'kube-controller-manager',
    component: 'controllermanager',
    pause,
    wakes: {
      disruptionBudgets: itself,
      pods: (change, view) => {
        const { type, object } = change
        if (type === 'modified' && isReady(change.before) === isReady(object)) return []
        return view
          .inNamespace('disruptionBudgets', namespaceOf(object))
          .filter((budget) => selects(budget, object))
          .map(keyOf)
      },
    },
    decide: (key, view, now) => {
      const budget = view.get('disruptionBudgets', key)
      if (budget === undefined) return []
      const pods = view
        .inNamespace('pods', namespaceOf(budget))
        .filter((pod) => selects(budget, pod))
      return decideBudget({ budget, pods, expected: expectedOf(pods, view), now })
    },
  }
}

function selects(budget: KubeObject, pod: KubeObject): boolean {
  return matchesLabels(readLabelSelector(readPath(budget, ['spec', 'selector'])), labelsOf(pod))
}

const owners: Readonly<Record<string, ResourceName>> = {
  ReplicaSet: 'replicaSets',
  StatefulSet: 'statefulSets',
  ReplicationController: 'replicationControllers',
}

function expectedOf(pods: readonly KubeObject[], view: ClusterView): number {
  const counted = new Map<string, number>()
  let loose = 0
  for (const pod of pods) {
    const owner = ownersOf(pod).find(({ controller }) => controller)
    const name = owners[owner?.kind ?? '']
    const object =
      name === undefined ? undefined : view.get(name, `${namespaceOf(pod)}/${owner?.name ?? ''}`)
    if (owner === undefined || object === undefined) loose++
    else counted.set(owner.uid, numberAt(object, ['spec', 'replicas']) ?? 1)
  }
  return [...counted.values()].reduce((sum, count) => sum + count, loose)
}
