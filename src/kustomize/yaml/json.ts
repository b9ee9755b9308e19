// Trees as JSON, for JSON patches. Numbers come back as floats, since Go reads them so.

import type { Value } from '../../formats/value.ts'
import { isJsonList, isJsonObject, jsonInteger, type Json } from '../../objects/json.ts'
import type { YamlNode } from './node.ts'
import { nodeOf, valueOf } from './value.ts'

export function jsonOf(node: YamlNode): Json {
  return toJson(valueOf(node))
}

/** A value that came from YAML or JSON as JSON. */
export function toJson(value: Value): Json {
  if (typeof value === 'bigint') return jsonInteger(value)
  if (Array.isArray(value)) return value.map((item: Value) => toJson(item))
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, member]) => [key, toJson(member)]))
  return (value ?? null) as Json
}

export function nodeOfJson(json: Json): YamlNode {
  return nodeOf(fromJson(json))
}

function fromJson(json: Json): Value {
  if (typeof json === 'bigint') return Number(json)
  if (isJsonList(json)) return json.map(fromJson)
  if (isJsonObject(json))
    return new Map(Object.entries(json).map(([key, member]) => [key, fromJson(member)]))
  return json
}
