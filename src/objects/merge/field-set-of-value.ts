import { isJsonList, isJsonObject, type Json, type JsonList, type JsonObject } from '../json.ts'
import { typeOfField, type ListType, type MapType, type SchemaType } from '../schema/schema-type.ts'
import { FieldSetBuilder, type FieldSet } from './field-set.ts'
import { itemsByElement } from './list-items.ts'
import { shapeOf } from './narrow-type.ts'
import { fieldElement, type FieldPath } from './path-element.ts'

/** The fields that a value mentions: its leaves, the items of its lists and the keys of its maps. */
export function fieldSetOfValue(value: Json, type: SchemaType): FieldSet {
  const builder = new FieldSetBuilder()
  collect(builder, [], value, type)
  return builder.set
}

function collect(builder: FieldSetBuilder, path: FieldPath, value: Json, type: SchemaType): void {
  const shape = shapeOf(type, value)
  if (shape === undefined) return
  if (shape.is === 'scalar' || shape.type.atomic) builder.add(path)
  else if (shape.is === 'map' && isJsonObject(value)) collectMap(builder, path, value, shape.type)
  else if (shape.is === 'list' && isJsonList(value)) collectList(builder, path, value, shape.type)
}

function collectMap(
  builder: FieldSetBuilder,
  path: FieldPath,
  map: JsonObject,
  type: MapType,
): void {
  for (const [name, value] of Object.entries(map)) {
    const below = [...path, fieldElement(name)]
    const fieldType = typeOfField(type, name)
    if (fieldType !== undefined) collect(builder, below, value, fieldType())
    // Declared fields count by what is in them; keys of a map, null and {} count by themselves.
    if (isEmpty(value) || !type.fields.has(name)) builder.add(below)
  }
}

function collectList(
  builder: FieldSetBuilder,
  path: FieldPath,
  list: JsonList,
  type: ListType,
): void {
  for (const [element, [item, ...duplicates]] of itemsByElement(type, list)) {
    const below = [...path, element]
    if (item !== undefined && duplicates.length === 0) collect(builder, below, item, type.item())
    builder.add(below)
  }
}

function isEmpty(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0)
}
