import { isJsonList, isJsonObject, type Json, type JsonList, type JsonObject } from '../json.ts'
import { typeOfField, type ListType, type MapType, type SchemaType } from '../schema/schema-type.ts'
import type { FieldSet } from './field-set.ts'
import { elementOfItem } from './list-items.ts'
import { shapeOf } from './narrow-type.ts'
import { fieldElement } from './path-element.ts'

/**
 * The value without these fields. A value that is owned as a whole goes as a whole; a map or list
 * that has nothing left becomes null, unless it is itself one of the fields.
 */
export function removeFields(value: Json, fields: FieldSet, type: SchemaType): Json {
  const shape = shapeOf(type, value)
  if (shape === undefined) return null
  if (shape.is === 'map') return removeFromMap(value, fields, shape.type)
  return shape.is === 'list' ? removeFromList(value, fields, shape.type) : value
}

function removeFromMap(value: Json, fields: FieldSet, type: MapType): Json {
  if (!isJsonObject(value) || type.atomic) return null
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const element = fieldElement(name)
    if (fields.members.has(element)) return []
    const below = fields.children.get(element)
    const fieldType = typeOfField(type, name)
    if (below === undefined || fieldType === undefined) return [[name, inner] as const]
    return [[name, removeFields(inner, below, fieldType())] as const]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

function removeFromList(value: Json, fields: FieldSet, type: ListType): Json {
  if (!isJsonList(value) || type.atomic) return null
  const kept = value.flatMap((item) => {
    const element = elementOfItem(type, item)
    if (fields.members.has(element)) return []
    const below = fields.children.get(element)
    return [below === undefined ? item : removeFields(item, below, type.item())]
  })
  return kept.length === 0 ? null : kept
}

/** Only these fields of the value, with the maps and lists around them; what a manager applied. */
export function extractFields(value: Json, fields: FieldSet, type: SchemaType): Json {
  const shape = shapeOf(type, value)
  if (shape === undefined) return null
  if (shape.is === 'scalar' || shape.type.atomic) return value
  if (shape.is === 'map')
    return isJsonObject(value) ? extractFromMap(value, fields, shape.type) : value
  return isJsonList(value) ? extractFromList(value, fields, shape.type) : value
}

function extractFromMap(map: JsonObject, fields: FieldSet, type: MapType): Json {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, inner]) => {
      const below = belowOf(fields, fieldElement(name))
      const fieldType = typeOfField(type, name)
      if (below === undefined || fieldType === undefined) return []
      return [[name, extractFields(inner, below, fieldType())] as const]
    }),
  )
}

function extractFromList(list: JsonList, fields: FieldSet, type: ListType): Json {
  return list.flatMap((item) => {
    const element = elementOfItem(type, item)
    const below = belowOf(fields, element)
    if (below === undefined) return []
    const extracted = extractFields(item, below, type.item())
    return [
      isJsonObject(item) && isJsonObject(extracted) ? withKeys(item, extracted, type) : extracted,
    ]
  })
}

// An item without its key fields could not be applied again.
function withKeys(item: JsonObject, extracted: JsonObject, type: ListType): JsonObject {
  const keys = Object.entries(item).filter(([name]) => type.keys.includes(name))
  return { ...Object.fromEntries(keys), ...extracted }
}

function belowOf(fields: FieldSet, element: string): FieldSet | undefined {
  return fields.children.get(element) ?? (fields.members.has(element) ? nothing : undefined)
}

const nothing: FieldSet = { members: new Set(), children: new Map() }
