import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import { builtInKind } from '../../objects/merge/managed-kind.ts'
import type { ManagedKind } from '../../objects/merge/field-manager.ts'
import type { Resource } from '../registry/resource.ts'
import type { Served } from '../registry/served.ts'
import { builtInResources } from './built-in-resources.ts'
import { columnsOf } from './columns.ts'
import { strategyOf } from './strategies.ts'

/** Everything that a minor version of Kubernetes serves without custom definitions. */
export function builtInServed(minor: number): readonly Served[] {
  return builtInResources(minor).map(serve)
}

function serve(resource: Resource): Served {
  const apiVersion = formatApiVersion(resource.group, resource.version)
  return {
    resource,
    apiVersion,
    bucket: bucketOf(resource),
    storedApiVersion: apiVersion,
    strategy: strategyOf(resource),
    isCustom: false,
    managed: managedKinds(resource),
    type: builtInSchemas().typeOf(resource),
    columns: columnsOf(resource),
  }
}

function bucketOf({ group, resource }: Resource): string {
  return group === '' ? resource : `${group}/${resource}`
}

/** Reading a schema takes time, so it is done at the first write. */
function managedKinds(resource: Resource): (subresource: string) => ManagedKind | undefined {
  const known = new Map<string, ManagedKind | undefined>()
  return (subresource) => {
    if (!known.has(subresource)) {
      known.set(subresource, builtInKind(builtInSchemas(), resource, subresource))
    }
    return known.get(subresource)
  }
}
