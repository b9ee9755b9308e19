import { compareStrings } from '../../formats/go-string.ts'
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

interface PatchContext {
  readonly type: SchemaType | undefined
  readonly keep: 'all' | 'changes' | 'deletions'
  /** Whether the map says which of its fields shall be left. */
  readonly retainKeys: boolean
}

function diffMaps(from: JsonObject, to: JsonObject, place: PatchContext): JsonObject {
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

function diffField(
  name: string,
  before: Json | undefined,
  after: Json,
  place: PatchContext,
): Entries {
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

function diffListField(
  name: string,
  before: JsonList,
  after: JsonList,
  place: PatchContext,
): Entries {
  const { strategy, type } = listField(place.type, name)
  if (!strategy.merge) {
    const same = place.keep === 'deletions' || equalJson(before, after)
    return same ? [] : [[name, after]]
  }
  if (before.length === 0) {
    const nothing = after.length === 0 || place.keep === 'deletions'
    return nothing ? [] : [[name, after]]
  }
  const inner: PatchContext = { type, keep: place.keep, retainKeys: strategy.retainKeys }
  if (!holdsMaps(before, after)) return diffScalars(name, before, after, place)
  return diffItems({ name, before, after, mergeKey: strategy.mergeKey ?? '' }, inner)
}

function diffScalars(
  name: string,
  before: JsonList,
  after: JsonList,
  place: PatchContext,
): Entries {
  const added = place.keep === 'deletions' ? [] : withoutJson(after, before)
  const gone = place.keep === 'changes' ? [] : sortScalars(withoutJson(before, after))
  const asksOrder = gone.length > 0 || (place.keep !== 'deletions' && !equalJson(before, after))
  return [
    ...listEntry(name, added),
    ...listEntry(`${deletePrefix}${name}`, uniqueJson(gone)),
    ...(asksOrder ? listEntry(`${orderPrefix}${name}`, after) : []),
  ]
}

interface ItemsDiff {
  readonly name: string
  readonly before: JsonList
  readonly after: JsonList
  readonly mergeKey: string
}

function diffItems({ name, before, after, mergeKey }: ItemsDiff, place: PatchContext): Entries {
  const [left, right] = [mapsOf(before), mapsOf(after)]
  const identity = identityBy(mergeKey)
  const findBefore = finderByKey(left, mergeKey)
  const findAfter = finderByKey(right, mergeKey)
  const changed = sortBy(
    right.flatMap((item) => diffItem(item, findBefore, mergeKey, place)),
    after,
    identity,
  )
  const gone = left.filter((item) => findAfter(keyOfItem(item, mergeKey)) === undefined)
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
  findBefore: (key: Json) => JsonObject | undefined,
  mergeKey: string,
  place: PatchContext,
): readonly JsonObject[] {
  const key = keyOfItem(item, mergeKey)
  const other = findBefore(key)
  if (other === undefined) return place.keep === 'deletions' ? [] : [item]
  const inner = diffMaps(other, item, place)
  return Object.keys(inner).length === 0 ? [] : [{ ...inner, [mergeKey]: key }]
}

function finderByKey(
  items: readonly JsonObject[],
  mergeKey: string,
): (key: Json) => JsonObject | undefined {
  const places = indexByField(items, (item) => fieldOf(item, mergeKey))
  return (key) => items[places.get(identityOf(key)) ?? -1]
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
