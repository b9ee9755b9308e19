import { getObject } from '../../kube/objects/get-object.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import type { ManagedKind } from '../../objects/merge/field-manager.ts'
import { builtInKind, customKind } from '../../objects/merge/managed-kind.ts'

const crds: ApiResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
}

/** The facts about a kind that merging needs; undefined for kinds of aggregated servers. */
export async function findManagedKind(
  client: KubeClient,
  resource: ApiResource,
  signal: AbortSignal,
): Promise<ManagedKind | undefined> {
  const known = builtInKind(builtInSchemas(), resource, '')
  if (known !== undefined) return known
  const name = `${resource.resource}.${resource.group}`
  const crd = await getObject(client, { resource: crds, name }, {}, signal)
  return crd === undefined ? undefined : customKind(crd, resource.version, '')
}
