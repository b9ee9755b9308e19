import { ObjectsError } from '../errors.ts'
import { identityOf, indexByField, uniqueJson, withoutJson } from '../json-identity.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json.ts'
import { goTextOf } from '../merge/go-value.ts'
import type { PatchStrategy, SchemaType } from '../schema/schema-type.ts'
import { identityBy, orderItems } from './element-order.ts'
import {
  badType,
  deletePrefix,
  holdsMaps,
  keyOfItem,
  listField,
  mapField,
  mapsOf,
  orderPrefix,
  patchDirective,
  retainKeysDirective,
} from './patch-fields.ts'

/**
 * `apply` carries the directives of a patch out; `join` keeps them, for two patches that become one:
 * then nulls and orders are part of the result.
 */
export type MergeMode = 'apply' | 'join'

/** An object of a built-in kind with a strategic merge patch applied. */
export function applyStrategicMergePatch(
  object: JsonObject,
  patch: JsonObject,
  type: SchemaType,
): JsonObject {
  return mergeMaps(object, patch, { type, mode: 'apply' })
}

interface MergeContext {
  readonly type: SchemaType | undefined
  readonly mode: MergeMode
}

/** A map with a patch merged into it. */
export function mergeMaps(
  original: JsonObject,
  patch: JsonObject,
  place: MergeContext,
): JsonObject {
  const directive = fieldOf(patch, patchDirective)
  if (directive !== undefined) return carryOut(directive, patch)
  const merged = new Map(Object.entries(original))
  const rest = new Map(Object.entries(patch))
  retainKeys(merged, rest, place.mode)
  mergeOrdered(merged, rest, place)
  for (const [name, value] of rest) mergeField(merged, { name, value }, place)
  return Object.fromEntries(merged)
}

