import type { Json } from '../../objects/json.ts'
import type { DraftValue } from '../registry/draft.ts'

/** A schema of the generated table, as far as decoding goes. */
export interface FieldSchema {
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string
    readonly version: string
    readonly kind: string
  }[]
  readonly type?: string
  readonly format?: string
  readonly $ref?: string
  readonly default?: Json
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly additionalProperties?: FieldSchema
}

/** The name of the Go type of a field, for messages. */
export function goTypeOf(schema: FieldSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('.').slice(-2).join('.')
  switch (schema.type) {
    case 'integer':
      return schema.format ?? 'int64'
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    case 'array':
      return `[]${goTypeOf(schema.items ?? {})}`
    case 'object':
      return `map[string]${goTypeOf(schema.additionalProperties ?? {})}`
    default:
      return schema.type === 'string' ? 'string' : 'interface {}'
  }
}

/**
 * Go's name for a value of JSON that does not fit; numbers that only do not fit by size are told.
 */
export function jsonNameOf(schema: FieldSchema, value: DraftValue): string {
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'number':
      return schema.type === 'integer' ? `number ${value}` : 'number'
    case 'bigint':
      return 'number'
    default:
      return typeof value
  }
}
