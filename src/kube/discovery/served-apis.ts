import type { ApiResource } from '../api-resource.ts'

/** A kind as a server tells of it. */
export interface ServedResource extends ApiResource {
  /** In lower case; empty when the server does not say. */
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  /** `status`, `scale`, `log` … */
  readonly subresources: readonly string[]
}

/** A group and version that is named but whose server does not answer. */
export interface UnavailableApi {
  readonly group: string
  readonly version: string
  readonly why: string
}

/** The APIs of a server, best first: groups in its order, versions in order of preference. */
export interface ServedApis {
  readonly resources: readonly ServedResource[]
  readonly unavailable: readonly UnavailableApi[]
}
