import type { Value } from '../../value.ts'
import { asObject } from '../json-type.ts'
import type { Schema } from '../schema.ts'

/** Members up to which it is worth looking whether a schema knows any of them. */
const fewMembers = 8

/**
 * Whether a schema has nothing to say about a value: it knows some names of members, and an object has none of them.
 * Most vocabularies of a metaschema are like this for most schemas, and to ask each in full is most of the work.
 */
export function isIndifferent(schema: Schema, value: Value): boolean {
  const object = asObject(value)
  if (object === undefined || object.size > fewMembers) return false
  const target = hasNothingBut(schema, 'ref') ? (schema.ref ?? schema) : schema
  if (!hasNothingBut(target, 'members')) return false
  if (target.types !== undefined && !target.types.has('object')) return false
  for (const name of object.keys()) if (target.properties.has(name)) return false
  return true
}

type Shape = 'ref' | 'members' | 'other'

/** Fields that say where a schema is, not what it wants. */
const place = ['location', 'version', 'resource', 'dynamicAnchors', 'dynamicAnchor']
const fieldsOf: Readonly<Record<'ref' | 'members', ReadonlySet<string>>> = {
  ref: new Set([...place, 'ref']),
  members: new Set([...place, 'isRecursiveAnchor', 'types', 'properties']),
}
const shapes = new WeakMap<Schema, Shape>()

function hasNothingBut(schema: Schema, shape: 'ref' | 'members'): boolean {
  const known = shapes.get(schema) ?? shapeOf(schema)
  shapes.set(schema, known)
  return known === shape
}

function shapeOf(schema: Schema): Shape {
  const set = Object.entries(schema).filter(([name, field]) => !isUnset(name, field))
  const isAmong = (fields: ReadonlySet<string>) => set.every(([name]) => fields.has(name))
  if (schema.ref !== undefined) return isAmong(fieldsOf.ref) ? 'ref' : 'other'
  return isAmong(fieldsOf.members) ? 'members' : 'other'
}

function isUnset(name: string, field: unknown): boolean {
  // `additionalProperties: false` and a schema that is false say much.
  if (name === 'isUnique' || name === 'isRecursiveAnchor') return field === false
  if (field === undefined) return true
  if (field instanceof Map || field instanceof Set) return field.size === 0
  return Array.isArray(field) && field.length === 0
}
