import { decodeJson } from '../../../src/formats/json/decode.ts'
import {
  compileJsonSchema,
  describeProblems,
} from '../../../src/formats/json-schema/json-schema.ts'
import { type PlainValue, isPlainMap } from '../values-text/plain-value.ts'

/** The parts of a JSON Schema that a form can show. */
export interface FormSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: PlainValue
  readonly enum?: readonly PlainValue[]
  /** Words for the choices, in their order. */
  readonly enumNames?: readonly string[]
  readonly const?: PlainValue
  readonly format?: string
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly required?: readonly string[]
  readonly items?: FormSchema
  readonly oneOf?: readonly FormSchema[]
  readonly anyOf?: readonly FormSchema[]
  readonly allOf?: readonly FormSchema[]
  readonly if?: FormSchema
  readonly then?: FormSchema
  readonly else?: FormSchema
  readonly $ref?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly additionalProperties?: boolean | FormSchema
  readonly dependentSchemas?: Readonly<Record<string, FormSchema>>
  /** Of older drafts: a schema for when a property is there, or the names of others that it needs. */
  readonly dependencies?: Readonly<Record<string, FormSchema | readonly string[]>>
  /** A heading over it and what follows; ours, from the comments of values. */
  readonly section?: string
}

const mostSteps = 32

/**
 * The schema that counts for a value: references are followed, `allOf` is merged, `if` is asked and its answer merged. Alternatives stay as
 * they are; `chooseVariant` tells which one a value is of.
 */
export function effectiveSchema(
  root: FormSchema,
  schema: FormSchema,
  value: PlainValue | undefined,
  steps = 0,
): FormSchema {
  if (steps > mostSteps) return {}
  const again = (one: FormSchema) => effectiveSchema(root, one, value, steps + 1)
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema
    return merge(again(resolve(root, $ref)), own)
  }
  const { allOf = [], if: asked, then, else: otherwise, ...own } = schema
  const parts = [...allOf, ...dependentOn(schema, value)]
  const merged = parts.reduce<FormSchema>((all, one) => merge(all, again(one)), own)
  if (asked === undefined) return merged
  const answer = fits(root, asked, value ?? {}) ? then : otherwise
  return answer === undefined ? merged : merge(merged, again(answer))
}

/** The schemas that count because some property is there. */
function dependentOn(
  { dependentSchemas = {}, dependencies = {} }: FormSchema,
  value: PlainValue | undefined,
): readonly FormSchema[] {
  if (!isPlainMap(value)) return []
  return Object.entries({ ...dependencies, ...dependentSchemas }).flatMap(([name, one]) =>
    value[name] === undefined || Array.isArray(one) ? [] : [one as FormSchema],
  )
}

/** The number of the first alternative that the value fits; the first one when it fits none. */
export function chooseVariant(
  root: FormSchema,
  variants: readonly FormSchema[],
  value: PlainValue | undefined,
): number {
  if (value === undefined) return 0
  const found = variants.findIndex((one) => fits(root, one, value))
  return found === -1 ? 0 : found
}

/** Whether a value is as a schema wants it. A schema that cannot be read refuses nothing. */
function fits(root: FormSchema, schema: FormSchema, value: PlainValue): boolean {
  return problemsOf(root, schema, value).length === 0
}

/** The problems of a value, in the words that Helm has for them. */
export function problemsOf(
  root: FormSchema,
  schema: FormSchema,
  value: PlainValue,
): readonly string[] {
  const { definitions, $defs } = root as Readonly<Record<string, unknown>>
  const whole = { definitions, $defs, ...schema }
  try {
    const compiled = compileJsonSchema(JSON.stringify(whole), 'file:///values.schema.json')
    return describeProblems(compiled, decodeJson(JSON.stringify(value), 'any'))
  } catch {
    return []
  }
}

/** The type of the field that a schema asks for. */
export function typeOf({
  type,
  properties,
  items,
  enum: choices,
  const: only,
}: FormSchema): string {
  const wanted = typeof type === 'string' ? type : type?.find((one) => one !== 'null')
  if (wanted !== undefined) return wanted
  if (properties !== undefined) return 'object'
  if (items !== undefined) return 'array'
  const sample = only ?? choices?.[0]
  if (typeof sample === 'boolean' || typeof sample === 'number') return typeof sample
  return sample === undefined ? 'unknown' : 'string'
}

/** The type of the field for a value: of several types that of the value or the default, so that a number stays one. */
export function fieldTypeOf(schema: FormSchema, value: PlainValue | undefined): string {
  const several = Array.isArray(schema.type) ? schema.type.filter((one) => one !== 'null') : []
  const sample = value ?? schema.default
  if (several.length < 2 || sample === undefined) return typeOf(schema)
  const own = Array.isArray(sample) ? 'array' : typeof sample
  return several.includes(own) || (own === 'number' && several.includes('integer'))
    ? own
    : typeOf(schema)
}

function resolve(root: FormSchema, reference: string): FormSchema {
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  const found = names.reduce<unknown>((at, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  }, root)
  return isPlainMap(found as PlainValue) ? (found as FormSchema) : {}
}

function merge(one: FormSchema, other: FormSchema): FormSchema {
  const names = new Set([
    ...Object.keys(one.properties ?? {}),
    ...Object.keys(other.properties ?? {}),
  ])
  const properties = Object.fromEntries(
    [...names].map((name) => [name, { ...one.properties?.[name], ...other.properties?.[name] }]),
  )
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])]
  return {
    ...one,
    ...other,
    ...(names.size === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  }
}
