import type { PlannedObject } from './release-types.ts'

/** An upgrade of Kubernetes, rehearsed: what it would mean for the extensions of a cluster. */
export interface Rehearsal {
  readonly cluster: string
  readonly from: string
  readonly to: string
  readonly blocked: boolean
  readonly notices: readonly string[]
  readonly instances: readonly RehearsedInstance[]
}

export interface RehearsedInstance {
  /** `namespace/name`. */
  readonly instance: string
  readonly extension: string
  readonly now?: SourceName
  readonly later?: SourceName
  readonly before?: Move
  readonly after?: Move
  readonly unfit: readonly string[]
  readonly stored: {
    readonly before: readonly StaleRevision[]
    readonly after: readonly StaleRevision[]
  }
  readonly blocks: readonly string[]
  readonly notices: readonly string[]
  readonly held?: { readonly by: 'pin'; readonly revision: number } | { readonly by: 'suspend' }
  readonly broken?: string
}

export interface SourceName {
  readonly version: string
  readonly source: string
}

export interface Move {
  readonly because: 'source' | 'render'
  readonly from: SourceName
  readonly to: SourceName
  readonly plan: {
    readonly objects: readonly PlannedObject[]
    readonly warnings: readonly string[]
  }
}

export interface StaleRevision {
  readonly revision: number
  readonly objects: readonly string[]
}
