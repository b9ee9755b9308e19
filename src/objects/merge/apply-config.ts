import { ObjectsError } from '../errors.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaType } from '../schema/schema-type.ts'
import {
  differenceOf,
  emptyFieldSet,
  intersectionOf,
  isEmptySet,
  unionOf,
  withNamedParents,
  withoutBelow,
  type FieldSet,
} from './field-set.ts'
import { fieldSetOfValue } from './field-set-of-value.ts'
import {
  inVersion,
  managersAfter,
  reconcileManagers,
  type KindSchema,
  type Managers,
  type OwnedFields,
} from './managers/owners-and-conflicts.ts'
import { mergeValues } from './merge-values.ts'
import { removeFields } from './remove-fields.ts'

export interface Configuration {
  readonly live: JsonObject
  readonly config: JsonObject
  readonly apiVersion: string
  readonly managers: Managers
  /** The manager that applies. */
  readonly by: string
  readonly force: boolean
}

export type Applied =
  | { readonly did: 'apply'; readonly object: JsonObject | undefined; readonly managers: Managers }
  | { readonly did: 'conflict'; readonly conflicts: ReadonlyMap<string, FieldSet> }

/**
 * A configuration laid over the live object. Fields that this manager applied before and leaves out
 * now go, unless somebody else owns them. The object is undefined when nothing changes in it.
 */
export function applyConfiguration(kind: KindSchema, request: Configuration): Applied {
  const { live, config, apiVersion, by } = request
  const type = typeIn(kind, apiVersion)
  const before = reconcileManagers(kind, request.managers)
  const merged = asObject(mergeValues(live, config, type))
  const mentioned = fieldSetOfValue(config, type)
  const reset = kind.resetFields(apiVersion)
  const fields = reset === undefined ? mentioned : withoutBelow(mentioned, reset)
  const managers = new Map(before).set(by, { fields, apiVersion, applied: true })
  const after = prune(kind, { merged, managers, apiVersion }, before.get(by))
  const outcome = managersAfter(kind, managers, { before: live, after, apiVersion, by })
  if (!request.force && outcome.conflicts.size > 0)
    return { did: 'conflict', conflicts: outcome.conflicts }
  const object = equalJson(live, after) ? undefined : after
  return { did: 'apply', object, managers: outcome.managers }
}

/** The owners of fields after a manager has written the object as a whole. */
export function updateManagers(
  kind: KindSchema,
  change: {
    readonly before: JsonObject
    readonly after: JsonObject
    readonly apiVersion: string
    readonly managers: Managers
    readonly by: string
  },
): Managers {
  const { apiVersion, by } = change
  const reconciled = reconcileManagers(kind, change.managers)
  const { managers, comparison } = managersAfter(kind, reconciled, change)
  const owned = managers.get(by)?.fields ?? emptyFieldSet
  const touched = unionOf(comparison.modified, comparison.added)
  const all = unionOf(differenceOf(owned, comparison.removed), touched)
  const reset = kind.resetFields(apiVersion)
  const fields = reset === undefined ? all : withoutBelow(all, reset)
  const after = new Map(managers).set(by, { fields, apiVersion, applied: false })
  if (isEmptySet(fields)) after.delete(by)
  return after
}

interface Merged {
  readonly merged: JsonObject
  readonly managers: Managers
  readonly apiVersion: string
}

function prune(kind: KindSchema, request: Merged, last: OwnedFields | undefined): JsonObject {
  const { merged, managers } = request
  if (last === undefined || isEmptySet(last.fields)) return merged
  const type = kind.typeOf(last.apiVersion)
  if (type === undefined) return merged
  const old = inVersion(merged, last.apiVersion)
  const owned = withNamedParents(last.fields, type)
  const bare = { object: removeFields(old, owned, type), apiVersion: last.apiVersion }
  const kept = addBackOwned(kind, { merged, bare, managers })
  const all = withNamedParents(fieldSetOfValue(old, type), type)
  const left = withNamedParents(fieldSetOfValue(inThat(kept, last.apiVersion), type), type)
  // Only what this manager owned may go; what nobody or an updater owned stays.
  const gone = intersectionOf(differenceOf(all, left), owned)
  return inVersion(asObject(removeFields(old, gone, type)), request.apiVersion)
}

interface Pruned {
  readonly merged: JsonObject
  readonly bare: { readonly object: Json; readonly apiVersion: string }
  readonly managers: Managers
}

// Fields that were removed too eagerly come back: those that a manager owns, in each version they
// use.
function addBackOwned(kind: KindSchema, { merged, bare, managers }: Pruned): Json {
  const byVersion = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of managers.values())
    byVersion.set(apiVersion, unionOf(byVersion.get(apiVersion) ?? emptyFieldSet, fields))
  const first = byVersion.has(bare.apiVersion) ? [bare.apiVersion] : []
  const others = [...byVersion.keys()].filter((version) => version !== bare.apiVersion)
  let pruned = bare.object
  for (const version of [...first, ...others]) {
    const type = kind.typeOf(version)
    if (type === undefined) continue
    const whole = inVersion(merged, version)
    const all = withNamedParents(fieldSetOfValue(whole, type), type)
    const left = withNamedParents(fieldSetOfValue(inThat(pruned, version), type), type)
    const owned = withNamedParents(byVersion.get(version) ?? emptyFieldSet, type)
    pruned = removeFields(whole, differenceOf(all, unionOf(left, owned)), type)
  }
  return pruned
}

function inThat(object: Json, apiVersion: string): Json {
  return isJsonObject(object) ? inVersion(object, apiVersion) : object
}

function typeIn(kind: KindSchema, apiVersion: string): SchemaType {
  const type = kind.typeOf(apiVersion)
  if (type === undefined)
    throw new ObjectsError('invalid-object', `there is no schema of the kind in ${apiVersion}`)
  return type
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
