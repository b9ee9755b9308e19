import { equalJson, fieldOf, isJsonObject, type Json, type JsonObject } from '../json.ts'

/** A value with a JSON merge patch (RFC 7396) applied: null takes a field away. */
export function applyMergePatch(target: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch
  const before = isJsonObject(target) ? target : {}
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name))
  const changed = Object.entries(patch).flatMap(([name, value]) => {
    if (value === null) return []
    return [[name, applyMergePatch(fieldOf(before, name) ?? null, value)] as const]
  })
  return Object.fromEntries([...kept, ...changed])
}

/** The merge patch that turns one object into another. */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const removed = Object.keys(from).filter((name) => !Object.hasOwn(to, name))
  const changed = Object.entries(to).flatMap(([name, after]) => {
    const before = fieldOf(from, name)
    if (before === undefined) return [[name, after] as const]
    if (!isJsonObject(before) || !isJsonObject(after))
      return equalJson(before, after) ? [] : [[name, after] as const]
    const inner = createMergePatch(before, after)
    return Object.keys(inner).length === 0 ? [] : [[name, inner] as const]
  })
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed])
}

/** Three states of an object, as `kubectl apply` and Helm know them. */
export interface ThreeStates {
  /** The configuration that was applied last time. */
  readonly original: JsonObject
  /** The desired configuration. */
  readonly modified: JsonObject
  /** The object as it is now. */
  readonly current: JsonObject
}

/**
 * The merge patch that brings an object to what shall be, and takes away only what was applied
 * before. For kinds whose lists are not told apart: custom ones.
 */
export function threeWayMergePatch({ original, modified, current }: ThreeStates): JsonObject {
  const changes = keepValues(createMergePatch(current, modified))
  const deletions = keepNulls(createMergePatch(original, modified))
  return layOver(deletions, changes)
}

// An empty object that is a value stays; one that has nothing left says nothing.
function keepValues(patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([name, value]) => {
      if (value === null) return []
      if (!isJsonObject(value) || Object.keys(value).length === 0) return [[name, value] as const]
      const inner = keepValues(value)
      return Object.keys(inner).length === 0 ? [] : [[name, inner] as const]
    }),
  )
}

function keepNulls(patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).flatMap<readonly [string, Json]>(([name, value]) => {
      if (value === null) return [[name, null]]
      const inner = isJsonObject(value) ? keepNulls(value) : {}
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )
}

function layOver(below: JsonObject, above: JsonObject): JsonObject {
  const merged = Object.entries(above).map(([name, value]) => {
    const other = fieldOf(below, name)
    return [
      name,
      isJsonObject(other) && isJsonObject(value) ? layOver(other, value) : value,
    ] as const
  })
  return { ...below, ...Object.fromEntries(merged) }
}
