/** Group, version and kind of an object, or of those that are meant; an empty part means any. */
export interface Gvk {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The identity that tells an object from the others. */
export interface ResId extends Gvk {
  readonly name: string
  readonly namespace: string
  /** Known to have no namespace; a kind that nobody knows counts as namespaced. */
  readonly isClusterScoped: boolean
}

export const noNamespace = '_non_namespaceable_'
const defaultNamespace = 'default'

export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const at = apiVersion.indexOf('/')
  if (at < 0) return { group: '', version: apiVersion }
  return { group: apiVersion.slice(0, at), version: apiVersion.slice(at + 1) }
}

export function apiVersionOf({ group, version }: Gvk): string {
  return group === '' ? version : `${group}/${version}`
}

/** Whether an object is one of those that a selector without patterns means. */
export function isSelectedBy(id: Gvk, selector: Gvk): boolean {
  return (
    (selector.group === '' || id.group === selector.group) &&
    (selector.version === '' || id.version === selector.version) &&
    (selector.kind === '' || id.kind === selector.kind)
  )
}

export function equalGvk(a: Gvk, b: Gvk): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind
}

/** The namespace that counts when objects are compared. */
export function effectiveNamespace({ isClusterScoped, namespace }: ResId): string {
  if (isClusterScoped) return noNamespace
  return namespace === '' ? defaultNamespace : namespace
}

export function equalIds(a: ResId, b: ResId): boolean {
  return a.name === b.name && equalGvk(a, b) && effectiveNamespace(a) === effectiveNamespace(b)
}

export function printGvk({ group, version, kind }: Gvk): string {
  return `${kind || '[noKind]'}.${version || '[noVer]'}.${group || '[noGrp]'}`
}

export function printId(id: ResId): string {
  return `${printGvk(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`
}
