import { isList, isMap, itemsOf, type Value } from '../../../formats/value.ts'
import { isJsonList, isJsonObject, type Json } from '../../../objects/json.ts'
import { setField, type Draft, type DraftValue } from '../../registry/draft.ts'

/** The JSON form of a value of YAML. */
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
