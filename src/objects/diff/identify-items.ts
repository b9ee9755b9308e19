import { fieldOf, isJsonObject, type Json, type JsonList } from '../json.ts'
import { printCanonicalJson } from '../json-text.ts'
import { keyOf } from '../merge/path-element.ts'
import { elementOfItem } from '../merge/list-items.ts'
import type { ListType } from '../schema/schema-type.ts'
import type { PathStep } from './readable-path.ts'

/** An item of a list, and what it is found by in another list. */
export interface IdentifiedItem {
  readonly id: string
  readonly step: PathStep
  readonly item: Json
}

/**
 * The items of a list with what tells them apart. `other` is the list it is compared with: both must
 * be told apart in the same way.
 */
export function identifyItems(
  list: JsonList,
  other: JsonList,
  type: ListType | undefined,
): readonly IdentifiedItem[] {
  const byType = type === undefined || type.atomic ? undefined : identifyByType(list, other, type)
  return byType ?? identifyByName(list, other) ?? list.map(byPlace)
}

function identifyByType(
  list: JsonList,
  other: JsonList,
  type: ListType,
): readonly IdentifiedItem[] | undefined {
  if (![...list, ...other].every((item) => isJsonObject(item) === type.keys.length > 0))
    return undefined
  const found = list.map((item) => {
    const id = elementOfItem(type, item)
    const key = keyOf(id)
    const step: PathStep = key === undefined ? { value: item } : { key }
    return { id, step, item }
  })
  const ids = other.map((item) => elementOfItem(type, item))
  return areUnique(found.map(({ id }) => id)) && areUnique(ids) ? found : undefined
}

// Lists of unknown kinds, and atomic ones: items usually have a name.
function identifyByName(list: JsonList, other: JsonList): readonly IdentifiedItem[] | undefined {
  const names = list.map((item) => fieldOf(item, 'name'))
  const others = other.map((item) => fieldOf(item, 'name'))
  if ([...names, ...others].some((name) => typeof name !== 'string')) return undefined
  if (names.length + others.length === 0 || !areUnique(names) || !areUnique(others))
    return undefined
  return list.map((item) => {
    const key = { name: fieldOf(item, 'name') ?? null }
    return { id: printCanonicalJson(key), step: { key }, item }
  })
}

function byPlace(item: Json, index: number): IdentifiedItem {
  return { id: String(index), step: { index }, item }
}

function areUnique(ids: readonly unknown[]): boolean {
  return new Set(ids).size === ids.length
}
