// JSON as Go's encoding/json reads it: numbers are float64, the last of equal keys wins, errors have
// Go's words.

import { TypedList, TypedMap, listType, mapType, type Value } from '../value.ts'
import { JsonError } from './errors.ts'
import { JsonReader } from './read.ts'

/**
 * The Go type to read the text into: an interface {}, a map[string]interface {} or a []interface
 * {}.
 */
export type JsonTarget = 'any' | 'map' | 'list'

/** Reads a JSON text. Throws a JsonError with Go's text. */
export function decodeJson(text: string, target: JsonTarget): Value {
  const reader = new JsonReader(text)
  let value: Value
  try {
    value = reader.readDocument()
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError(error.message, emptyOf(target))
    throw error
  }
  // A number out of range at the top is still a number to a target that wants none.
  const isNumber = value === null && reader.rangeError !== undefined
  const result = fit(isNumber && target !== 'any' ? 0 : value, target)
  if (reader.rangeError !== undefined) throw new JsonError(reader.rangeError, result)
  return result
}

/** Reads the value at the start of a text and says where it ends, as a json.Decoder does. */
export function decodeJsonPrefix(text: string): { readonly value: Value; readonly end: number } {
  const reader = new JsonReader(text)
  const value = reader.readOne()
  if (reader.rangeError !== undefined) throw new JsonError(reader.rangeError, value)
  return { value, end: reader.end }
}

function emptyOf(target: JsonTarget): Value {
  if (target === 'any') return null
  return target === 'map' ? new Map() : []
}

function fit(value: Value, target: JsonTarget): Value {
  if (target === 'any') return value
  if (value === null) return nilOf(target)
  if (target === 'map' ? value instanceof Map : Array.isArray(value)) return value
  const type = target === 'map' ? mapType : listType
  throw new JsonError(
    `json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`,
    emptyOf(target),
  )
}

function nilOf(target: 'map' | 'list'): Value {
  return target === 'map' ? new TypedMap(mapType, undefined) : new TypedList(listType, undefined)
}

function kindOf(value: Value): string {
  if (value instanceof Map) return 'object'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
