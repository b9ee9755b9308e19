import { compareStrings } from '../../formats/go-string.ts'
import { equalJson, fieldOf, isJsonList, isJsonObject } from '../json.ts'
import type { Json, JsonList, JsonObject } from '../json.ts'
import { goTextOf } from '../merge/go-value.ts'
import type { SchemaType } from '../schema/schema-type.ts'
import { identityBy, sortBy } from './element-order.ts'
import type { ThreeStates } from './merge-patch.ts'
import {
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
import { mergeMaps } from './strategic-merge.ts'

/** The strategic merge patch that turns one object into another. */
export function createStrategicMergePatch(
  from: JsonObject,
  to: JsonObject,
  type: SchemaType,
): JsonObject {
  return diffMaps(from, to, { type, keep: 'all', retainKeys: false })
}

/**
 * The strategic merge patch that brings an object to what shall be and takes away only what was
 * applied before, as `kubectl apply` and Helm's client-side upgrades compute it.
 */
export function threeWayStrategicMergePatch(states: ThreeStates, type: SchemaType): JsonObject {
  const { original, modified, current } = states
  const changes = diffMaps(current, modified, { type, keep: 'changes', retainKeys: false })
  const deletions = diffMaps(original, modified, { type, keep: 'deletions', retainKeys: false })
  return mergeMaps(deletions, changes, { type, mode: 'join' })
}

interface Place {
  readonly type: SchemaType | undefined
  readonly keep: 'all' | 'changes' | 'deletions'
  /** Whether the map says which of its fields shall be left. */
  readonly retainKeys: boolean
}

function diffMaps(from: JsonObject, to: JsonObject, place: Place): JsonObject {
  const changed = Object.entries(to).flatMap(([name, after]) =>
    diffField(name, fieldOf(from, name), after, place),
  )
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name))
  const removed = place.keep === 'changes' ? [] : gone.map((name) => [name, null] as const)
  const patch = Object.fromEntries([...changed, ...removed])
  const kept = Object.keys(to).filter((name) => to[name] !== null)
  const lost = gone.some((name) => from[name] !== null)
  if (!place.retainKeys || kept.length === 0) return patch
  if (Object.keys(patch).length === 0 && !lost) return patch
  return { ...patch, [retainKeysDirective]: kept.toSorted(compareStrings) }
}

type Entries = readonly (readonly [string, Json])[]

function diffField(name: string, before: Json | undefined, after: Json, place: Place): Entries {
  const whole: Entries = place.keep === 'deletions' ? [] : [[name, after]]
  if (before === undefined) return whole
  if (isJsonObject(before) && isJsonObject(after)) {
    const { strategy, type } = mapField(place.type, name)
    const inner = diffMaps(before, after, { ...place, type, retainKeys: strategy.retainKeys })
    return Object.keys(inner).length === 0 ? [] : [[name, inner]]
  }
  if (isJsonList(before) && isJsonList(after)) return diffListField(name, before, after, place)
  return equalJson(before, after) ? [] : whole
}

function diffListField(name: string, before: JsonList, after: JsonList, place: Place): Entries {
  const { strategy, type } = listField(place.type, name)
  if (!strategy.merge) {
    const same = place.keep === 'deletions' || equalJson(before, after)
    return same ? [] : [[name, after]]
  }
  if (before.length === 0) {
    const nothing = after.length === 0 || place.keep === 'deletions'
    return nothing ? [] : [[name, after]]
  }
  const inner: Place = { type, keep: place.keep, retainKeys: strategy.retainKeys }
  if (!holdsMaps(before, after)) return diffScalars(name, before, after, place)
  return diffItems({ name, before, after, mergeKey: strategy.mergeKey ?? '' }, inner)
}

function diffScalars(name: string, before: JsonList, after: JsonList, place: Place): Entries {
  const added = place.keep === 'deletions' ? [] : without(after, before)
  const gone = place.keep === 'changes' ? [] : sortScalars(without(before, after))
  const unique = gone.filter((item, at) => gone.findIndex((one) => equalJson(one, item)) === at)
  const asksOrder = gone.length > 0 || (place.keep !== 'deletions' && !equalJson(before, after))
  return [
    ...listEntry(name, added),
    ...listEntry(`${deletePrefix}${name}`, unique),
    ...(asksOrder ? listEntry(`${orderPrefix}${name}`, after) : []),
  ]
}

interface ItemsDiff {
  readonly name: string
  readonly before: JsonList
  readonly after: JsonList
  readonly mergeKey: string
}

function diffItems({ name, before, after, mergeKey }: ItemsDiff, place: Place): Entries {
  const [left, right] = [mapsOf(before), mapsOf(after)]
  const identity = identityBy(mergeKey)
  const changed = sortBy(
    right.flatMap((item) => diffItem(item, left, mergeKey, place)),
    after,
    identity,
  )
  const gone = left.filter(
    (item) => findByKey(right, keyOfItem(item, mergeKey), mergeKey) === undefined,
  )
  const deletions = sortByText(gone, mergeKey).map((item) => ({
    [patchDirective]: 'delete',
    [mergeKey]: keyOfItem(item, mergeKey),
  }))
  const patch = [...changed, ...(place.keep === 'changes' ? [] : deletions)]
  const sameOrder = equalJson(before.map(identity), after.map(identity))
  const asksOrder = patch.length > 0 || (place.keep !== 'deletions' && !sameOrder)
  const order = right.map((item) => ({ [mergeKey]: keyOfItem(item, mergeKey) }))
  return [
    ...listEntry(name, patch),
    ...(asksOrder ? listEntry(`${orderPrefix}${name}`, order) : []),
  ]
}

function diffItem(
  item: JsonObject,
  before: readonly JsonObject[],
  mergeKey: string,
  place: Place,
): readonly JsonObject[] {
  const key = keyOfItem(item, mergeKey)
  const other = findByKey(before, key, mergeKey)
  if (other === undefined) return place.keep === 'deletions' ? [] : [item]
  const inner = diffMaps(other, item, place)
  return Object.keys(inner).length === 0 ? [] : [{ ...inner, [mergeKey]: key }]
}

function findByKey(
  items: readonly JsonObject[],
  key: Json,
  mergeKey: string,
): JsonObject | undefined {
  return items.find((item) => equalJson(fieldOf(item, mergeKey), key))
}

function without(items: JsonList, others: JsonList): JsonList {
  return items.filter((item) => !others.some((other) => equalJson(other, item)))
}

function listEntry(name: string, items: JsonList): Entries {
  return items.length === 0 ? [] : [[name, items]]
}

function sortScalars(items: JsonList): JsonList {
  return items.toSorted((a, b) => compareStrings(goTextOf(a), goTextOf(b)))
}

function sortByText(items: readonly JsonObject[], mergeKey: string): readonly JsonObject[] {
  const textOf = (item: JsonObject): string => goTextOf(keyOfItem(item, mergeKey))
  return items.toSorted((a, b) => compareStrings(textOf(a), textOf(b)))
}
