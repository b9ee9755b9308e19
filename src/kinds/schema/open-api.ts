import type { JsonRecord, JsonValue } from '../json-value.ts'
import type { Fields, Rule, Schema, SchemaNode } from './schema.ts'

/** The structural schema that a CRD holds for this value. */
export function openApiOf(schema: Schema): JsonRecord {
  return {
    description: schema.node.description,
    ...bodyOf(schema.node),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  }
}

function bodyOf(node: SchemaNode): JsonRecord {
  switch (node.is) {
    case 'text':
      if (node.isOpen) return { 'x-kubernetes-preserve-unknown-fields': true }
      return defined({
        type: 'string',
        enum: node.choices,
        pattern: node.pattern,
        format: node.format,
        maxLength: node.maxLength,
        ...validations(node.rules ?? []),
      })
    case 'flag':
      return { type: 'boolean' }
    case 'integer':
      return defined({
        type: 'integer',
        format: 'int64',
        minimum: node.minimum,
        maximum: node.maximum,
      })
    case 'any-object':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    case 'list':
      return {
        type: 'array',
        maxItems: node.maxItems,
        items: openApiOf(node.items),
        ...(node.keys === undefined
          ? { 'x-kubernetes-list-type': 'atomic' }
          : { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': node.keys }),
      }
    case 'map':
      return {
        type: 'object',
        maxProperties: node.maxProperties,
        additionalProperties: openApiOf(node.values),
      }
    case 'object':
      return objectBody(node.fields, node.rules)
  }
}

function objectBody(fields: Fields, rules: readonly Rule[]): JsonRecord {
  const entries = Object.entries(fields)
  const required = entries
    .filter(([, { presence }]) => presence === 'required')
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, openApiOf(field)])),
    ...(required.length === 0 ? {} : { required }),
    ...validations(rules),
  }
}

function validations(rules: readonly Rule[]): JsonRecord {
  if (rules.length === 0) return {}
  return { 'x-kubernetes-validations': rules.map(({ rule, message }) => ({ rule, message })) }
}

function defined(record: Readonly<Record<string, JsonValue | undefined>>): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
}
