import { isList, isMap, itemsOf } from '../../formats/value.ts'
import type { Value } from '../../formats/value.ts'
import { isJsonList, isJsonObject } from '../../objects/json.ts'
import type { Json } from '../../objects/json.ts'
import { setField } from '../registry/draft.ts'
import type { Draft, DraftValue } from '../registry/draft.ts'

/** What YAML gives, as JSON. */
export function jsonOfValue(value: Value): DraftValue {
  if (value === undefined || value === null) return null
  if (isList(value)) return itemsOf(value).map(jsonOfValue)
  if (isMap(value)) {
    const object: Draft = {}
    for (const [name, inner] of value) setField(object, name, jsonOfValue(inner))
    return object
  }
  if (typeof value === 'object') throw new Error('only plain values come out of YAML')
  return value
}

/** JSON as the values that the YAML writer takes. */
export function valueOfJson(json: Json): Value {
  if (isJsonList(json)) return json.map(valueOfJson)
  if (isJsonObject(json)) {
    return new Map(Object.entries(json).map(([name, inner]) => [name, valueOfJson(inner)]))
  }
  return json
}
