import { readPath } from '../../objects/kube-object.ts'
import type { ApiResource } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { createObject } from './write-object.ts'

/** Something that somebody may be allowed to do. */
export interface Action {
  readonly verb: string
  readonly group: string
  /** The plural, as in `secrets`; with a subresource, as in `pods/log`. */
  readonly resource: string
  /** Empty or absent for cluster-scoped kinds. */
  readonly namespace?: string
  /** One object; absent for all of them. */
  readonly name?: string
}

const reviews: ApiResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectaccessreviews',
  kind: 'SelfSubjectAccessReview',
  namespaced: false,
}

/** Asks the server whether the one that the client acts as may do something. */
export async function reviewAccess(
  client: KubeClient,
  action: Action,
  signal: AbortSignal,
): Promise<boolean> {
  const { verb, group, namespace = '', name = '' } = action
  const [resource = '', subresource] = action.resource.split('/')
  const asked = { verb, group, resource, namespace, name }
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: reviews.kind,
    metadata: {},
    spec: { resourceAttributes: subresource === undefined ? asked : { ...asked, subresource } },
  }
  const { object } = await createObject(client, reviews, review, {}, signal)
  return readPath(object, ['status', 'allowed']) === true
}
