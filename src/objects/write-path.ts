import { fieldOf, isJsonObject, withField, type Json, type JsonObject } from './json.ts'

/**
 * The object with the value at a path of fields set, making the objects on the way; with undefined,
 * without it. A value on the way that is no object is replaced when setting and left when
 * unsetting.
 */
export function writePath(
  object: JsonObject,
  path: readonly string[],
  value: Json | undefined,
): JsonObject {
  const [field, ...rest] = path
  if (field === undefined) return object
  if (rest.length === 0) return withField(object, field, value)
  const inner = fieldOf(object, field)
  if (value === undefined && !isJsonObject(inner)) return object
  return withField(object, field, writePath(isJsonObject(inner) ? inner : {}, rest, value))
}
