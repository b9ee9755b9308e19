import { equalJson } from '../json.ts'
import type { Json, JsonList } from '../json.ts'
import { fieldOf, isJsonObject } from '../json.ts'

// In which order the items of a patched list stand: those that the patch names in its order, the
// others as the server had them, the two woven together by where the server had both.

/** The items in their order. `identity` tells them apart. */
export function orderItems(
  merged: JsonList,
  patchOrder: JsonList,
  serverOrder: JsonList,
  identity: (item: Json) => Json,
): JsonList {
  const named = merged.filter((item) => placeOf(patchOrder, item, identity) >= 0)
  const others = merged.filter((item) => placeOf(patchOrder, item, identity) < 0)
  return weave(sortBy(others, serverOrder, identity), sortBy(named, patchOrder, identity), (item) =>
    placeOf(serverOrder, item, identity),
  )
}

/** The items in the order of another list that has all of them. */
export function sortBy(items: JsonList, order: JsonList, identity: (item: Json) => Json): JsonList {
  return items.toSorted((a, b) => placeOf(order, a, identity) - placeOf(order, b, identity))
}

/** What tells the items of a list apart: a field of them, or themselves. */
export function identityBy(mergeKey: string | undefined): (item: Json) => Json {
  if (mergeKey === undefined) return (item) => item
  return (item) => (isJsonObject(item) ? (fieldOf(item, mergeKey) ?? null) : null)
}

function placeOf(list: JsonList, item: Json, identity: (item: Json) => Json): number {
  const wanted = identity(item)
  return list.findIndex((other) => equalJson(identity(other), wanted))
}

function weave(left: JsonList, right: JsonList, place: (item: Json) => number): JsonList {
  const woven: Json[] = []
  const waiting = [...left]
  for (const item of right) {
    while (waiting[0] !== undefined && comesBefore(place(waiting[0]), place(item)))
      woven.push(waiting.shift() ?? null)
    woven.push(item)
  }
  return [...woven, ...waiting]
}

function comesBefore(left: number, right: number): boolean {
  return left >= 0 && right >= 0 && left < right
}
