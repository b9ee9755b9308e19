import table from '../../objects/api/resources.json' with { type: 'json' }
import type { Resource, Subresource } from '../registry/resource.ts'
import { isAlive } from './api-lifecycle.ts'

interface Row {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly singular: string
  readonly scope: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly {
    readonly name: string
    /** `autoscaling/v1, Scale` where it is another kind than the resource's. */
    readonly kind?: string
    readonly verbs: readonly string[]
  }[]
  readonly minors: readonly string[]
}

/** The oldest minor that was asked what it serves; of older ones we know when kinds came and went. */
const oldestAsked = 33

/**
 * Betas that were served by default before 1.33, although betas are not since 1.24; they differ from
 * the version beside them by their name.
 */
const oldBetas = [{ group: 'flowcontrol.apiserver.k8s.io', version: 'v1beta3', like: 'v1' }]

/** Parts of resources that came later than the resource. */
const laterParts: Readonly<Record<string, number>> = { 'pods/resize': 33 }

/**
 * The resources that a minor version of Kubernetes serves by default, the preferred version of a
 * group first.
 */
export function builtInResources(minor: number): readonly Resource[] {
  const rows = table.resources as readonly Row[]
  if (minor >= oldestAsked) {
    return rows.filter(({ minors }) => minors.includes(`1.${minor}`)).map(readRow)
  }
  const oldest = rows.filter(({ minors }) => minors.includes(`1.${oldestAsked}`))
  const betas = oldBetas.flatMap(({ group, version, like }) =>
    oldest
      .filter((row) => row.group === group && row.version === like)
      .map((row) => ({ ...row, version })),
  )
  return [...oldest, ...betas]
    .filter((row) => isAlive(row, minor))
    .map(readRow)
    .map((resource) => withoutLaterParts(resource, minor))
}

/** The version of a kind whose schema is known here and is that of the given version. */
export function knownVersion({
  group,
  version,
}: {
  readonly group: string
  readonly version: string
}) {
  const beta = oldBetas.find((one) => one.group === group && one.version === version)
  return beta?.like ?? version
}

function withoutLaterParts(resource: Resource, minor: number): Resource {
  const subresources = resource.subresources.filter(
    ({ name }) => (laterParts[`${resource.resource}/${name}`] ?? 0) <= minor,
  )
  return { ...resource, subresources }
}

function readRow(row: Row): Resource {
  const { shortNames = [], categories = [], subresources = [] } = row
  return {
    ...row,
    namespaced: row.scope === 'Namespaced',
    shortNames,
    categories,
    subresources: subresources.map((part) => readSubresource(row, part)),
  }
}

function readSubresource(
  row: Row,
  part: { readonly name: string; readonly kind?: string; readonly verbs: readonly string[] },
): Subresource {
  const [apiVersion, kind] = part.kind?.split(', ') ?? []
  const { name, verbs } = part
  if (kind === undefined)
    return { name, kind: apiVersion ?? row.kind, apiVersion: undefined, verbs }
  return { name, kind, apiVersion, verbs }
}
