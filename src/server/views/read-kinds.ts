import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { DeniedRight } from '../contract.ts'
import type { SignedCall } from '../http/route.ts'
import { told } from '../http/told-problem.ts'

/** The objects of a kind, or the right that is missing. */
export interface FoundKind {
  readonly objects: readonly KubeObject[]
  readonly denied: readonly DeniedRight[]
}

/** The objects of a kind in a namespace, or in all when it is empty. A right that the asker lacks is a value, not an error. */
export async function readKind(
  definition: KindDefinition,
  { client, signal }: Pick<SignedCall, 'client' | 'signal'>,
  namespace: string,
): Promise<FoundKind> {
  const resource = resourceOf(definition)
  const place = resource.namespaced && namespace !== '' ? { namespace } : {}
  const right = {
    verb: 'list',
    group: resource.group,
    resource: resource.resource,
    namespace: place.namespace ?? '',
  }
  return told(async () => {
    try {
      const found = await listObjects(client, { resource, ...place }, { pageSize: 0 }, signal)
      return { objects: found.objects, denied: [] }
    } catch (error) {
      if (isKubeError(error, 'forbidden')) return { objects: [], denied: [right] }
      throw error
    }
  })
}
