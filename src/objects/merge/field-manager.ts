import { ObjectsError } from '../errors.ts'
import { fieldOf, isJsonList, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { kindOf, listAt, nameOf, namespaceOf, readPath, uidOf } from '../kube-object.ts'
import type { SchemaType } from '../schema/schema-type.ts'
import { writePath } from '../write-path.ts'
import { applyConfiguration, updateManagers } from './apply-config.ts'
import { capManagers } from './managers/cap-managers.ts'
import { conflictingFields, listConflicts, type Conflict } from './conflict-text.ts'
import {
  differenceOf,
  emptyFieldSet,
  fieldSetOf,
  hasPath,
  isEmptySet,
  pathsOf,
  unionOf,
} from './field-set.ts'
import { fieldsLastApplied, syncLastApplied } from './last-applied.ts'
import {
  decodeManagedFields,
  encodeManagedFields,
  identityOf,
  noManagers,
  type Managed,
} from './managers/managed-fields.ts'
import { type KindSchema, type Managers, withoutFields } from './managers/owners-and-conflicts.ts'
import { fieldElement, fieldNameOf } from './path-element.ts'
import { whyInvalid, type Duplicates } from './validate.ts'

// The treatment of metadata.managedFields around a write, as in the API server: an update leaves
// the object as it is and books the changed fields to the writer; an apply merges and books the
// fields that were mentioned.

/** A kind in one version, and the part of it that is written. */
export interface ManagedKind extends KindSchema {
  readonly apiVersion: string
  /** Such as `status`; empty for the object itself. */
  readonly subresource: string
  /** A new object of the kind before anybody has written to it, as Go prints it. */
  readonly emptyObject: JsonObject
  /** Whether null is a value of its own; in Go's types it is the same as nothing. */
  readonly nulls: 'kept' | 'dropped'
}

export interface ApplyRequest {
  /** Undefined when the object does not exist. */
  readonly live: JsonObject | undefined
  readonly config: JsonObject
  readonly manager: string
  readonly force: boolean
  /** RFC 3339, in seconds. */
  readonly now: string
}

export type ApplyOutcome =
  | { readonly did: 'apply'; readonly object: JsonObject; readonly changed: boolean }
  | { readonly did: 'conflict'; readonly conflicts: readonly Conflict[] }

export interface UpdateRequest {
  /** Undefined when the object is being created. */
  readonly live: JsonObject | undefined
  readonly object: JsonObject
  readonly manager: string
  readonly now: string
}

/** Applies a configuration from the server's side. Throws when it does not fit the schema. */
export function applyObject(kind: ManagedKind, request: ApplyRequest): ApplyOutcome {
  const { config, manager, now } = request
  const live = request.live ?? kind.emptyObject
  checkType(kind, config, 'refused', 'patch')
  checkType(kind, live, 'allowed', 'live')
  const decoded = decodeManagedFields(listAt(live, ['metadata', 'managedFields']))
  const managed = decoded.managers.size > 0 ? decoded : bookEverything(kind, live, now)
  const by = identityOf({
    manager: manager === '' ? unknownManager : manager,
    operation: 'Apply',
    apiVersion: kind.apiVersion,
    subresource: kind.subresource,
  })
  const attempt = applyWithMigration(kind, { ...request, live, managed, by })
  if (attempt.did === 'conflict') return attempt
  const changed = attempt.object !== undefined
  const merged = attempt.object ?? live
  const times = changed ? new Map(managed.times).set(by, now) : managed.times
  const managers = stripIdentity(attempt.managers, by)
  const synced = manager === 'kubectl' ? syncLastApplied(merged, config) : merged
  return { did: 'apply', object: withManaged(synced, { managers, times }), changed }
}

/** Books what changes between the live object and the new one to the manager. */
export function updateObject(kind: ManagedKind, request: UpdateRequest): JsonObject {
  const { manager, now } = request
  const live = request.live ?? kind.emptyObject
  const managed = managedOnUpdate(kind, live, request.object)
  const object = withoutManagedFields(request.object)
  // An object that nobody tracks stays so until the first apply.
  if (managed.managers.size === 0 && uidOf(live) !== '') return object
  return withManaged(object, capManagers(book(kind, { live, object, managed, manager, now })))
}

/** The object with the fields that the request has no say in as the live object has them. */
export function restoreResetFields(
  kind: ManagedKind,
  live: JsonObject | undefined,
  object: JsonObject,
): JsonObject {
  const managed = readPath(object, ['metadata', 'managedFields'])
  const reset = kind.resetFields(kind.apiVersion) ?? emptyFieldSet
  let restored = object
  for (const path of pathsOf(reset)) {
    const names = path.flatMap((element) => fieldNameOf(element) ?? [])
    restored = writePath(restored, names, readPath(live ?? kind.emptyObject, names))
  }
  return writePath(restored, ['metadata', 'managedFields'], managed)
}

const unknownManager = 'unknown'

interface Attempt extends ApplyRequest {
  readonly live: JsonObject
  readonly managed: Managed
  readonly by: string
}

type Attempted =
  | { readonly did: 'apply'; readonly object: JsonObject | undefined; readonly managers: Managers }
  | { readonly did: 'conflict'; readonly conflicts: readonly Conflict[] }

// kubectl may take over what it applied from the client's side, without force.
function applyWithMigration(kind: ManagedKind, attempt: Attempt): Attempted {
  const { live, config, managed, by, force } = attempt
  const { apiVersion } = kind
  const request = { live, config, apiVersion, managers: managed.managers, by }
  const first = applyConfiguration(kind, { ...request, force })
  if (first.did === 'apply') return first
  const conflicts = listConflicts(first.conflicts)
  const type = kind.typeOf(apiVersion)
  if (attempt.manager !== 'kubectl' || type === undefined) return { did: 'conflict', conflicts }
  const allowed = fieldsLastApplied(live, type)
  if (allowed === undefined) return { did: 'conflict', conflicts }
  if (!isEmptySet(differenceOf(conflictingFields(conflicts), allowed))) {
    const left = conflicts.filter(({ path }) => !hasPath(allowed, path))
    return { did: 'conflict', conflicts: left }
  }
  const forced = applyConfiguration(kind, { ...request, force: true })
  return forced.did === 'apply' ? forced : { did: 'conflict', conflicts }
}

interface Booking {
  readonly live: JsonObject
  readonly object: JsonObject
  readonly managed: Managed
  readonly manager: string
  readonly now: string
}

function book(kind: ManagedKind, booking: Booking): Managed {
  const { live, object, managed, now } = booking
  checkType(kind, object, 'allowed', 'new')
  checkType(kind, withoutFields(live, kind.resetFields(kind.apiVersion)), 'allowed', 'live')
  const { apiVersion, subresource } = kind
  const after = kind.nulls === 'kept' ? object : withoutNulls(object, live)
  const change = { before: live, after, apiVersion, managers: managed.managers }
  const managers = new Map(stripIdentity(updateManagers(kind, { ...change, by: self }), self))
  const mine = managers.get(self)
  managers.delete(self)
  if (mine === undefined) return { managers, times: managed.times }
  const manager = booking.manager === '' ? unknownManager : booking.manager
  const id = identityOf({ manager, operation: 'Update', apiVersion, subresource })
  const previous = managers.get(id)
  const fields = previous === undefined ? mine.fields : unionOf(mine.fields, previous.fields)
  managers.set(id, { ...mine, fields })
  return { managers, times: new Map(managed.times).set(id, now) }
}

// Not a valid identity, so it cannot be a manager's: changes are booked here first, to see if there
// are any.
const self = 'current-operation'

// The first apply to an object that was not tracked: its fields belong to the writers before.
function bookEverything(kind: ManagedKind, live: JsonObject, now: string): Managed {
  const object = withoutManagedFields(live)
  const manager = 'before-first-apply'
  return book(kind, { live: kind.emptyObject, object, managed: noManagers, manager, now })
}

function managedOnUpdate(kind: ManagedKind, live: JsonObject, object: JsonObject): Managed {
  const ofLive = (): Managed => decodeOr(listAt(live, ['metadata', 'managedFields']), noManagers)
  if (kind.subresource !== '') return ofLive()
  const written = readPath(object, ['metadata', 'managedFields'])
  if (asksForReset(written)) return noManagers
  const managed = decodeOr(isJsonList(written) ? written : [], noManagers)
  return managed.managers.size > 0 ? managed : ofLive()
}

function decodeOr(entries: readonly Json[], otherwise: Managed): Managed {
  try {
    return decodeManagedFields(entries)
  } catch {
    // Clients may send anything here; the server then goes by what it has.
    return otherwise
  }
}

function asksForReset(written: Json | undefined): boolean {
  if (!isJsonList(written)) return false
  const [first] = written
  return (
    written.length === 0 ||
    (written.length === 1 && isJsonObject(first) && Object.keys(first).length === 0)
  )
}

function stripIdentity(managers: Managers, id: string): Managers {
  const owned = managers.get(id)
  if (owned === undefined) return managers
  const stripped = new Map(managers)
  const fields = differenceOf(owned.fields, neverOwned)
  if (isEmptySet(fields)) stripped.delete(id)
  else stripped.set(id, { ...owned, fields })
  return stripped
}

const neverOwned = fieldSetOf(
  [
    ['apiVersion'],
    ['kind'],
    ['metadata'],
    ['metadata', 'name'],
    ['metadata', 'namespace'],
    ['metadata', 'creationTimestamp'],
    ['metadata', 'selfLink'],
    ['metadata', 'uid'],
    ['metadata', 'clusterName'],
    ['metadata', 'generation'],
    ['metadata', 'managedFields'],
    ['metadata', 'resourceVersion'],
  ].map((path) => path.map(fieldElement)),
)

// A null that was there before is no change; any other is as if the field were not there.
function withoutNulls(object: JsonObject, live: Json | undefined): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => value !== null || fieldOf(live, name) === null,
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      isJsonObject(value) ? withoutNulls(value, fieldOf(live, name)) : value,
    ]),
  )
}

function withoutManagedFields(object: JsonObject): JsonObject {
  return writePath(object, ['metadata', 'managedFields'], undefined)
}

function withManaged(object: JsonObject, managed: Managed): JsonObject {
  const entries = encodeManagedFields(managed)
  return writePath(
    object,
    ['metadata', 'managedFields'],
    entries.length === 0 ? undefined : entries,
  )
}

function checkType(
  kind: ManagedKind,
  object: JsonObject,
  duplicates: Duplicates,
  what: 'patch' | 'live' | 'new',
): void {
  const type: SchemaType | undefined = kind.typeOf(kind.apiVersion)
  const why = type === undefined ? undefined : whyInvalid(object, type, duplicates)
  if (why === undefined) return
  const { group, version, kind: name } = kindOf(object)
  const where = `${namespaceOf(object)}/${nameOf(object)}; ${group}/${version}, Kind=${name}`
  throw new ObjectsError(
    'invalid-object',
    `failed to create typed ${what} object (${where}): ${why}`,
  )
}
