// Configuration out of YAML, by way of JSON as kustomize reads it: keys fit in any case, values must be
// of the right type.

import { composeDocument } from '../../formats/yaml/compose.ts'
import { decodeDocument } from '../../formats/yaml/decode.ts'
import { fitToShape } from '../../formats/yaml/fit-shape.ts'
import { readYamlAs, readYamlStrictAs } from '../../formats/yaml/read.ts'
import type { StructShape } from '../../formats/yaml/shape.ts'
import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'

export type Fields = ReadonlyMap<string, Value>

/**
 * Reads a text into a type. `exact` refuses unknown fields and turns no number into a string, `strict`
 * refuses unknown fields and keys that are there twice, `lenient` refuses neither.
 */
export function readAs(
  text: string,
  shape: StructShape,
  way: 'exact' | 'strict' | 'lenient',
): Fields {
  const value = read(text, shape, way)
  return value instanceof Map ? value : new Map()
}

function read(text: string, shape: StructShape, way: 'exact' | 'strict' | 'lenient'): Value {
  try {
    if (way === 'lenient') return readYamlAs(text, shape)
    if (way === 'strict') return readYamlStrictAs(text, shape)
    const root = composeDocument(text)
    if (root === undefined) return null
    const value = decodeDocument(root, { isStrict: false, shape: 'any' })
    return fitToShape(value, shape, 'refuse-unknown')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new KustomizeError('invalid', why, { cause: error })
  }
}

export function textAt(fields: Fields | undefined, name: string): string {
  const value = fields?.get(name)
  return typeof value === 'string' ? value : ''
}

export function flagAt(fields: Fields | undefined, name: string): boolean {
  return fields?.get(name) === true
}

export function fieldsAt(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.get(name)
  return value instanceof Map ? value : undefined
}

export function listAt(fields: Fields | undefined, name: string): readonly Fields[] {
  const value = fields?.get(name)
  return Array.isArray(value) ? (value as readonly Fields[]) : []
}

export function textsAt(fields: Fields | undefined, name: string): readonly string[] {
  const value = fields?.get(name)
  return Array.isArray(value) ? (value as readonly string[]) : []
}

export function textMapAt(fields: Fields | undefined, name: string): Map<string, string> {
  const value = fields?.get(name)
  return value instanceof Map ? new Map(value as ReadonlyMap<string, string>) : new Map()
}

/** A whole number; anything else is refused. */
export function integerAt(fields: Fields | undefined, name: string): number {
  const value = fields?.get(name)
  if (value === undefined || value === null) return 0
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw new KustomizeError('invalid', `${name} must be a whole number`)
}
