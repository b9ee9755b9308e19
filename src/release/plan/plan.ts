import type { FieldChange } from '../../objects/diff/diff-objects.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { Ownership } from '../desired/ownership.ts'
import type { ObjectName } from '../release.ts'
import type { FieldConflict } from '../server-apply/field-conflict.ts'

// The changes of a verb, before it changes anything: plain data, printed by the command line, drawn
// by the page, kept with the revision.

export type PlanVerb = 'install' | 'upgrade' | 'rollback' | 'uninstall'

export interface Plan {
  readonly verb: PlanVerb
  readonly namespace: string
  readonly name: string
  /** Definitions from crds/ first, then in the order in which they are applied, then what goes. */
  readonly objects: readonly PlannedObject[]
  /** Hooks that will run, in their order. */
  readonly hooks: readonly PlannedHook[]
  readonly images: PlannedImages
  /** The documents that the values were checked by, beyond the schemas in the chart. */
  readonly documents: readonly PlannedDocument[]
  readonly missingPermissions: readonly MissingPermission[]
  /** The warnings that concern no single object; most important first. */
  readonly warnings: readonly string[]
}

/**
 * `unchanged` and `gone` (to be deleted, but not there any more) cost no write; `keep` is no longer
 * wanted but asks to stay.
 */
export type PlannedAction = 'create' | 'change' | 'unchanged' | 'adopt' | 'prune' | 'keep' | 'gone'

export interface PlannedObject {
  readonly id: ObjectName
  readonly action: PlannedAction
  readonly ownership: Ownership
  /** The template, or the file below crds/. */
  readonly source: string
  /** The changes field by field; of `change` and `adopt` only. */
  readonly changes: readonly FieldChange[]
  readonly problems: readonly Problem[]
  /** As it will be, of `create`; as it is, of `prune` and `keep`. */
  readonly object?: JsonObject
}

/** Something that a person should know about an object before it is touched. */
export type Problem = {
  readonly message: string
  /** Whether applying would fail. */
  readonly blocking: boolean
} & (
  | { readonly is: 'conflict'; readonly conflict: FieldConflict; readonly becomes: ConflictEnd }
  | { readonly is: 'immutable'; readonly field: string }
  | { readonly is: 'crd-danger'; readonly rule: string; readonly path: string }
  | { readonly is: 'removed-api'; readonly replacement?: string }
  | { readonly is: 'not-served' }
  | { readonly is: 'foreign' }
  | { readonly is: 'refused' }
  | { readonly is: 'unverifiable'; readonly because: 'namespace' | 'kind' | 'webhook' }
  | { readonly is: 'permission' }
  | { readonly is: 'cascade'; readonly objects: readonly ObjectName[] }
  | { readonly is: 'warning' }
)

export type ConflictEnd = 'failure' | 'taken' | 'yielded'

export interface PlannedHook {
  readonly event: string
  readonly id: ObjectName
  readonly source: string
  readonly weight: number
  readonly deletePolicies: readonly string[]
}

export interface PlannedImages {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Images that are pulled from elsewhere than where the chart names them, or by their digest. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
}

/** A document that a values.schema.json refers to. */
export interface PlannedDocument {
  readonly url: string
  readonly digest: string
}

export interface MissingPermission {
  readonly verb: string
  readonly group: string
  readonly resource: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
}

export type PlanSummary = Readonly<Record<PlannedAction, number>>

/** How many objects are created, changed and so on. */
export function planSummary({ objects }: Pick<Plan, 'objects'>): PlanSummary {
  const counts = { create: 0, change: 0, unchanged: 0, adopt: 0, prune: 0, keep: 0, gone: 0 }
  for (const { action } of objects) counts[action]++
  return counts
}

/** Whether carrying the plan out would change an object of the cluster. */
export function changesSomething(plan: Pick<Plan, 'objects'>): boolean {
  const { create, change, adopt, prune } = planSummary(plan)
  return create + change + adopt + prune > 0
}

/** The problems that stand in the way of carrying the plan out. */
export function blockers(
  plan: Plan,
): readonly { readonly object: PlannedObject; readonly problem: Problem }[] {
  return plan.objects.flatMap((object) =>
    object.problems.filter(({ blocking }) => blocking).map((problem) => ({ object, problem })),
  )
}
