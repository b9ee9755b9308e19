// The last step of sigs.k8s.io/yaml: encoding/json decodes into a Go type, takes what fits, and
// reports the first value that does not, in the order of the JSON text, that is, of sorted keys.

import { compareStrings } from '../go-string.ts'
import type { Value } from '../value.ts'
import { YamlError } from './errors.ts'
import { fieldName, type Shape, type StructShape } from './shape.ts'

/** The value with the fields of its structs under their own names. Throws for a value of a wrong type. */
export function fitToShape(value: Value, shape: Shape): Value {
  if (shape === 'any') return value
  return fit(value, shape, undefined)
}

/** Where a value is: the outermost struct and the names of the fields below it. */
interface Place {
  readonly struct: string
  readonly path: string
}

function fit(value: Value, shape: Shape, place: Place | undefined): Value {
  if (value === null || value === undefined || shape === 'any') return value
  if (shape === 'string' || shape === 'bool') {
    const wanted = shape === 'bool' ? 'boolean' : shape
    return typeof value === wanted ? value : fail(value, shape, place)
  }
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return fail(value, shape, place)
    return shape.of === 'any' ? value : value.map((item: Value) => fit(item, shape.of, place))
  }
  if (!(value instanceof Map)) return fail(value, shape, place)
  if (shape.kind === 'struct') return fitStruct(value, shape, place)
  if (shape.of === 'any') return value
  return new Map(sorted(value).map(([key, item]) => [key, fit(item, shape.of, place)]))
}

function fitStruct(
  value: ReadonlyMap<string, Value>,
  shape: StructShape,
  place: Place | undefined,
): Map<string, Value> {
  const fields = new Map<string, Value>()
  for (const [key, item] of sorted(value)) {
    const name = fieldName(shape, key)
    if (name === undefined) continue
    const inner =
      place === undefined
        ? { struct: shape.type.slice(shape.type.indexOf('.') + 1), path: name }
        : { struct: place.struct, path: `${place.path}.${name}` }
    const fitted = fit(item, shape.fields[name] ?? 'any', inner)
    // Null leaves a field as it is, even where another spelling of its name has set it.
    if (fitted !== null) fields.set(name, fitted)
  }
  return fields
}

function sorted(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].toSorted(([a], [b]) => compareStrings(a, b))
}

function fail(value: Value, shape: Shape, place: Place | undefined): never {
  const target = place === undefined ? 'Go value' : `Go struct field ${place.struct}.${place.path}`
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
  if (shape.kind === 'list') return `[]${goType(shape.of)}`
  return shape.kind === 'map' ? `map[string]${goType(shape.of)}` : shape.type
}
