import { Environment } from '@marcbachmann/cel-js'
import { isJsonList, isJsonObject, type Json } from '../../../objects/json.ts'
import type { StructuralSchema } from '../structural-schema.ts'
import { equalInRules } from './equal-in-rules.ts'
import { rememberListType } from './libraries/list-types.ts'
import type { Meter } from './meter.ts'
import { nameInRules } from './property-names.ts'

/** A type of the rule language, and how JSON becomes a value of it. */
export interface RuleType {
  readonly name: string
  readonly convert: (value: Json) => unknown
}

const timestamp = 'google.protobuf.Timestamp'
const text = { type: 'string' }
const scalars: Readonly<Record<string, RuleType>> = {
  boolean: { name: 'bool', convert: (value) => value },
  string: { name: 'string', convert: (value) => value },
  integer: { name: 'int', convert: toInt },
  number: { name: 'double', convert: Number },
  byte: { name: 'bytes', convert: (value) => Buffer.from(textIn(value), 'base64') },
  date: { name: timestamp, convert: (value) => new Date(textIn(value)) },
  'date-time': { name: timestamp, convert: (value) => new Date(textIn(value)) },
  duration: { name: 'google.protobuf.Duration', convert: toDuration },
}
const anything: RuleType = { name: 'dyn', convert: convertFreely }

/** The schema with the fields that every object and every embedded object has. */
export function withObjectFields(schema: StructuralSchema): StructuralSchema {
  const metadata = { type: 'object', properties: { name: text, generateName: text } }
  return {
    ...schema,
    properties: { ...schema.properties, apiVersion: text, kind: text, metadata },
  }
}

/** Declares the type of a schema; undefined when rules cannot look at such a value. */
export function declareType(
  environment: Environment,
  schema: StructuralSchema,
  meter: Meter,
): RuleType | undefined {
  let objects = 0
  const declare = (inner: StructuralSchema): RuleType | undefined => {
    const type = declareOwn(inner)
    // A value that may be null has no type of its own in the language.
    return type !== undefined && inner.nullable === true ? orNull(type) : type
  }
  const declareOwn = (inner: StructuralSchema): RuleType | undefined => {
    if (inner['x-kubernetes-int-or-string'] === true) return anything
    switch (inner.type) {
      case 'array': {
        const items = inner.items === undefined ? undefined : declare(inner.items)
        return items === undefined ? undefined : listOf(items, inner, meter)
      }
      case 'object':
        return declareObject(inner)
      default:
        return scalarOf(inner)
    }
  }
  const declareObject = (inner: StructuralSchema): RuleType | undefined => {
    if (typeof inner.additionalProperties === 'object') {
      const values = declare(inner.additionalProperties)
      return values === undefined ? undefined : mapOf(values, meter)
    }
    const own = inner['x-kubernetes-embedded-resource'] === true ? withObjectFields(inner) : inner
    // Numbered from the start in each environment: the library never forgets the name of a type.
    const name = `object${objects++}`
    const fields = Object.entries(own.properties ?? {}).flatMap(([property, field]) => {
      const [shown, type] = [nameInRules(property), declare(field)]
      return shown === undefined || type === undefined ? [] : [{ property, shown, type }]
    })
    return declareFields(environment, name, fields, meter)
  }
  return declare(schema)
}

interface Field {
  readonly property: string
  readonly shown: string
  readonly type: RuleType
}

function declareFields(
  environment: Environment,
  name: string,
  fields: readonly Field[],
  meter: Meter,
): RuleType {
  // The library tells types apart by their constructors.
  class Instance extends Map<string, unknown> {}
  environment.registerType(name, {
    ctor: Instance,
    fields: Object.fromEntries(fields.map(({ shown, type }) => [shown, type.name])),
  })
  environment.registerOperator(`${name} == ${name}`, equalInRules)
  environment.registerOperator(`${name} == null`, (value: unknown) => value === null)
  const convert = (value: Json): unknown => {
    if (!isJsonObject(value)) return value
    const instance = new Instance()
    for (const { property, shown, type } of fields) {
      const inner = Object.hasOwn(value, property) ? value[property] : undefined
      if (inner !== undefined) instance.set(shown, type.convert(inner))
    }
    return weighed(instance, [...instance.values()], meter)
  }
  return { name, convert }
}

function listOf(items: RuleType, schema: StructuralSchema, meter: Meter): RuleType {
  const convert = (value: Json): unknown => {
    if (!isJsonList(value)) return value
    const list = value.map(items.convert)
    rememberListType(list, value, schema)
    return weighed(list, list, meter)
  }
  return { name: `list<${items.name}>`, convert }
}

function mapOf(values: RuleType, meter: Meter): RuleType {
  const convert = (value: Json): unknown => {
    if (!isJsonObject(value)) return value
    const map = new Map(
      Object.entries(value).map(([key, inner]) => [key, values.convert(inner ?? null)]),
    )
    return weighed(map, [...map.values()], meter)
  }
  return { name: `map<string, ${values.name}>`, convert }
}

function orNull(type: RuleType): RuleType {
  return { name: 'dyn', convert: (value) => (value === null ? null : type.convert(value)) }
}

function scalarOf({ type, format }: StructuralSchema): RuleType | undefined {
  if (type === undefined) return undefined
  if (type === 'string' && format !== undefined && Object.hasOwn(scalars, format)) {
    return scalars[format]
  }
  return Object.hasOwn(scalars, type) ? scalars[type] : undefined
}

function weighed<T extends object>(value: T, inner: readonly unknown[], meter: Meter): T {
  meter.weigh(
    value,
    inner.reduce<number>((sum, one) => sum + meter.weightOf(one), 1),
  )
  return value
}

/** The schema has been checked before: what has a format is a text. */
function textIn(value: Json): string {
  return typeof value === 'string' ? value : ''
}

function toInt(value: Json): unknown {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value
}

const durationOf = new Environment().registerVariable('text', 'string').parse('duration(text)')

function toDuration(value: Json): unknown {
  return durationOf({ text: value })
}

/** A value whose schema leaves its type open. */
function convertFreely(value: Json): unknown {
  return toInt(value)
}
