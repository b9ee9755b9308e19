import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import { formatApiVersion, type GroupVersionKind } from '../../objects/kube-object.ts'
import { builtInKind } from '../../objects/merge/managed-kind.ts'
import type { ManagedKind } from '../../objects/merge/field-manager.ts'
import type { ApiSchemas } from '../../objects/schema/api-schemas.ts'
import type { Resource } from '../registry/resource.ts'
import type { Served } from '../registry/served.ts'
import { builtInResources, knownVersion } from './built-in-resources.ts'
import { columnsOf } from './columns/columns.ts'
import { conversionOf } from './conversions.ts'
import { deprecationOf } from './api-lifecycle.ts'
import { strategyOf } from './strategies.ts'
import { forgetEmptyLists, schemaNameOf } from './typed-fields.ts'

/** Everything that a minor version of Kubernetes serves without custom definitions. */
export function builtInServed(minor: number): readonly Served[] {
  return builtInResources(minor).map((resource) => serve(resource, minor))
}

function serve(resource: Resource, minor: number): Served {
  const version = knownVersion(resource)
  const schema = schemaNameOf({ ...resource, version })
  const toStored = schema === undefined ? undefined : forgetEmptyLists(schema)
  const deprecation = deprecationOf(resource, minor)
  return {
    resource,
    apiVersion: formatApiVersion(resource.group, resource.version),
    bucket: bucketOf(resource),
    storedApiVersion: formatApiVersion(resource.group, version),
    strategy: strategyOf({ ...resource, version }),
    isCustom: false,
    managed: managedKinds(resource),
    type: schemas().typeOf(resource),
    columns: columnsOf(resource),
    ...(toStored !== undefined && { toStored }),
    ...conversionOf(resource),
    ...(deprecation !== undefined && { deprecation }),
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
      known.set(subresource, builtInKind(schemas(), resource, subresource))
    }
    return known.get(subresource)
  }
}

/** A version that the tables do not have may have the type of one that they have. */
function schemas(): ApiSchemas {
  const known = builtInSchemas()
  const typeOf = (kind: GroupVersionKind) => known.typeOf({ ...kind, version: knownVersion(kind) })
  return { typeOf }
}