function carryOut(directive: Json, patch: JsonObject): JsonObject {
  const { [patchDirective]: _, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw invalid(`unknown patch type: ${goTextOf(directive)} in map: ${goTextOf(patch)}`)
}

function retainKeys(merged: Map<string, Json>, rest: Map<string, Json>, mode: MergeMode): void {
  const keys = rest.get(retainKeysDirective)
  if (keys === undefined) return
  rest.delete(retainKeysDirective)
  if (mode === 'join') {
    const before = merged.get(retainKeysDirective)
    if (before !== undefined && !equalJson(before, keys))
      throw invalid(
        `${goTextOf(before)} and ${goTextOf(keys)} are not deep equal: this may happen when calculating the 3-way diff patch`,
      )
    merged.set(retainKeysDirective, keys)
    return
  }
  if (!isJsonList(keys)) throw invalid('invalid patch format of retainKeys')
  const retained = new Set(keys)
  for (const [name, value] of rest)
    if (value !== null && !isParallelList(name) && !retained.has(name))
      throw invalid('invalid patch format of retainKeys')
  for (const name of merged.keys()) if (!retained.has(name)) merged.delete(name)
}

// The lists whose order the patch says.
function mergeOrdered(
  merged: Map<string, Json>,
  rest: Map<string, Json>,
  place: MergeContext,
): void {
  for (const [directive, order] of rest) {
    if (!directive.startsWith(orderPrefix)) continue
    rest.delete(directive)
    if (place.mode === 'join') keepOrder(merged, directive, order)
    if (!isJsonList(order)) throw badType('[]interface {}', order)
    const name = directive.slice(orderPrefix.length)
    const original = listOf(merged.get(name))
    const patch = listOf(rest.get(name))
    const { strategy, type } = listField(place.type, name)
    checkOrder(patch ?? [], order, strategy.mergeKey)
    if (original === undefined && patch === undefined) continue
    rest.delete(name)
    const lists = { original: original ?? [], patch: patch ?? [], strategy }
    const items = joinLists(original, patch, { ...lists, place: { type, mode: place.mode } })
    merged.set(name, orderItems(items, order, lists.original, identityBy(strategy.mergeKey)))
  }
}

function keepOrder(merged: Map<string, Json>, directive: string, order: Json): void {
  const before = merged.get(directive)
  if (before !== undefined && !equalJson(before, order))
    throw invalid('invalid patch format of setElementOrder list')
  merged.set(directive, order)
}

function joinLists(
  original: JsonList | undefined,
  patch: JsonList | undefined,
  lists: Lists,
): JsonList {
  if (patch === undefined) return original ?? []
  if (original !== undefined) return mergeLists(lists)
  const cleaned = withoutDirectives(patch)
  return isJsonList(cleaned) ? cleaned : []
}

function listOf(value: Json | undefined): JsonList | undefined {
  if (value === undefined || isJsonList(value)) return value
  throw badType('[]interface {}', value)
}

// The patched items must stand in the order that the patch asks for.
function checkOrder(patch: JsonList, order: JsonList, mergeKey: string | undefined): void {
  if (patch.length === 0 || order.length === 0) return
  const identity = identityBy(mergeKey)
  const named = patch.filter((item) => fieldOf(item, patchDirective) === undefined)
  if (mergeKey !== undefined) for (const item of mapsOf(named)) keyOfItem(item, mergeKey)
  let at = 0
  for (const item of order)
    if (named[at] !== undefined && equalJson(identity(named[at] ?? null), identity(item))) at++
  if (at < named.length)
    throw invalid(
      `The order in patch list:\n${goTextOf(patch)}\n doesn't match $setElementOrder list:\n${goTextOf(order)}\n`,
    )
}

interface Field {
  readonly name: string
  readonly value: Json
}

function mergeField(merged: Map<string, Json>, field: Field, place: MergeContext): void {
  const isDeletion = field.name.startsWith(deletePrefix)
  if (isDeletion && place.mode === 'join') {
    merged.set(field.name, field.value)
    return
  }
  const name = isDeletion ? field.name.slice(deletePrefix.length) : field.name
  if (field.value === null) {
    merged.delete(name)
    if (place.mode === 'apply') return
  }
  const before = merged.get(name)
  const after =
    before === undefined || kindOf(before) !== kindOf(field.value)
      ? isDeletion
        ? before
        : newValue(field.value, place.mode)
      : mergeSame(before, { ...field, name }, { ...place, isDeletion })
  if (after === undefined) merged.delete(name)
  else merged.set(name, after)
}

function mergeSame(
  before: Json,
  { name, value }: Field,
  place: MergeContext & { readonly isDeletion: boolean },
): Json | undefined {
  const { mode } = place
  if (isJsonObject(before) && isJsonObject(value)) {
    const { type, strategy } = mapField(place.type, name)
    if (strategy.replace === true) return value
    return mergeMaps(before, value, { type, mode })
  }
  if (!isJsonList(before) || !isJsonList(value)) return value
  if (place.isDeletion) return withoutJson(before, value)
  const { strategy, type } = listField(place.type, name)
  return mergeLists({ original: before, patch: value, strategy, place: { type, mode } })
}

interface Lists {
  readonly original: JsonList
  readonly patch: JsonList
  readonly strategy: PatchStrategy
  readonly place: MergeContext
}

function mergeLists({ original, patch, strategy, place }: Lists): JsonList {
  if (!strategy.merge) return patch
  if (original.length + patch.length === 0) return original
  if (!holdsMaps(original, patch)) {
    return orderItems(uniqueJson([...original, ...patch]), patch, original, identityBy(undefined))
  }
  const { mergeKey } = strategy
  if (mergeKey === undefined) throw invalid('cannot merge lists without merge key')
  const special = carryOutItems(mapsOf(original), mapsOf(patch), mergeKey)
  const merged = mergeItems(special, mergeKey, place)
  return orderItems(merged, special.patch, special.original, identityBy(mergeKey))
}

interface Items {
  readonly original: readonly JsonObject[]
  readonly patch: readonly JsonObject[]
}

// Items that carry a directive: one to delete, or the word that the others replace the list.
function carryOutItems(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): Items {
  const deleted = new Set<string>()
  let replaces = false
  const items = patch.filter((item) => {
    const directive = fieldOf(item, patchDirective)
    if (directive === undefined) return true
    if (directive === 'delete') deleted.add(identityOf(keyOfItem(item, mergeKey)))
    else if (directive === 'replace') replaces = true
    else if (directive === 'merge')
      throw invalid('merging lists cannot yet be specified in the patch')
    else throw invalid(`unknown patch type: ${goTextOf(directive)} in map: ${goTextOf(item)}`)
    return false
  })
  if (replaces) return { original: items, patch: [] }
  const left = original.filter((one) => !deleted.has(identityOf(fieldOf(one, mergeKey))))
  return { original: left, patch: items }
}

function mergeItems({ original, patch }: Items, mergeKey: string, place: MergeContext): JsonList {
  const merged: JsonObject[] = [...original]
  const places = indexByField(merged, (item) => fieldOf(item, mergeKey))
  for (const item of patch) {
    const identity = identityOf(keyOfItem(item, mergeKey))
    const at = places.get(identity) ?? merged.length
    const before = merged[at]
    const after = before === undefined ? newValue(item, place.mode) : mergeMaps(before, item, place)
    if (!isJsonObject(after)) continue
    merged[at] = after
    places.set(identity, at)
  }
  return merged
}

function newValue(value: Json, mode: MergeMode): Json | undefined {
  return withoutDirectives(mode === 'apply' ? withoutNulls(value) : value)
}

function withoutNulls(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]))
}

function withoutDirectives(value: Json): Json | undefined {
  if (isJsonList(value)) return value.flatMap((item) => withoutDirectives(item) ?? [])
  if (!isJsonObject(value)) return value
  if (Object.hasOwn(value, patchDirective)) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const kept = withoutDirectives(inner)
      return kept === undefined ? [] : [[name, kept] as const]
    }),
  )
}

function isParallelList(name: string): boolean {
  return name.startsWith(orderPrefix) || name.startsWith(deletePrefix)
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return 'number'
  return isJsonList(value) ? 'list' : typeof value
}

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-patch', message)
}
