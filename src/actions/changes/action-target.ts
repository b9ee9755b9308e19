import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { ObjectTarget } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { ActionError } from '../errors.ts'

/** One object of ours that an action is about. */
export interface ActionTarget {
  /** Acts with the rights of the asker. */
  readonly client: KubeClient
  readonly definition: KindDefinition
  /** Not looked at for kinds that have none. */
  readonly namespace: string
  readonly name: string
}

/** Where the object is. */
export function placeOf({ definition, namespace, name }: ActionTarget): ObjectTarget {
  const resource = resourceOf(definition)
  return resource.namespaced ? { resource, namespace, name } : { resource, name }
}

/** The object as it is; an error when it is not there. */
export async function objectOf(target: ActionTarget, signal: AbortSignal): Promise<KubeObject> {
  const place = placeOf(target)
  const found = await getObject(target.client, place, {}, signal)
  if (found !== undefined) return found
  const where = place.namespace === undefined ? '' : ` in namespace ${place.namespace}`
  throw new ActionError('not-found', `there is no ${wordFor(target)} ${target.name}${where}`)
}

const words: Readonly<Record<string, string>> = { ExtensionInstance: 'instance' }

/** The word for one object of the kind. */
function wordFor({ definition: { kind } }: Pick<ActionTarget, 'definition'>): string {
  return words[kind] ?? kind.toLowerCase()
}
