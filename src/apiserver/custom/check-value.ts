import {
  equalJson,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../../objects/json.ts'
import { duplicate, invalid, required, unsupported, type FieldError } from '../field-errors.ts'
import { checkText } from './check-text.ts'
import { checkNumber } from './check-number.ts'
import { type StructuralSchema, fieldSchema } from './structural-schema.ts'

/** The errors of a value, in the words of Kubernetes' validation of custom kinds. */
export function checkValue(
  value: Json,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  if (value === null && (schema.nullable === true || schema.type === undefined)) return []
  const wrong = checkType(value, schema, path)
  if (wrong !== undefined) return [wrong, ...checkFraction(value, schema, path)]
  return [
    ...checkEnum(value, schema, path),
    ...(typeof value === 'string' ? checkText(value, schema, path) : []),
    ...(typeof value === 'number' || typeof value === 'bigint'
      ? checkNumber(Number(value), schema, path)
      : []),
    ...(isJsonList(value) ? checkList(value, schema, path) : []),
    ...(isJsonObject(value) ? checkObject(value, schema, path) : []),
    ...checkCombinations(value, schema, path),
  ]
}

function checkType(value: Json, schema: StructuralSchema, path: string): FieldError | undefined {
  const found = typeOf(value)
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (found === 'integer' || found === 'string') return undefined
    return typeError(path, 'integer,string', found)
  }
  const { type } = schema
  if (type === undefined || type === found) return undefined
  if (type === 'number' && found === 'integer') return undefined
  return typeError(path, type, found)
}

/** A fraction where a whole number should be is reported a second time, by the format. */
function checkFraction(value: Json, schema: StructuralSchema, path: string): readonly FieldError[] {
  if (schema.type !== 'integer' || typeof value !== 'number') return []
  const format = schema.format === undefined ? '(default format)' : `with format ${schema.format}`
  const detail = `Checked value must be of type integer ${format} in ${path}`
  return [{ type: 'invalid', field: '<nil>', value: '', detail }]
}

function typeError(path: string, wanted: string, found: string): FieldError {
  const name = found === 'null' ? 'null' : found
  const detail = `${path} in body must be of type ${wanted}: ${JSON.stringify(name)}`
  return { type: 'type', field: path === '' ? '<nil>' : path, value: name, detail }
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (isJsonList(value)) return 'array'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function checkEnum(value: Json, schema: StructuralSchema, path: string): readonly FieldError[] {
  if (schema.enum === undefined || schema.enum.some((one) => equalJson(one, value))) return []
  const allowed = schema.enum.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return [unsupported(path, value, allowed)]
}

function checkList(list: JsonList, schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const { minItems, maxItems, items } = schema
  if (minItems !== undefined && list.length < minItems) {
    errors.push(
      invalid(path, list.length, `${path} in body should have at least ${minItems} items`),
    )
  }
  if (maxItems !== undefined && list.length > maxItems) {
    const detail = `must have at most ${maxItems} items`
    errors.push({ type: 'too-many', field: path, value: list.length, detail })
  }
  if (items !== undefined) {
    errors.push(...list.flatMap((item, at) => checkValue(item, items, `${path}[${at}]`)))
  }
  return [...errors, ...checkUnique(list, schema, path)]
}

/** Sets have no value twice, maps no key. */
function checkUnique(
  list: JsonList,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const type = schema['x-kubernetes-list-type']
  if (type !== 'set' && type !== 'map') return []
  const identities = list.map((item) => (type === 'set' ? item : keyOf(item, keys)))
  return identities.flatMap((identity, at) => {
    const first = identities.findIndex((other) => equalJson(other, identity))
    return first < at ? [duplicate(`${path}[${at}]`, identity)] : []
  })
}

function keyOf(item: Json, keys: readonly string[]): Json {
  if (!isJsonObject(item)) return item
  return Object.fromEntries(keys.flatMap((key) => (key in item ? [[key, item[key] ?? null]] : [])))
}

function checkObject(
  object: JsonObject,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = []
  const count = Object.keys(object).length
  const { minProperties, maxProperties } = schema
  if (minProperties !== undefined && count < minProperties) {
    const detail = `${path} in body should have at least ${minProperties} properties`
    errors.push(invalid(path, count, detail))
  }
  if (maxProperties !== undefined && count > maxProperties) {
    const detail = `must have at most ${maxProperties} items`
    errors.push({ type: 'too-many', field: path, value: count, detail })
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(object, name)) errors.push(required(joined(path, name)))
  }
  for (const [name, value] of Object.entries(object)) {
    const inner = fieldSchema(schema, name)
    if (inner !== undefined) errors.push(...checkValue(value, inner, joined(path, name)))
  }
  return errors
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function checkCombinations(
  value: Json,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = []
  const quoted = JSON.stringify(path)
  const say = (text: string) => {
    errors.push({ type: 'invalid', field: '<nil>', value: '', detail: `${quoted} ${text}` })
  }
  const faultsOf = (one: StructuralSchema | undefined) =>
    one === undefined ? [] : checkValue(value, one, path)
  const fits = (one: StructuralSchema) => faultsOf(one).length === 0
  const { anyOf, oneOf, allOf, not } = schema
  if (anyOf !== undefined && !anyOf.some(fits)) {
    say('must validate at least one schema (anyOf)')
    errors.push(...faultsOf(anyOf[0]))
  }
  if (oneOf !== undefined) {
    const count = oneOf.filter(fits).length
    const found = count === 0 ? 'Found none valid' : `Found ${count} valid alternatives`
    if (count !== 1) say(`must validate one and only one schema (oneOf). ${found}`)
    if (count === 0) errors.push(...faultsOf(oneOf[0]))
  }
  const wrong = (allOf ?? []).flatMap(faultsOf)
  if (wrong.length > 0) {
    say('must validate all the schemas (allOf)')
    errors.push(...wrong)
  }
  if (not !== undefined && fits(not)) say('must not validate the schema (not)')
  return errors
}
