import { isJsonList, isJsonObject, type Json } from '../json.ts'
import type { ListType, MapType, ScalarType, SchemaType } from '../schema/schema-type.ts'

/** The shape that a value is taken for. */
export type Shape =
  | { readonly is: 'map'; readonly type: MapType }
  | { readonly is: 'scalar'; readonly type: ScalarType }
  | { readonly is: 'list'; readonly type: ListType }

/**
 * Which of the possible types a value has. A value that is null, missing or of none of them is taken
 * for the first there is, in the order map, scalar, list; validation then says what is wrong with it.
 */
export function shapeOf(type: SchemaType, value: Json | undefined): Shape | undefined {
  return exactShape(type, value) ?? firstShape(type)
}

/** Whether two values of one type are taken for the same of the possible types. */
export function haveSameShape(type: SchemaType, a: Json | undefined, b: Json | undefined): boolean {
  return exactShape(type, a)?.is === exactShape(type, b)?.is
}

function exactShape(type: SchemaType, value: Json | undefined): Shape | undefined {
  if (value === null || value === undefined) return undefined
  if (isJsonList(value))
    return type.list === undefined ? undefined : { is: 'list', type: type.list }
  if (isJsonObject(value)) return type.map === undefined ? undefined : { is: 'map', type: type.map }
  return type.scalar === undefined ? undefined : { is: 'scalar', type: type.scalar }
}

function firstShape(type: SchemaType): Shape | undefined {
  if (type.map !== undefined) return { is: 'map', type: type.map }
  if (type.scalar !== undefined) return { is: 'scalar', type: type.scalar }
  return type.list === undefined ? undefined : { is: 'list', type: type.list }
}
