import type { Schema } from '../../kinds/schema/schema.ts'
import { type Json, isJsonList, isJsonObject } from '../../objects/json.ts'
import { findNearest } from '../../std/find-nearest.ts'

/** A key that a schema does not have. */
export interface UnknownKey {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Every key of a value that its schema does not know, each with the nearest one that it knows. */
export function unknownKeys(
  schema: Schema,
  value: Json | undefined,
  path: readonly (string | number)[] = [],
): readonly UnknownKey[] {
  const { node } = schema
  if (node.is === 'list' && isJsonList(value)) {
    return value.flatMap((item, index) => unknownKeys(node.items, item, [...path, index]))
  }
  if (!isJsonObject(value)) return []
  const entries = Object.entries(value)
  if (node.is === 'map') {
    return entries.flatMap(([key, item]) => unknownKeys(node.values, item, [...path, key]))
  }
  if (node.is !== 'object') return []
  return entries.flatMap(([key, item]) => {
    const field = Object.hasOwn(node.fields, key) ? node.fields[key] : undefined
    const below = [...path, key]
    if (field !== undefined) return unknownKeys(field, item, below)
    return [{ path: below, message: unknownMessage(key, Object.keys(node.fields)) }]
  })
}

function unknownMessage(key: string, known: readonly string[]): string {
  const nearest = findNearest(key, known)
  if (nearest !== undefined) return `${key} is not a key; did you mean ${nearest}?`
  return `${key} is not a key; there are ${known.join(', ')}`
}
