// YAML as Helm reads it: sigs.k8s.io/yaml v1.6.0 on go-yaml v2. A text becomes go-yaml's values, those
// become JSON, and the JSON is decoded, so every number is a float64 and every key a string.
// All functions throw a YamlError whose message is that library's.

import type { Value } from '../value.ts'
import { composeDocument } from './compose.ts'
import { decodeDocument } from './decode.ts'
import { fitToShape } from './fit-shape.ts'
import type { Shape } from './shape.ts'

/** Reads the first document of a text. An empty text is null. */
export function readYaml(text: string): Value {
  return read(text, 'any', false)
}

/** As readYaml, but a key that a mapping has twice is an error, as in sigs.k8s.io/yaml's UnmarshalStrict. */
export function readYamlStrict(text: string): Value {
  return read(text, 'any', true)
}

/** Reads a document into a `map[string]interface {}`. An empty text or null is an empty map. */
export function readYamlMap(text: string): Map<string, Value> {
  const value = read(text, { kind: 'map', of: 'any' }, false)
  return value instanceof Map ? value : new Map<string, Value>()
}

/** Reads a document into a `[]interface {}`. An empty text or null is an empty list. */
export function readYamlList(text: string): readonly Value[] {
  const value = read(text, { kind: 'list', of: 'any' }, false)
  return Array.isArray(value) ? value : []
}

/**
 * Reads a document into a Go type: numbers and booleans become strings where the type has strings,
 * keys find the fields of structs in any case, and unknown keys are left out. Null is what is absent.
 */
export function readYamlAs(text: string, shape: Shape): Value {
  return read(text, shape, false)
}

/** As readYamlAs, but a key that is there twice or that the type does not have is an error. */
export function readYamlStrictAs(text: string, shape: Shape): Value {
  return read(text, shape, true)
}

function read(text: string, shape: Shape, isStrict: boolean): Value {
  const root = composeDocument(text)
  if (root === undefined) return null
  const value = decodeDocument(root, { isStrict, shape })
  return fitToShape(value, shape, isStrict ? 'refuse-unknown' : 'ignore-unknown')
}
