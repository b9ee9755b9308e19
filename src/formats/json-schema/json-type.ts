import { listType, mapType, TypedList, TypedMap, type Value } from '../value.ts'
import { isNumber } from './numbers/json-number.ts'

/** The types of JSON Schema, in the order in which a message lists them. */
export const typeNames = [
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
] as const

export type JsonType = (typeof typeNames)[number]

export type JsonObject = ReadonlyMap<string, Value>
export type JsonArray = readonly Value[]

/** The type of a value; undefined for Go values that JSON does not know. */
export function jsonTypeOf(value: Value): JsonType | undefined {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (isNumber(value)) return 'number'
  if (asArray(value) !== undefined) return 'array'
  return asObject(value) === undefined ? undefined : 'object'
}

/** The members of a Go map[string]interface {}. */
export function asObject(value: Value): JsonObject | undefined {
  if (!(value instanceof Map)) return undefined
  return value instanceof TypedMap && value.type !== mapType ? undefined : value
}

/** The elements of a Go []interface {}, which may be nil. */
export function asArray(value: Value): JsonArray | undefined {
  if (Array.isArray(value)) return value
  if (!(value instanceof TypedList) || value.type !== listType) return undefined
  return value.items ?? []
}
