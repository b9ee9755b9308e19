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

export interface PlanProblem {
  readonly is: string
  readonly message: string
  readonly blocking: boolean
}

export interface PlannedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly action: 'create' | 'change' | 'unchanged' | 'adopt' | 'prune' | 'keep' | 'gone'
  readonly source: string
  readonly changes: readonly FieldChange[]
  readonly problems: readonly PlanProblem[]
}

/** The changes to come, as the server has tried them. */
export interface Plan {
  readonly verb: string
  readonly objects: readonly PlannedObject[]
  readonly hooks: readonly {
    readonly event: string
    readonly kind: string
    readonly name: string
  }[]
  readonly images: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly moved?: readonly { readonly from: string; readonly to: string }[]
  }
  /** Documents that the values were checked by, beyond the schemas in the chart. */
  readonly documents: readonly { readonly url: string; readonly digest: string }[]
  readonly missingPermissions: readonly {
    readonly verb: string
    readonly group: string
    readonly resource: string
    readonly namespace: string
  }[]
  readonly warnings: readonly string[]
  readonly blocked: boolean
  readonly changes: boolean
}
