import { namespaceOf, readPath, uidOf } from '../../objects/kube-object.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import { claim } from '../engine/claim.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOrAdopter } from '../engine/wakes.ts'
import { decideStatefulSet } from './decide.ts'

const pause = 20

export function statefulSetController(): Controller {
  return {
    name: 'statefulset-controller',
    manager: 'kube-controller-manager',
    component: 'statefulset-controller',
    pause,
    wakes: { statefulSets: itself, pods: ownerOrAdopter('StatefulSet', 'statefulSets') },
    decide: (key, view, now) => {
      const set = view.get('statefulSets', key)
      if (set === undefined) return []
      const namespace = namespaceOf(set)
      const selector = readLabelSelector(readPath(set, ['spec', 'selector']))
      const { owned, actions } = claim(set, selector, 'pods', {
        owned: view.owned('pods', uidOf(set)),
        orphans: view.orphans('pods', namespace),
      })
      if (actions.length > 0) return actions
      return decideStatefulSet({
        set,
        pods: owned,
        revisions: view.owned('controllerRevisions', uidOf(set)),
        hasClaim: (name) =>
          view.get('persistentVolumeClaims', `${namespace}/${name}`) !== undefined,
        now,
      })
    },
  }
}
