import {
  type Json,
  type JsonObject,
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import { parseJson } from '../../objects/json-text.ts'
import { type KubeObject, listAt, textAt } from '../../objects/kube-object.ts'
import { helmManager } from '../server-apply/helm-apply.ts'

/**
 * Whether applying an object would change nothing, told from the live object alone: every field that
 * Helm owns by applying is in the object with the value that it has, and the object has no other. The
 * owned fields say which lists are keyed and which values are one piece, so that no schema is needed.
 * `false` means that the server has to be asked: it may write a value in another way, `1000m` as `1`.
 */
export function isSettled(live: KubeObject, object: KubeObject): boolean {
  const entries = listAt(live, ['metadata', 'managedFields'])
  const byHelm = entries.filter((entry) => textAt(entry, ['manager']) === helmManager)
  const [entry, ...others] = byHelm.filter((one) => textAt(one, ['subresource']) === '')
  // More than one: fields that were written from the client's side are handed over first.
  if (entry === undefined || others.length > 0) return false
  if (textAt(entry, ['operation']) !== 'Apply') return false
  if (textAt(entry, ['apiVersion']) !== object.apiVersion) return false
  return isSame(withoutIdentity(object), live, fieldOf(entry, 'fieldsV1') ?? {})
}

// Fields that nobody owns.
function withoutIdentity(object: KubeObject): Json {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object
  const { name: _name, namespace: _namespace, ...meta } = metadata
  return Object.keys(meta).length === 0 ? rest : { ...rest, metadata: meta }
}

function isSame(wanted: Json, live: Json | undefined, owned: Json): boolean {
  const steps = isJsonObject(owned) ? Object.entries(owned).filter(([step]) => step !== '.') : []
  // Owned as one piece: a scalar, an atomic list or map, or something empty.
  if (steps.length === 0) return equalJson(wanted, live) || (live === undefined && isEmpty(wanted))
  if (isJsonObject(wanted)) return areFieldsSame(wanted, live, steps)
  return isJsonList(wanted) && isJsonList(live) && areItemsSame(wanted, live, steps)
}

// An empty value need not be there, and may be owned or not: most kinds do not write it.
function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

type Steps = readonly (readonly [string, Json])[]

function areFieldsSame(
  wanted: Readonly<Record<string, Json>>,
  live: Json | undefined,
  steps: Steps,
): boolean {
  const isWritten = ([name, value]: readonly [string, Json]) =>
    fieldOf(live, name) !== undefined || !isEmpty(value)
  const written = Object.entries(wanted).filter(isWritten)
  const unwritten = steps.filter(([step]) => fieldOf(live, step.slice(2)) === undefined)
  if (steps.length !== written.length + unwritten.length) return false
  return steps.every(([step, below]) => {
    const name = step.slice(2)
    const value = fieldOf(wanted, name)
    return step.startsWith('f:') && value !== undefined && isSame(value, fieldOf(live, name), below)
  })
}

function areItemsSame(wanted: readonly Json[], live: readonly Json[], steps: Steps): boolean {
  if (steps.length !== wanted.length) return false
  const places = steps.map(([step, below]) => {
    const mine = wanted.findIndex((item) => isMeant(step, item, 'mine'))
    const theirs = live.findIndex((item) => isMeant(step, item, 'live'))
    const item = wanted[mine]
    const other = live[theirs]
    if (item === undefined || other === undefined) return undefined
    return isSame(item, other, withoutDefaultedKeys(step, item, below))
      ? { mine, theirs }
      : undefined
  })
  const found = places.filter((place) => place !== undefined)
  return found.length === places.length && isInOrder(found)
}

// Applying puts the items into our order.
function isInOrder(places: readonly { readonly mine: number; readonly theirs: number }[]): boolean {
  const sorted = places.toSorted((a, b) => a.mine - b.mine)
  return sorted.every(({ theirs }, at) => at === 0 || (sorted[at - 1]?.theirs ?? 0) < theirs)
}

// `k:{"name":"web"}` or `v:"value"`. A key field that our item lacks has its default.
function isMeant(step: string, item: Json, whose: 'mine' | 'live'): boolean {
  const text = step.slice(2)
  if (step.startsWith('v:')) return equalJson(item, parseJson(text))
  if (!step.startsWith('k:')) return false
  return Object.entries(keyIn(step)).every(([name, value]) => {
    const found = fieldOf(item, name)
    return (found === undefined && whose === 'mine') || equalJson(found, value)
  })
}

// The server books a key field that it filled in itself to the manager that applied the item.
function withoutDefaultedKeys(step: string, item: Json, below: Json): Json {
  if (!step.startsWith('k:') || !isJsonObject(below)) return below
  return Object.fromEntries(
    Object.entries(below).filter(([name]) => {
      const isKey = Object.hasOwn(keyIn(step), name.slice(2))
      return !isKey || fieldOf(item, name.slice(2)) !== undefined
    }),
  )
}

function keyIn(step: string): JsonObject {
  const key = parseJson(step.slice(2))
  return isJsonObject(key) ? key : {}
}
