import { type KubeObject, namespaceOf, readPath, uidOf } from '../../objects/kube-object.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import type { Action } from '../engine/action.ts'
import { claim } from '../engine/claim.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOrAdopter } from '../engine/wakes.ts'
import type { ResourceName } from '../resources.ts'
import { decideReplicaSet } from './decide.ts'

const pause = 20

export function replicaSetController(): Controller {
  return controllerOf('replicaSets', 'ReplicaSet', 'replicaset-controller')
}

export function replicationController(): Controller {
  return controllerOf('replicationControllers', 'ReplicationController', 'replication-controller')
}

function controllerOf(name: ResourceName, kind: string, component: string): Controller {
  return {
    name: component,
    manager: 'kube-controller-manager',
    component,
    pause,
    wakes: { [name]: itself, pods: ownerOrAdopter(kind, name) },
    decide: (key, view, now) => {
      const set = view.get(name, key)
      return set === undefined ? [] : decide(set, name, view, now)
    },
  }
}

function decide(
  set: KubeObject,
  name: ResourceName,
  view: ClusterView,
  now: number,
): readonly Action[] {
  const written = readPath(set, ['spec', 'selector'])
  // The older of the two has only labels.
  const selector = name === 'replicaSets' ? written : { matchLabels: written ?? {} }
  const { owned, actions } = claim(set, readLabelSelector(selector), 'pods', {
    owned: view.owned('pods', uidOf(set)),
    orphans: view.orphans('pods', namespaceOf(set)),
  })
  // The next look counts the pods that were adopted or let go.
  return actions.length > 0 ? actions : decideReplicaSet({ set, pods: owned, now }, name)
}
