import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  labelsOf,
  namespaceOf,
  ownersOf,
  readPath,
} from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import type { ResourceName } from '../resources.ts'
import type { KeysOf } from './controller.ts'

/** The object itself. */
export const itself: KeysOf = ({ object }) => [keyOf(object)]

/** The controller of the object, when it is of this kind. */
export function ownerOf(kind: string): KeysOf {
  return (change) => [
    ...new Set([
      ...ownerKeys(change.object, kind),
      ...(change.type === 'modified' ? ownerKeys(change.before, kind) : []),
    ]),
  ]
}

/** The controller of the object; of one that has none, all that would adopt it. */
export function ownerOrAdopter(kind: string, name: ResourceName): KeysOf {
  const owner = ownerOf(kind)
  return (change, view) => {
    const { object } = change
    if (change.type === 'deleted' || ownersOf(object).some(({ controller }) => controller)) {
      return owner(change, view)
    }
    const labels = labelsOf(object)
    const adopters = view
      .inNamespace(name, namespaceOf(object))
      .filter((one) =>
        matchesLabels(readLabelSelector(readPath(one, ['spec', 'selector'])), labels),
      )
    return [...owner(change, view), ...adopters.map(keyOf)]
  }
}

function ownerKeys(object: KubeObject, kind: string): readonly string[] {
  const namespace = namespaceOf(object)
  return ownersOf(object).flatMap((owner) =>
    owner.controller && owner.kind === kind ? [`${namespace}/${owner.name}`] : [],
  )
}
