import type { StructuralSchema } from '../structural-schema.ts'
import { withObjectFields } from './declare-type.ts'
import { nameInRules } from './property-names.ts'

// How large what a schema describes can be at most and at least, in the measures of the real server: it
// refuses definitions by them, so they are part of its API.

/** The most bytes that a request can have. */
const largestRequest = 3 * 1024 * 1024
const quotes = 2
const bytesPerCharacter = 4

interface TextSize {
  readonly least: number
  readonly most: number
}

/** Texts of these formats, in their quotes. */
const formats: Readonly<Record<string, TextSize>> = {
  duration: { least: 3, most: 32 },
  date: { least: 12, most: 12 },
  'date-time': { least: 21, most: 32 },
}

/** How often a value with such a schema can be in one request. */
export function mostOften(schema: StructuralSchema): number {
  return Math.floor(largestRequest / ((smallestSize(schema) ?? 0) + 1))
}

/** The fewest bytes in which a value can be written; undefined when rules cannot look at it. */
function smallestSize(schema: StructuralSchema): number | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return 1
  switch (schema.type) {
    case 'array':
      return schema.items === undefined ? undefined : 2
    case 'object':
      return smallestObject(schema)
    case 'string':
      return formats[schema.format ?? '']?.least ?? quotes
    case 'boolean':
      return 4
    case 'number':
    case 'integer':
      return 1
    default:
      return undefined
  }
}

/** A field that has a default need not be sent. */
function smallestObject({
  additionalProperties,
  properties = {},
  required = [],
}: StructuralSchema) {
  if (typeof additionalProperties === 'object') return 2
  const sizes = [...new Set(required)].map((name) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (inner === undefined || inner.default !== undefined) return 0
    const size = smallestSize(inner)
    return size === undefined ? 0 : Buffer.byteLength(name) + size + 4
  })
  return sizes.reduce((sum, size) => sum + size, 2)
}

/** The most items, entries or bytes of a value. Numbers and objects have none. */
export function mostElements(schema: StructuralSchema): number {
  if (schema['x-kubernetes-int-or-string'] === true) return mostText(schema)
  if (schema.type === 'string') {
    if (schema.format === 'byte') return schema.maxLength ?? largestRequest - quotes
    return formats[schema.format ?? '']?.most ?? mostText(schema)
  }
  const { items, additionalProperties: values } = schema
  if (schema.type === 'array' && items !== undefined) {
    return schema.maxItems ?? Math.floor((largestRequest - 2) / ((smallestSize(items) ?? 0) + 1))
  }
  if (schema.type !== 'object' || typeof values !== 'object') return 0
  const entry = (smallestSize(values) ?? 0) + 6
  return schema.maxProperties ?? Math.floor((largestRequest - 2) / entry)
}

function mostText(schema: StructuralSchema): number {
  if (schema.maxLength !== undefined) return schema.maxLength * bytesPerCharacter
  const values = (schema.enum ?? []).filter((one) => typeof one === 'string')
  if (values.length === 0 || schema.type !== 'string') return largestRequest - quotes
  return Math.max(...values.map((one) => Buffer.byteLength(one)))
}

/** The schema of a field, by its name in rules; the keys of maps are no fields. */
export function fieldInRules(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true
  const { properties = {}, additionalProperties } = isEmbedded ? withObjectFields(schema) : schema
  if (typeof additionalProperties === 'object') return undefined
  if (Object.hasOwn(properties, name)) return properties[name]
  return Object.entries(properties).find(([property]) => nameInRules(property) === name)?.[1]
}

/** The schema of the items of a list or the values of a map. */
export function elementInRules({
  items,
  additionalProperties,
}: StructuralSchema): StructuralSchema | undefined {
  return items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}
