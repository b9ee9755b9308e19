import { keyOf } from '../../controller/object-store.ts'
import { namespaceOf, readPath, uidOf } from '../../objects/kube-object.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import { claim } from '../engine/claim.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOrAdopter } from '../engine/wakes.ts'
import { isSameNode } from '../scheduler/same-node.ts'
import { decideDaemonSet } from './decide.ts'

const pause = 20

export function daemonSetController(): Controller {
  return {
    name: 'daemonset-controller',
    manager: 'kube-controller-manager',
    component: 'daemonset-controller',
    pause,
    wakes: {
      daemonSets: itself,
      pods: ownerOrAdopter('DaemonSet', 'daemonSets'),
      nodes: (change, view) =>
        change.type === 'modified' && isSameNode(change.before, change.object)
          ? []
          : view.list('daemonSets').map(keyOf),
    },
    decide: (key, view, now) => {
      const set = view.get('daemonSets', key)
      if (set === undefined) return []
      const selector = readLabelSelector(readPath(set, ['spec', 'selector']))
      const { owned, actions } = claim(set, selector, 'pods', {
        owned: view.owned('pods', uidOf(set)),
        orphans: view.orphans('pods', namespaceOf(set)),
      })
      if (actions.length > 0) return actions
      const nodes = view.list('nodes')
      const revisions = view.owned('controllerRevisions', uidOf(set))
      return decideDaemonSet({ set, pods: owned, nodes, revisions, now })
    },
  }
}
