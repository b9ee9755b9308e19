import { ObjectsError } from '../errors.ts'
import { goTextOf } from '../merge/go-value.ts'
import { typeOfField, type PatchStrategy, type SchemaType } from '../schema/schema-type.ts'
import {
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json.ts'

// The words of strategic merge patches.

/** In a map: replace it, delete it or this item. */
export const patchDirective = '$patch'
/** The fields that shall be left. */
export const retainKeysDirective = '$retainKeys'
/** Before the name of a list: the order its items shall have. */
export const orderPrefix = '$setElementOrder/'
/** Before the name of a list of scalars: what shall go. */
export const deletePrefix = '$deleteFromPrimitiveList/'

/** How a field is patched. */
export interface PatchField {
  readonly strategy: PatchStrategy
  /** The type of the values inside a map, or of the items of a list. */
  readonly type: SchemaType | undefined
}

/** How a field that is a map is patched. */
export function mapField(type: SchemaType | undefined, name: string): PatchField {
  return { strategy: strategyOf(type, name), type: typeBelow(type, name) }
}

/** How a field that is a list is patched. */
export function listField(type: SchemaType | undefined, name: string): PatchField {
  return { strategy: strategyOf(type, name), type: typeBelow(type, name)?.list?.item() }
}

/** The items of a list that is patched item by item. Throws when one of them is no map. */
export function mapsOf(list: JsonList): readonly JsonObject[] {
  return list.map((item) => {
    if (isJsonObject(item)) return item
    throw badType('map[string]interface {}', item)
  })
}

/** The value that tells an item apart. */
export function keyOfItem(item: JsonObject, mergeKey: string): Json {
  const key = fieldOf(item, mergeKey)
  if (key !== undefined) return key
  throw new ObjectsError(
    'invalid-patch',
    `map: ${goTextOf(item)} does not contain declared merge key: ${mergeKey}`,
  )
}

/** Whether the items are maps. Throws when they are lists, or of several kinds. */
export function holdsMaps(...lists: readonly JsonList[]): boolean {
  const items = lists.flat()
  if (items.some((item) => isJsonList(item)))
    throw new ObjectsError('invalid-patch', 'lists of lists are not supported')
  const kinds = new Set(items.map((item) => (isJsonObject(item) ? 'map' : typeof item)))
  if (kinds.size > 1)
    throw new ObjectsError(
      'invalid-patch',
      `list element types are not identical: ${goTextOf(lists.map((list) => list))}`,
    )
  return kinds.has('map')
}

/** The error of the API server for a value of a wrong type. */
export function badType(expected: string, actual: Json): ObjectsError {
  return new ObjectsError(
    'invalid-patch',
    `expected a ${expected}, but received a ${goTypeOf(actual)}`,
  )
}

function goTypeOf(value: Json): string {
  if (isJsonList(value)) return '[]interface {}'
  if (isJsonObject(value)) return 'map[string]interface {}'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  return Number.isInteger(Number(value)) ? 'int64' : 'float64'
}

function strategyOf(type: SchemaType | undefined, name: string): PatchStrategy {
  return type?.map?.fields.get(name)?.patch ?? noStrategy
}

function typeBelow(type: SchemaType | undefined, name: string): SchemaType | undefined {
  return type?.map === undefined ? undefined : typeOfField(type.map, name)?.()
}

const noStrategy: PatchStrategy = { merge: false, retainKeys: false }
