import { formatApiVersion } from '../../objects/kube-object.ts'
import { readResources } from '../registry/resource.ts'
import type { Resource } from '../registry/resource.ts'
import type { Served } from '../registry/served.ts'
import { ageColumn, nameColumn } from '../registry/table.ts'
import { builtInResources } from './built-in-resources.ts'
import { defaultStrategy } from './default-strategy.ts'

/** Everything that is served without custom definitions. */
export function builtInServed(): readonly Served[] {
  return readResources(builtInResources).map(serve)
}

function serve(resource: Resource): Served {
  const apiVersion = formatApiVersion(resource.group, resource.version)
  return {
    resource,
    apiVersion,
    bucket: bucketOf(resource),
    storedApiVersion: apiVersion,
    strategy: {
      ...defaultStrategy,
      hasStatus: resource.subresources.some(({ name }) => name === 'status'),
    },
    isCustom: false,
    columns: [nameColumn, ageColumn],
  }
}

function bucketOf({ group, resource }: Resource): string {
  return group === '' ? resource : `${group}/${resource}`
}
