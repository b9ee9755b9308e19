import { identityOf, indexByField } from '../json-identity.ts'
import { fieldOf, isJsonObject, type Json, type JsonList } from '../json.ts'

// In which order the items of a patched list stand: those that the patch names in its order, the
// others as the server had them, the two woven together by where the server had both.

/** The items in their order. `identity` tells them apart. */
export function orderItems(
  merged: JsonList,
  patchOrder: JsonList,
  serverOrder: JsonList,
  identity: (item: Json) => Json,
): JsonList {
  const inPatch = placesIn(patchOrder, identity)
  const named = merged.filter((item) => inPatch(item) >= 0)
  const others = merged.filter((item) => inPatch(item) < 0)
  return weave(
    sortBy(others, serverOrder, identity),
    sortBy(named, patchOrder, identity),
    placesIn(serverOrder, identity),
  )
}

/** The items in the order of another list that has all of them. */
export function sortBy(items: JsonList, order: JsonList, identity: (item: Json) => Json): JsonList {
  const placeOf = placesIn(order, identity)
  const placed = items.map((item) => ({ item, place: placeOf(item) }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

/** The identity that tells the items of a list apart: a field of them, or themselves. */
export function identityBy(mergeKey: string | undefined): (item: Json) => Json {
  if (mergeKey === undefined) return (item) => item
  return (item) => (isJsonObject(item) ? (fieldOf(item, mergeKey) ?? null) : null)
}

/** Where items stand in a list; -1 for those that do not. */
function placesIn(list: JsonList, identity: (item: Json) => Json): (item: Json) => number {
  const places = indexByField(list, identity)
  return (item) => places.get(identityOf(identity(item))) ?? -1
}

function weave(left: JsonList, right: JsonList, placeOf: (item: Json) => number): JsonList {
  const woven: Json[] = []
  const waiting = left.map((item) => ({ item, place: placeOf(item) }))
  let next = 0
  for (const item of right) {
    const place = placeOf(item)
    for (; next < waiting.length; next++) {
      const first = waiting[next]
      if (first === undefined || !comesBefore(first.place, place)) break
      woven.push(first.item)
    }
    woven.push(item)
  }
  for (const { item } of waiting.slice(next)) woven.push(item)
  return woven
}

function comesBefore(left: number, right: number): boolean {
  return left >= 0 && right >= 0 && left < right
}
