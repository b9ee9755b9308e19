import type { JsonRecord } from '../../kinds/json-value.ts'
import type { JsonSchema, Parameter, Parameters } from './route.ts'

// The few forms of JSON Schema that answers of this API are made of.

export const text: JsonSchema = { type: 'string' }
export const whole: JsonSchema = { type: 'integer' }
export const flag: JsonSchema = { type: 'boolean' }
export const texts: JsonSchema = { type: 'array', items: { type: 'string' } }
/** Any object, whatever its fields. */
export const anyObject: JsonSchema = { type: 'object', additionalProperties: true }

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function oneOfWords(...words: readonly string[]): JsonSchema {
  return { type: 'string', enum: words }
}

/** An object: the fields that are always there, and those that may be. */
export function shape(
  description: string,
  always: Readonly<Record<string, JsonSchema>>,
  maybe: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const properties: JsonRecord = { ...always, ...maybe }
  return { type: 'object', description, required: Object.keys(always), properties }
}

/** The name of an object, in a path. */
export const nameParameter: Parameter = {
  description: 'The name of the object.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$',
  },
  example: 'dns',
  required: true,
}

/** The namespace of an object, in a path. */
export const namespaceParameter: Parameter = {
  description: 'The namespace of the object.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 63,
    pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  },
  example: 'default',
  required: true,
}

export const shortText: JsonSchema = { type: 'string', maxLength: 500 }

/** The filter of lists by namespace. */
export const namespaceFilter: Parameters = {
  namespace: {
    description: 'Only those of this namespace; of all namespaces unless given.',
    schema: namespaceParameter.schema,
    example: 'default',
  },
}

/** Items on a page, unless the asker says otherwise, and at most. */
export const usualPage = 100
const mostOnPage = 1000

/** The parameters of every list: words, order, and which page. */
export function listParameters(
  sortFields: readonly [string, ...string[]],
  searchIn: string,
  usual: string = sortFields[0],
): Parameters {
  return {
    search: {
      description: `Words that must all be in ${searchIn}.`,
      schema: shortText,
      example: 'dns',
    },
    sort: {
      description: 'The order; a minus turns it around.',
      schema: {
        type: 'string',
        enum: sortFields.flatMap((field) => [field, `-${field}`]),
        default: usual,
      },
      example: `-${sortFields[0]}`,
    },
    limit: {
      description: 'How many at most.',
      schema: { type: 'integer', minimum: 1, maximum: mostOnPage, default: usualPage },
      example: 50,
    },
    continue: {
      description:
        'The value that the page before gave as continue, with the same sort; any other is refused with 422.',
      schema: { type: 'string', maxLength: 4096 },
      example: '',
    },
  }
}

/** The same for the list of what belongs to one object: usually all of it is wanted. */
export function partParameters(
  sortFields: readonly [string, ...string[]],
  searchIn: string,
  usual?: string,
): Parameters {
  const all = listParameters(sortFields, searchIn, usual)
  const { limit } = all
  if (limit === undefined) return all
  return { ...all, limit: { ...limit, schema: { ...limit.schema, default: mostOnPage } } }
}

/** The text of a parameter; empty when it is absent. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
