// The values that Kubernetes objects are made of: what JSON.parse gives, and nothing else.
//
// An integer is a `number` while it is exact (at most 2^53 - 1 either way) and a `bigint` beyond, so
// that resource versions, UIDs in annotations and 64-bit counters survive a round trip. A whole
// number is therefore never both: compare with `equalJson`, never with `===`, where a value may come
// from arithmetic. Objects are plain ones and may have any own key, `__proto__` and `constructor`
// included: read them with `fieldOf`, write them by spreading or with `withField`.

import { compareStrings } from '../formats/go-string.ts'

export type Json = null | boolean | number | bigint | string | JsonList | JsonObject

export type JsonList = readonly Json[]

export interface JsonObject {
  readonly [field: string]: Json
}

/** Whether a value is an object, neither a list nor null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a list. */
export function isJsonList(value: Json | undefined): value is JsonList {
  return Array.isArray(value)
}

/** The value of an object's own field; undefined when it has none or is no object. */
export function fieldOf(value: Json | undefined, field: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined
}

/** The object with one field set; with undefined, without that field. Keeps the order of fields. */
export function withField(object: JsonObject, field: string, value: Json | undefined): JsonObject {
  if (value === undefined) {
    if (!Object.hasOwn(object, field)) return object
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))
  }
  return { ...object, [field]: value }
}

/** Whether two values are the same JSON; the order of fields does not matter. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isJsonList(a)) return isJsonList(b) && equalLists(a, b)
  if (isJsonObject(a)) return isJsonObject(b) && equalObjects(a, b)
  return isNumeric(a) && isNumeric(b) && compareNumbers(a, b) === 0
}

/**
 * A total order over all values, the same on every machine: null, booleans, numbers, strings by code
 * point, lists item by item, objects by sorted field. Zero exactly where `equalJson` holds.
 */
export function compareJson(a: Json, b: Json): number {
  const byType = rankOf(a) - rankOf(b)
  if (byType !== 0) return byType
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (isJsonList(a) && isJsonList(b)) return compareLists(a, b)
  if (isJsonObject(a) && isJsonObject(b)) return compareObjects(a, b)
  return Number(a) - Number(b)
}

/** A 64-bit integer as a value: a number while that is exact. */
export function jsonInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function equalLists(a: JsonList, b: JsonList): boolean {
  return a.length === b.length && a.every((item, at) => equalJson(item, b[at]))
}

function equalObjects(a: JsonObject, b: JsonObject): boolean {
  const fields = Object.keys(a)
  return (
    fields.length === Object.keys(b).length &&
    fields.every((field) => Object.hasOwn(b, field) && equalJson(a[field], b[field]))
  )
}

function isNumeric(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

function rankOf(value: Json): number {
  if (value === null) return 0
  if (typeof value === 'boolean') return 1
  if (isNumeric(value)) return 2
  if (typeof value === 'string') return 3
  return isJsonList(value) ? 4 : 5
}

function compareLists(a: JsonList, b: JsonList): number {
  for (const [at, item] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = compareJson(item, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const left = Object.entries(a).toSorted(([x], [y]) => compareStrings(x, y))
  const right = Object.entries(b).toSorted(([x], [y]) => compareStrings(x, y))
  return compareLists(left, right)
}
