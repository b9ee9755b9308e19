import {
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json.ts'
import { typeOfField, type ListType, type MapType, type SchemaType } from '../schema/schema-type.ts'
import { elementOfItem, itemsByElement } from './list-items.ts'
import { shapeOf } from './narrow-type.ts'
import type { PathElement } from './path-element.ts'

/**
 * A value with a partial one laid over it: leaves of the overlay win, nothing is taken away. Lists
 * whose items are told apart are merged item by item; items keep the live order unless the overlay
 * puts shared ones in another.
 */
export function mergeValues(
  live: Json | undefined,
  overlay: Json | undefined,
  type: SchemaType,
): Json | undefined {
  const shape = shapeOf(type, overlay === undefined ? live : overlay)
  if (shape?.is === 'map' && !shape.type.atomic) return mergeMaps(live, overlay, shape.type)
  if (shape?.is === 'list' && !shape.type.atomic) return mergeLists(live, overlay, shape.type)
  return overlay === undefined ? live : overlay
}

function mergeMaps(
  live: Json | undefined,
  overlay: Json | undefined,
  type: MapType,
): Json | undefined {
  const below = isJsonObject(live) ? live : noFields
  const above = isJsonObject(overlay) ? overlay : noFields
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  if (names.size === 0) return overlay === undefined ? live : overlay
  const fields = [...names].flatMap((name) => {
    const fieldType = typeOfField(type, name)?.() ?? {}
    const merged = mergeValues(fieldOf(below, name), fieldOf(above, name), fieldType)
    return merged === undefined ? [] : [[name, merged] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

function mergeLists(
  live: Json | undefined,
  overlay: Json | undefined,
  type: ListType,
): Json | undefined {
  const below = isJsonList(live) ? live : []
  const above = isJsonList(overlay) ? overlay : []
  if (below.length + above.length === 0) return overlay === undefined ? live : overlay
  const items = new ListMerge(type, below, above).merge()
  return items.length === 0 ? undefined : items
}

interface Entry {
  readonly element: PathElement
  readonly item: Json
}

// Walks both lists at once. Items that only the live list has stay where they are between their
// neighbours; shared items are taken in the order of the overlay.
class ListMerge {
  private readonly item: SchemaType
  private readonly live: readonly Entry[]
  private readonly overlay: readonly Entry[]
  private readonly liveItems: ReadonlyMap<PathElement, JsonList>
  private readonly overlayItems: ReadonlyMap<PathElement, JsonList>
  /** The items that both lists have and that are still to come, in the order of the overlay. */
  private readonly shared: PathElement[]
  private readonly out: Json[] = []

  constructor(type: ListType, live: JsonList, overlay: JsonList) {
    const entryOf = (item: Json): Entry => ({ element: elementOfItem(type, item), item })
    this.item = type.item()
    this.live = live.map(entryOf)
    this.overlay = overlay.map(entryOf)
    this.liveItems = itemsByElement(type, live)
    this.overlayItems = itemsByElement(type, overlay)
    this.shared = this.overlay.map(({ element }) => element).filter((at) => this.liveItems.has(at))
  }

  merge(): JsonList {
    let at = 0
    for (const { element } of this.overlay) {
      at = this.takeLiveBefore(element, at)
      this.takeShared(element)
      // The same item on both sides moves both on.
      if (this.live[at]?.element === element) at++
    }
    for (const entry of this.live.slice(at)) this.takeLive(entry)
    return this.out
  }

  // The live items before the one that the overlay puts here; shared ones wait for their turn.
  private takeLiveBefore(element: PathElement, start: number): number {
    for (let at = start; at < this.live.length; at++) {
      const entry = this.live[at]
      if (entry === undefined || entry.element === element) return at
      const next = this.shared[0]
      if (this.overlayItems.has(entry.element) && (next ?? entry.element) === entry.element)
        return next === undefined ? at + 1 : at
      this.takeLive(entry)
    }
    return this.live.length
  }

  private takeLive({ element, item }: Entry): void {
    if (!this.overlayItems.has(element)) this.push(item, undefined)
  }

  private takeShared(element: PathElement): void {
    if (this.shared[0] === element) this.shared.shift()
    const same = this.liveItems.get(element) ?? []
    // A live item that is there twice is replaced, not merged: nobody can tell which one is meant.
    const live = same.length > 1 ? null : same[0]
    this.push(live, this.overlayItems.get(element)?.[0])
  }

  private push(live: Json | undefined, overlay: Json | undefined): void {
    const merged = mergeValues(live, overlay, this.item)
    if (merged !== undefined) this.out.push(merged)
  }
}

const noFields: JsonObject = {}
