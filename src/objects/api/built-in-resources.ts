import type { GroupVersionKind } from '../kube-object.ts'
import table from './resources.json' with { type: 'json' }

/** A built-in kind, where it is served and since when. */
export interface BuiltInResource extends GroupVersionKind {
  /** The plural in paths. */
  readonly resource: string
  readonly singular: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly string[]
  /** The minor versions of Kubernetes that serve it, of those the table covers. */
  readonly minors: readonly string[]
}

/** The built-in kinds of the Kubernetes versions that the table covers. */
export function builtInResources(): readonly BuiltInResource[] {
  return (read ??= (table.resources as readonly Row[]).map(resourceOf))
}

/** The built-in kind; undefined when no version in the table has it. */
export function findBuiltIn(kind: GroupVersionKind): BuiltInResource | undefined {
  return builtInResources().find(
    (one) => one.group === kind.group && one.version === kind.version && one.kind === kind.kind,
  )
}

interface Row extends GroupVersionKind {
  readonly resource: string
  readonly singular: string
  readonly scope: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly { readonly name: string }[]
  readonly minors: readonly string[]
}

let read: readonly BuiltInResource[] | undefined

function resourceOf(row: Row): BuiltInResource {
  const { shortNames = [], categories = [], subresources = [] } = row
  return {
    ...row,
    scope: row.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    shortNames,
    categories,
    subresources: subresources.map(({ name }) => name),
  }
}
