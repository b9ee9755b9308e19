import table from '../../objects/api/resources.json' with { type: 'json' }
import type { Resource, Subresource } from '../registry/resource.ts'

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

/** The oldest and the newest minor version of Kubernetes that the table knows. */
const [oldest, newest] = [33, 36]

/** What a minor version of Kubernetes serves by default. Older ones than we know of are taken for the oldest. */
export function builtInResources(minor: number): readonly Resource[] {
  const known = `1.${Math.min(newest, Math.max(oldest, minor))}`
  const rows = table.resources as readonly Row[]
  return rows.filter(({ minors }) => minors.includes(known)).map(readRow)
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
