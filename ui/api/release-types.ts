/** An object of a release as it is on the cluster. */
export interface ReleaseObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly source: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly object?: Readonly<Record<string, unknown>>
  /** Each one a chain from the object to the cause of its trouble. */
  readonly causes?: readonly (readonly CauseStep[])[]
  readonly made?: readonly MadeObject[]
}

export interface CauseStep {
  readonly subject: string
  readonly reason: string
  readonly message: string
}

/** An object that another one made, such as a pod. */
export interface MadeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly owner: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly containers?: readonly string[]
}

export interface ReleaseRevision {
  readonly revision: number
  readonly status: string
  readonly updated: string
  readonly description: string
  readonly chart: string
  readonly chartVersion: string
  readonly appVersion: string
}

export interface FieldChange {
  readonly is: 'added' | 'removed' | 'changed' | 'reordered'
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

export interface ObjectChange {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly action: string
  readonly changes: readonly FieldChange[]
}

export interface RevisionDiff {
  readonly from: ReleaseRevision
  readonly to: ReleaseRevision
  readonly values: readonly FieldChange[]
  readonly objects: readonly ObjectChange[]
  readonly unchanged: number
}

export interface DriftedObject {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly is: 'gone' | 'changed' | 'unknown'
  readonly changes: readonly FieldChange[]
  readonly managers: readonly { readonly field: string; readonly manager: string }[]
  readonly notices: readonly string[]
}

export interface ObjectEvent {
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly count: number
  readonly lastSeen: string
}
