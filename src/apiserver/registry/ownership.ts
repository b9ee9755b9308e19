import { ObjectsError } from '../../objects/errors.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  withField,
  type Json,
  type JsonObject,
} from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { updateObject } from '../../objects/merge/field-manager.ts'
import { draftOf, ensureChild, type Draft, type DraftValue } from './draft.ts'
import { timestamp, type Registry, type WriteContext } from './registry.ts'

/** Books what changes to the field manager of the write. */
export function bookUpdate(
  registry: Registry,
  context: WriteContext,
  live: JsonObject | undefined,
  object: Draft,
): Draft {
  const kind = context.served.managed(context.subresource)
  if (kind === undefined) return object
  const now = timestamp(registry)
  const booked = withoutFailure(object, () =>
    updateObject(kind, { live, object, manager: context.manager, now }),
  )
  const fields = fieldOf(fieldOf(booked, 'metadata'), 'managedFields')
  const metadata = ensureChild(object, 'metadata')
  if (context.subresource === 'scale' && isJsonList(fields)) {
    metadata['managedFields'] = draftOf({ fields: withOldTimes(fields, live) })['fields'] ?? null
    return object
  }
  if (fields === undefined) delete metadata['managedFields']
  else metadata['managedFields'] = draftOf({ fields })['fields'] ?? null
  return object
}

/** A manager that is new to a scale has no time: the server looks for it among those of the object. */
function withOldTimes(fields: readonly Json[], live: JsonObject | undefined): readonly Json[] {
  const known = new Map(
    listAt(live, ['metadata', 'managedFields']).map((entry) => [identityOf(entry), entry]),
  )
  return fields.map((entry) => {
    if (!isJsonObject(entry) || fieldOf(entry, 'subresource') !== 'scale') return entry
    return withField(entry, 'time', fieldOf(known.get(identityOf(entry)), 'time'))
  })
}

function identityOf(entry: Json): string {
  const names = ['manager', 'operation', 'apiVersion', 'subresource']
  return JSON.stringify(names.map((name) => fieldOf(entry, name) ?? ''))
}

/** An object that does not fit its schema is mostly refused later, in other words; nobody owns it. */
function withoutFailure(object: JsonObject, book: () => JsonObject): JsonObject {
  try {
    return book()
  } catch (error) {
    if (error instanceof ObjectsError) return { ...object, metadata: {} }
    throw error
  }
}

/** An update that changes nothing but the times in the bookkeeping changes nothing. */
export function ignoreOnlyTimestamps(draft: Draft, old: JsonObject): Draft {
  const metadata = ensureChild(draft, 'metadata')
  const before = fieldOf(fieldOf(old, 'metadata'), 'managedFields')
  const after = metadata['managedFields']
  if (before === undefined || after === undefined || equalJson(before, after)) return draft
  if (!equalJson(withoutTimes(draft), withoutTimes(old))) return draft
  metadata['managedFields'] = before as DraftValue
  return draft
}

function withoutTimes(object: JsonObject): JsonObject {
  const metadata = fieldOf(object, 'metadata')
  if (!isJsonObject(metadata)) return object
  const entries = listAt(metadata, ['managedFields']).map((entry): Json => {
    if (!isJsonObject(entry)) return entry
    const { time: _, ...rest } = entry
    return rest
  })
  const { kind: _, apiVersion: __, ...rest } = object
  return { ...rest, metadata: { ...metadata, managedFields: entries } }
}
