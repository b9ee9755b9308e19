import { encodeJson } from '../../../formats/json/encode.ts'
import { readYamlMap } from '../../../formats/yaml/read.ts'
import { type Json, type JsonObject, isJsonObject } from '../../../objects/json.ts'
import { parseJson, printJson } from '../../../objects/json-text.ts'
import { type Nulls, type ValueEdit, changeTable } from './edit-values-text.ts'

/** Values that are an object, after changes. */
export function editValuesObject(
  before: JsonObject,
  edits: readonly ValueEdit[],
  nulls: Nulls,
): JsonObject {
  const table = readYamlMap(printJson(before))
  changeTable(table, edits, nulls)
  return parseJson(encodeJson(table, { html: false })) as JsonObject
}

/** The merge patch that makes one object of the other: what went is null. Undefined where a null is wanted, which no merge patch can write. */
export function mergePatchOf(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch: Record<string, Json> = {}
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null
  for (const [key, value] of Object.entries(after)) {
    const old = before[key]
    if (printJson(value) === (old === undefined ? '' : printJson(old))) continue
    const inner =
      isJsonObject(value) && isJsonObject(old) ? mergePatchOf(old, value) : withoutNull(value)
    if (inner === undefined) return undefined
    patch[key] = inner
  }
  return patch
}

function withoutNull(value: Json): Json | undefined {
  if (value === null) return undefined
  if (!isJsonObject(value)) return value
  return Object.values(value).every((one) => withoutNull(one ?? null) !== undefined)
    ? value
    : undefined
}
