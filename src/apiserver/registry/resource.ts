export interface Subresource {
  readonly name: string
  readonly kind: string
  /** The API version of its kind where that is another than the resource's. */
  readonly apiVersion: string | undefined
  readonly verbs: readonly string[]
}

/** A resource as discovery tells of it, in one version. */
export interface Resource {
  readonly group: string
  readonly version: string
  /** The plural name in paths. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly Subresource[]
}
