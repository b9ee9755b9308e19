import { namespaceOf, ownersOf, readPath, uidOf } from '../../objects/kube-object.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import { claim } from '../engine/claim.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller, KeysOf } from '../engine/controller.ts'
import { phaseOf } from '../engine/pod-facts.ts'
import { itself, ownerOrAdopter } from '../engine/wakes.ts'
import { isRolling } from './deployment-facts.ts'
import { decideDeployment } from './decide.ts'

const pause = 20

export function deploymentController(): Controller {
  return {
    name: 'deployment-controller',
    manager: 'kube-controller-manager',
    component: 'deployment-controller',
    pause,
    wakes: {
      deployments: itself,
      replicaSets: ownerOrAdopter('Deployment', 'deployments'),
      pods: recreatedBy,
    },
    decide: (key, view, now) => {
      const deployment = view.get('deployments', key)
      if (deployment === undefined) return []
      const selector = readLabelSelector(readPath(deployment, ['spec', 'selector']))
      const { owned, actions } = claim(deployment, selector, 'replicaSets', {
        owned: view.owned('replicaSets', uidOf(deployment)),
        orphans: view.orphans('replicaSets', namespaceOf(deployment)),
      })
      if (actions.length > 0) return actions
      const hasOldPods = (old: readonly (typeof deployment)[]) =>
        old.some((set) =>
          view
            .owned('pods', uidOf(set))
            .some((pod) => !['Succeeded', 'Failed'].includes(phaseOf(pod))),
        )
      return decideDeployment({ deployment, sets: owned, hasOldPods, now })
    },
  }
}

// Only who waits for all old pods to go has to hear that one has gone.
const recreatedBy: KeysOf = ({ type, object }, view: ClusterView) => {
  if (type !== 'deleted') return []
  const namespace = namespaceOf(object)
  return ownersOf(object).flatMap((owner) => {
    if (owner.kind !== 'ReplicaSet') return []
    const set = view.get('replicaSets', `${namespace}/${owner.name}`)
    const [parent] = set === undefined ? [] : ownersOf(set)
    const key = `${namespace}/${parent?.name ?? ''}`
    const deployment = view.get('deployments', key)
    return deployment === undefined || isRolling(deployment) ? [] : [key]
  })
}
