// The last step of sigs.k8s.io/yaml: encoding/json decodes into a Go type, takes what fits, and
// reports the first value that does not, in the order of the JSON text, that is, of sorted keys.

import { compareStrings } from '../go-string.ts'
import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { YamlError } from './errors.ts'
import { fieldName, type Shape, type StructShape } from './shape.ts'

/** The treatment of keys that a struct does not have: encoding/json's DisallowUnknownFields. */
export type UnknownKeys = 'ignore-unknown' | 'refuse-unknown'

/** The value with the fields of its structs under their own names. Throws for a value of a wrong type. */
export function fitToShape(
  value: Value,
  shape: Shape,
  unknown: UnknownKeys = 'ignore-unknown',
): Value {
  if (shape === 'any') return value
  return fit(value, shape, { unknown, struct: undefined, path: '' })
}

/** Where a value is: the innermost struct, and the fields that lead there from the outermost one. */
interface ShapeContext {
  readonly unknown: UnknownKeys
  readonly struct: string | undefined
  readonly path: string
}

function fit(value: Value, shape: Shape, place: ShapeContext): Value {
  if (value === null || value === undefined || shape === 'any') return value
  if (shape === 'string' || shape === 'bool') {
    const wanted = shape === 'bool' ? 'boolean' : shape
    return typeof value === wanted ? value : fail(value, shape, place)
  }
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return fail(value, shape, place)
    return shape.of === 'any'
      ? value
      : value.map((item: Value) => fit(item, shape.of, place) ?? zeroOf(shape.of))
  }
  if (!(value instanceof Map)) return fail(value, shape, place)
  if (shape.kind === 'struct') return fitStruct(value, shape, place)
  if (shape.of === 'any') return value
  return new Map(
    sorted(value).map(([key, item]) => [key, fit(item, shape.of, place) ?? zeroOf(shape.of)]),
  )
}

function fitStruct(
  value: ReadonlyMap<string, Value>,
  shape: StructShape,
  place: ShapeContext,
): Map<string, Value> {
  const fields = new Map<string, Value>()
  const struct = nameOf(shape)
  for (const [key, item] of sorted(value)) {
    const name = fieldName(shape, key)
    if (name === undefined) {
      if (place.unknown === 'ignore-unknown') continue
      throw new YamlError('unknown-key', `json: unknown field ${quote(key)}`, undefined, 'decode')
    }
    const path = place.struct === undefined ? name : `${place.path}.${name}`
    const fitted = fit(item, shape.fields[name] ?? 'any', { ...place, struct, path })
    // Null leaves a field as it is, even where another spelling of its name has set it.
    if (fitted !== null) fields.set(name, fitted)
  }
  return fields
}

// The value of null as an element of a list or map.
function zeroOf(shape: Shape): Value {
  if (shape === 'string') return ''
  if (shape === 'bool') return false
  const isStruct = shape !== 'any' && shape.kind === 'struct' && shape.isPointer !== true
  return isStruct ? new Map<string, Value>() : null
}

// The name alone, without the package; a type without a name has none.
function nameOf({ type }: StructShape): string {
  return type.startsWith('struct {') ? '' : type.slice(type.indexOf('.') + 1)
}

function sorted(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].toSorted(([a], [b]) => compareStrings(a, b))
}

function fail(value: Value, shape: Shape, place: ShapeContext): never {
  const target =
    place.struct === undefined ? 'Go value' : `Go struct field ${place.struct}.${place.path}`
  const problem = `json: cannot unmarshal ${jsonKind(value)} into ${target} of type ${goType(shape)}`
  throw new YamlError('wrong-type', problem, undefined, 'decode')
}

function jsonKind(value: Value): string {
  if (Array.isArray(value)) return 'array'
  if (value instanceof Map) return 'object'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function goType(shape: Shape): string {
  if (shape === 'any') return 'interface {}'
  if (typeof shape === 'string') return shape
  if (shape.kind === 'list') return `[]${elementType(shape.of)}`
  return shape.kind === 'map' ? `map[string]${elementType(shape.of)}` : shape.type
}

function elementType(shape: Shape): string {
  const isPointer = typeof shape !== 'string' && shape.kind === 'struct' && shape.isPointer
  return (isPointer === true ? '*' : '') + goType(shape)
}
