import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, labelsOf, uidOf } from '../../objects/kube-object.ts'
import { type LabelSelector, matchesLabels } from '../../objects/selector/label-selector.ts'
import type { ResourceName } from '../resources.ts'
import type { Action } from './action.ts'
import { controllerReference, isDeleting } from './object-writing.ts'

export interface Claimed {
  readonly owned: readonly KubeObject[]
  /** Takes over what nobody owns, lets go what no longer fits. */
  readonly actions: readonly Action[]
}

/**
 * The objects that belong to a controller: those that it owns and still selects, and those that it
 * may adopt.
 */
export function claim(
  owner: KubeObject,
  selector: LabelSelector,
  name: ResourceName,
  found: { readonly owned: readonly KubeObject[]; readonly orphans: readonly KubeObject[] },
): Claimed {
  const fits = (object: KubeObject) => matchesLabels(selector, labelsOf(object))
  const owned = found.owned.filter((object) => fits(object) || isDeleting(object))
  if (isDeleting(owner)) return { owned, actions: [] }
  const left = found.owned.filter((object) => !fits(object) && !isDeleting(object))
  const adopted = found.orphans.filter((object) => fits(object) && !isDeleting(object))
  return {
    owned,
    actions: [
      ...left.map((object) => ownersPatch(name, object, withoutOwner(object, uidOf(owner)))),
      ...adopted.map((object) =>
        ownersPatch(name, object, [...ownersIn(object), controllerReference(owner)]),
      ),
    ],
  }
}

function ownersPatch(
  name: ResourceName,
  object: KubeObject,
  ownerReferences: readonly JsonObject[],
): Action {
  const metadata = { uid: uidOf(object), ownerReferences }
  return { do: 'patch', in: name, object, patch: { metadata } }
}

function ownersIn(object: KubeObject): readonly JsonObject[] {
  const list = object.metadata['ownerReferences']
  return Array.isArray(list) ? (list as readonly JsonObject[]) : []
}

function withoutOwner(object: KubeObject, uid: string): readonly JsonObject[] {
  return ownersIn(object).filter((owner) => owner['uid'] !== uid)
}
