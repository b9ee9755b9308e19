import { printJson } from '../../objects/json-text.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import type { Entry } from '../storage/entry.ts'
import type { Served } from './served.ts'

/** JSON on one line; only values with integers beyond 2^53 take the slow way. */
export function textOfJson(value: JsonObject): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof TypeError) return printJson(value)
    throw error
  }
}

/** The object as it is stored under a revision: kind and version first, so that lists can cut them off. */
export function encodeStored(served: Served, object: JsonObject, revision: number) {
  const { kind: _, apiVersion: __, metadata, ...rest } = object
  const versioned = ordered({ ...(metadata as JsonObject), resourceVersion: String(revision) })
  const stored: JsonObject = {
    kind: served.resource.kind,
    apiVersion: served.storedApiVersion,
    metadata: versioned,
    ...rest,
  }
  return { object: stored, bytes: Buffer.from(textOfJson(stored)) }
}

/** The order in which Go prints metadata; errors that quote an object show it. */
const metadataOrder = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

function ordered(metadata: JsonObject): JsonObject {
  const result: Record<string, Json> = {}
  for (const field of metadataOrder) {
    const value = metadata[field]
    if (value !== undefined) result[field] = value
  }
  return { ...result, ...metadata }
}

/** The other forms of entries than the stored one, so that each is made once. */
const converted = new WeakMap<Entry, Map<Served, JsonObject>>()

/** The object of an entry in the version and form that is served. */
export function objectOf(served: Served, entry: Entry): JsonObject {
  const stored = entry.object as JsonObject
  if (isServedAsStored(served, entry)) return stored
  const forms = converted.get(entry) ?? new Map<Served, JsonObject>()
  converted.set(entry, forms)
  const known = forms.get(served)
  if (known !== undefined) return known
  const object = served.fromStored?.(stored) ?? stored
  const made = { ...object, kind: served.resource.kind, apiVersion: served.apiVersion }
  forms.set(served, made)
  return made
}

/** The bytes of an entry in the version that is served. */
export function bytesOf(served: Served, entry: Entry): Uint8Array {
  if (isServedAsStored(served, entry)) return entry.bytes
  return Buffer.from(textOfJson(objectOf(served, entry)))
}

function isServedAsStored(served: Served, entry: Entry): boolean {
  if (served.changed !== undefined && entry.revision < served.changed) return false
  return served.storedApiVersion === served.apiVersion
}

/** The object without kind and version, as the items of lists are. */
export function withoutType(object: JsonObject): JsonObject {
  const { kind: _, apiVersion: __, ...rest } = object
  return rest
}
