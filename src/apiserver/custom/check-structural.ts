import { RegexpError, compileRegexp } from '../../formats/regexp.ts'
import { equalJson, isJsonObject, type Json } from '../../objects/json.ts'
import { forbiddenField, invalid, required, unsupported, type FieldError } from '../field-errors.ts'
import { draftOf } from '../registry/draft.ts'
import { checkRuleFields } from './cel/check-rules.ts'
import { checkValue } from './check-value.ts'
import { prune } from './prune.ts'
import type { StructuralSchema } from './structural-schema.ts'

// Whether a schema is structural: every field has a type outside of the parts that only add conditions,
// and those parts say nothing that would define a field.

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const onlyOutside = ['type', 'description', 'default', 'title', 'nullable', 'additionalProperties']

/** The errors in the schema of a version. */
export function checkStructural(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  if (schema.type === undefined)
    errors.push(required(`${path}.type`, 'must not be empty at the root'))
  else if (schema.type !== 'object') {
    errors.push(invalid(`${path}.type`, schema.type, 'must be object at the root'))
  }
  const metadata = schema.properties?.['metadata']
  if (metadata !== undefined && !restrictsOnlyNames(metadata)) {
    const detail =
      'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.push(forbiddenField(`${path}.properties[metadata]`, detail))
  }
  return [...errors, ...checkNode(schema, path, 'root')]
}

function restrictsOnlyNames({ properties = {} }: StructuralSchema): boolean {
  return Object.keys(properties).every((name) => name === 'name' || name === 'generateName')
}

function checkNode(
  schema: StructuralSchema,
  path: string,
  place: 'root' | 'field' | 'item',
): readonly FieldError[] {
  const errors: FieldError[] = []
  if ('$ref' in schema) errors.push(forbiddenField(`${path}.$ref`, '$ref is not supported'))
  errors.push(...checkTypeName(schema, path, place), ...checkExtensions(schema, path))
  if (schema.uniqueItems === true) {
    const detail =
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    errors.push(forbiddenField(`${path}.uniqueItems`, detail))
  }
  if (schema.pattern !== undefined) errors.push(...checkPattern(schema.pattern, `${path}.pattern`))
  if (schema.default !== undefined) errors.push(...checkDefault(schema.default, schema, path))
  const hasBoth = schema.properties !== undefined && schema.additionalProperties !== undefined
  if (hasBoth && Object.keys(schema.properties ?? {}).length > 0) {
    const detail = 'additionalProperties and properties are mutual exclusive'
    errors.push(forbiddenField(`${path}.additionalProperties`, detail))
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    errors.push(...checkNode(inner, `${path}.properties[${name}]`, 'field'))
  }
  if (typeof schema.additionalProperties === 'object') {
    errors.push(...checkNode(schema.additionalProperties, `${path}.additionalProperties`, 'field'))
  }
  if (schema.items !== undefined) errors.push(...checkNode(schema.items, `${path}.items`, 'item'))
  else if (schema.type === 'array') errors.push(required(`${path}.items`, 'must be specified'))
  return [...errors, ...checkConditions(schema, path), ...checkRuleFields(schema, path)]
}

function checkTypeName(
  schema: StructuralSchema,
  path: string,
  place: 'root' | 'field' | 'item',
): readonly FieldError[] {
  if (schema.type !== undefined) {
    return types.includes(schema.type) ? [] : [unsupported(`${path}.type`, schema.type, types)]
  }
  const isFree =
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    '$ref' in schema
  if (place === 'root' || isFree) return []
  const what = place === 'item' ? 'array items' : 'object fields'
  return [required(`${path}.type`, `must not be empty for specified ${what}`)]
}

function checkExtensions(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const keeps = schema['x-kubernetes-preserve-unknown-fields']
  if (keeps === false) {
    const field = `${path}.x-kubernetes-preserve-unknown-fields`
    errors.push(invalid(field, false, 'must be true or undefined'))
  }
  const mapType = schema['x-kubernetes-map-type']
  if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(unsupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']))
  }
  const listType = schema['x-kubernetes-list-type']
  if (listType === undefined) return errors
  const known = ['atomic', 'set', 'map']
  if (!known.includes(listType)) {
    return [...errors, unsupported(`${path}.x-kubernetes-list-type`, listType, known)]
  }
  if (schema.type !== 'array') {
    const detail = 'must be array if x-kubernetes-list-type is specified'
    errors.push(invalid(`${path}.type`, schema.type ?? '', detail))
  }
  if (listType === 'map') errors.push(...checkMapList(schema, path))
  return listType === 'set' ? [...errors, ...checkSet(schema, path)] : errors
}

function checkMapList(schema: StructuralSchema, path: string): readonly FieldError[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const { items } = schema
  if (keys.length === 0) {
    const detail = 'must not be empty if x-kubernetes-list-type is map'
    return [required(`${path}.x-kubernetes-list-map-keys`, detail)]
  }
  if (items !== undefined && items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map"
    return [invalid(`${path}.items.type`, items.type ?? '', detail)]
  }
  return keys.flatMap((key) => {
    const isThere = items?.properties?.[key]
    if (isThere === undefined) return []
    if (items?.required?.includes(key) === true || isThere.default !== undefined) return []
    const detail =
      'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property'
    return [required(`${path}.items.properties[${key}].default`, detail)]
  })
}

function checkSet({ items }: StructuralSchema, path: string): readonly FieldError[] {
  const mapType = items?.['x-kubernetes-map-type']
  if (items?.type !== 'object' || mapType === 'atomic') return []
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  return [invalid(`${path}.items.x-kubernetes-map-type`, mapType ?? null, detail)]
}

function checkPattern(pattern: string, path: string): readonly FieldError[] {
  try {
    compileRegexp(pattern)
    return []
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    const why = error.message
    return [invalid(path, pattern, `must be a valid regular expression, but isn't: ${why}`)]
  }
}

function checkDefault(value: Json, schema: StructuralSchema, path: string): readonly FieldError[] {
  if (isJsonObject(value)) {
    const pruned = draftOf(value)
    prune({ value: pruned }, { properties: { value: schema } }, () => {})
    if (!equalJson(pruned, value)) {
      return [invalid(`${path}.default`, value, 'must not have unknown fields')]
    }
  }
  const faults = checkValue(value, schema, '')
  return faults.map((fault) => ({ ...fault, field: `${path}.default` }))
}

/** The parts that only add conditions may not define anything. */
function checkConditions(schema: StructuralSchema, path: string): readonly FieldError[] {
  const parts = [
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((name) =>
      (schema[name] ?? []).map((part, at) => [part, `${path}.${name}[${at}]`] as const),
    ),
    ...(schema.not === undefined ? [] : [[schema.not, `${path}.not`] as const]),
  ]
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  return parts.flatMap(([part, place]) => checkCondition(part, place, isIntOrString))
}

function checkCondition(
  part: StructuralSchema,
  path: string,
  mayHaveType: boolean,
): readonly FieldError[] {
  const forbidden = onlyOutside.filter(
    (field) => Object.hasOwn(part, field) && !(field === 'type' && mayHaveType),
  )
  const errors = forbidden.map((field) =>
    forbiddenField(`${path}.${field}`, 'must be empty to be structural'),
  )
  const inner = Object.entries(part.properties ?? {}).flatMap(([name, schema]) =>
    checkCondition(schema, `${path}.properties[${name}]`, false),
  )
  return [...errors, ...inner, ...checkConditions(part, path)]
}
