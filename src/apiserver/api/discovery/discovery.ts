import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../objects/json.ts'
import { formatApiVersion, parseApiVersion } from '../../../objects/kube-object.ts'
import type { Catalogue } from '../../registry/catalogue.ts'
import type { Served } from '../../registry/served.ts'

// The served APIs, in the two forms that clients ask for: one document per group and version, and
// all of it in one.

/** `/apis`. */
export function groupList(catalogue: Catalogue): JsonObject {
  const groups = catalogue.groups().filter(({ group }) => group !== '')
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.map(({ group, versions }) => describeGroup(group, versions)),
  }
}

/** `/apis/<group>`; undefined when nothing of it is served. */
export function groupPage(catalogue: Catalogue, group: string): JsonObject | undefined {
  const found = catalogue.groups().find((known) => known.group === group && group !== '')
  if (found === undefined) return undefined
  return { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group, found.versions) }
}

function describeGroup(group: string, versions: readonly string[]): JsonObject {
  const described = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }))
  return { name: group, versions: described, preferredVersion: described[0] ?? {} }
}

/** `/api/v1` or `/apis/<group>/<version>`; undefined when nothing of it is served. */
export function resourceList(
  catalogue: Catalogue,
  group: string,
  version: string,
): JsonObject | undefined {
  const found = inVersion(catalogue, group, version)
  if (found.length === 0) return undefined
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: formatApiVersion(group, version),
    resources: found.flatMap(describeResource),
  }
}

function inVersion(catalogue: Catalogue, group: string, version: string): readonly Served[] {
  return catalogue
    .all()
    .filter(({ resource }) => resource.group === group && resource.version === version)
}

/** Tells clients whether objects are stored in another form than before. */
function hashOf(apiVersion: string, kind: string): string {
  const full = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  const hash = createHash('sha256').update(`${full}/${kind}`).digest()
  return hash.subarray(0, 8).toString('base64')
}

function describeResource({ resource, storedApiVersion }: Served): readonly JsonObject[] {
  const { shortNames, categories, namespaced, kind, verbs } = resource
  const parts = resource.subresources.map((subresource) => ({
    name: `${resource.resource}/${subresource.name}`,
    singularName: '',
    namespaced,
    ...(subresource.apiVersion !== undefined && parseApiVersion(subresource.apiVersion)),
    kind: subresource.kind,
    verbs: subresource.verbs,
  }))
  return [
    {
      name: resource.resource,
      singularName: resource.singular,
      namespaced,
      kind,
      verbs,
      ...(shortNames.length > 0 && { shortNames }),
      ...(categories.length > 0 && { categories }),
      ...(verbs.includes('list') && { storageVersionHash: hashOf(storedApiVersion, kind) }),
    },
    ...parts,
  ]
}

/** All of `/api` or all of `/apis` in one document. */
export function aggregatedDiscovery(
  catalogue: Catalogue,
  root: 'api' | 'apis',
  version: 'v2' | 'v2beta1',
): JsonObject {
  const groups = catalogue.groups().filter(({ group }) => (group === '') === (root === 'api'))
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: { ...(group !== '' && { name: group }) },
      versions: versions.map((version) => ({
        version,
        resources: inVersion(catalogue, group, version).map(aggregate),
        freshness: 'Current',
      })),
    })),
  }
}

function aggregate({ resource, isCustom }: Served): JsonObject {
  const { group, version, kind, shortNames, categories } = resource
  const own = isCustom ? { group, version, kind } : { group: '', version: '', kind }
  const subresources = resource.subresources.map((part) => ({
    subresource: part.name,
    responseKind:
      part.apiVersion === undefined
        ? { ...own, kind: part.kind }
        : { ...parseApiVersion(part.apiVersion), kind: part.kind },
    verbs: part.verbs,
  }))
  return {
    resource: resource.resource,
    responseKind: own,
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && { subresources }),
  }
}
