import { compareTyped, ignoreFields, type Comparison } from '../compare.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { SchemaType } from '../../schema/schema-type.ts'
import { differenceOf, intersectionOf, isEmptySet, unionOf, type FieldSet } from '../field-set.ts'
import { fieldElement } from '../path-element.ts'
import { reconcileWithSchema } from '../reconcile-fields.ts'

/** The fields of one manager, and the version they were named in. */
export interface OwnedFields {
  readonly fields: FieldSet
  readonly apiVersion: string
  readonly applied: boolean
}

/** The owned fields by manager; keys are the identities that managed-fields.ts builds. */
export type Managers = ReadonlyMap<string, OwnedFields>

/** The facts about a kind that merging needs. */
export interface KindSchema {
  /** The type of the kind in a version; undefined when it is not served in it any more. */
  readonly typeOf: (apiVersion: string) => SchemaType | undefined
  /** The fields that a request has no say in, by version. */
  readonly resetFields: (apiVersion: string) => FieldSet | undefined
}

/** A change of an object by somebody. */
export interface Change {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly apiVersion: string
  /** The manager that makes the change. */
  readonly by: string
}

export interface ManagersAfter {
  readonly managers: Managers
  /** The fields that others own and the change takes from them. */
  readonly conflicts: ReadonlyMap<string, FieldSet>
  readonly comparison: Comparison
}

/** The managers, with their fields as the schema of today tells them apart. */
export function reconcileManagers(kind: KindSchema, managers: Managers): Managers {
  const reconciled = new Map<string, OwnedFields>()
  for (const [id, owned] of managers) {
    const type = kind.typeOf(owned.apiVersion)
    if (type === undefined) continue
    reconciled.set(id, { ...owned, fields: reconcileWithSchema(owned.fields, type) })
  }
  return reconciled
}

/**
 * The owners of fields after a change: other managers lose the fields that it modifies, adds or
 * removes.
 */
export function managersAfter(kind: KindSchema, managers: Managers, change: Change): ManagersAfter {
  const comparisons = new Map<string, Comparison>()
  const compareIn = (apiVersion: string): Comparison | undefined => {
    const known = comparisons.get(apiVersion)
    const made = known ?? compareInVersion(kind, change, apiVersion)
    if (made !== undefined) comparisons.set(apiVersion, made)
    return made
  }
  const comparison = compareIn(change.apiVersion) ?? nothingChanged
  const left = new Map<string, OwnedFields>()
  const conflicts = new Map<string, FieldSet>()
  for (const [id, owned] of managers) {
    const seen = id === change.by ? nothingChanged : compareIn(owned.apiVersion)
    if (seen === undefined) continue
    const taken = intersectionOf(owned.fields, unionOf(seen.modified, seen.added))
    if (!isEmptySet(taken)) conflicts.set(id, taken)
    else if (isEmptySet(intersectionOf(owned.fields, seen.removed))) {
      // Most changes are nothing to most managers.
      if (!isEmptySet(owned.fields)) left.set(id, owned)
      continue
    }
    const fields = differenceOf(differenceOf(owned.fields, taken), seen.removed)
    if (!isEmptySet(fields)) left.set(id, { ...owned, fields })
  }
  return { managers: left, conflicts, comparison }
}

/** An object as another version of its kind has it. */
export function inVersion(object: JsonObject, apiVersion: string): JsonObject {
  return { ...object, apiVersion }
}

function compareInVersion(
  kind: KindSchema,
  change: Change,
  apiVersion: string,
): Comparison | undefined {
  const type = kind.typeOf(apiVersion)
  if (type === undefined) return undefined
  const reset = kind.resetFields(apiVersion)
  // Fields that are ignored afterwards need not be compared: the spec, when only a status is
  // written.
  const before: Json = withoutFields(inVersion(change.before, apiVersion), reset)
  const after: Json = withoutFields(inVersion(change.after, apiVersion), reset)
  return ignoreFields(compareTyped(before, after, type), reset)
}

/** The object without the fields of its first level that are members of the set. */
export function withoutFields(object: JsonObject, fields: FieldSet | undefined): JsonObject {
  if (fields === undefined) return object
  const kept = Object.entries(object).filter(([name]) => !fields.members.has(fieldElement(name)))
  return Object.fromEntries(kept)
}

const nothing: FieldSet = { members: new Set(), children: new Map() }

const nothingChanged: Comparison = { removed: nothing, modified: nothing, added: nothing }
