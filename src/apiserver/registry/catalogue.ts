import { formatApiVersion } from '../../objects/kube-object.ts'
import type { Served } from './served.ts'

/** The versions of a group, the preferred one first. */
export interface ServedGroup {
  readonly group: string
  readonly versions: readonly string[]
}

/** Everything that is served now: what is built in, and what custom definitions add. */
export class Catalogue {
  readonly #byPath = new Map<string, Served>()
  readonly #byKind = new Map<string, Served>()

  constructor(builtIn: readonly Served[]) {
    for (const served of builtIn) this.add(served)
  }

  add(served: Served): void {
    const { group, version, resource, kind } = served.resource
    this.#byPath.set(pathKey(group, version, resource), served)
    this.#byKind.set(`${formatApiVersion(group, version)} ${kind}`, served)
  }

  /** Takes back the version of a resource. */
  delete({ resource: { group, version, resource, kind } }: Served): void {
    this.#byPath.delete(pathKey(group, version, resource))
    this.#byKind.delete(`${formatApiVersion(group, version)} ${kind}`)
  }

  find(group: string, version: string, resource: string): Served | undefined {
    return this.#byPath.get(pathKey(group, version, resource))
  }

  findKind(apiVersion: string, kind: string): Served | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`)
  }

  /** Every resource in every version, in the order in which they were added. */
  all(): readonly Served[] {
    return [...this.#byPath.values()]
  }

  /** One version of every resource whose objects are stored. */
  stored(): readonly Served[] {
    const seen = new Set<string>()
    return this.all().filter(({ bucket, resource }) => {
      if (seen.has(bucket) || !resource.verbs.includes('list')) return false
      seen.add(bucket)
      return true
    })
  }

  groups(): readonly ServedGroup[] {
    const groups = new Map<string, string[]>()
    for (const { resource } of this.#byPath.values()) {
      const versions = groups.get(resource.group) ?? []
      if (!versions.includes(resource.version)) versions.push(resource.version)
      groups.set(resource.group, versions)
    }
    return [...groups].map(([group, versions]) => ({ group, versions }))
  }
}

function pathKey(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`
}
