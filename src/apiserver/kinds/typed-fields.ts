import { ObjectsError } from '../../objects/errors.ts'
import { parseQuantity } from '../../objects/quantity/parse-quantity.ts'
import { printQuantity } from '../../objects/quantity/print-quantity.ts'
import table from '../../objects/api/schemas.json' with { type: 'json' }
import type { GroupVersionKind } from '../../objects/kube-object.ts'
import { draftOf, isDraft, setField, type Draft, type DraftValue } from '../registry/draft.ts'
import goFields from './go-fields.json' with { type: 'json' }
import { goTypeOf, jsonNameOf, type FieldSchema } from './go-type.ts'
import { TypeFault } from './type-fault.ts'

// Kubernetes' own server decodes a body into Go structs and encodes them again. The effects of that
// on an object happen here: unknown fields go, empty values go where the field is left out when
// empty, and fields that Go always prints appear.

const schemas = table.schemas as unknown as Readonly<Record<string, FieldSchema>>
// From the Go types of k8s.io/api 0.36.3, by reflection: fields that are pointers to scalars, and lists,
// maps and times that are printed even when they are empty.
const pointerFields = goFields.pointers as Readonly<Record<string, readonly string[]>>
const printedLists = goFields.lists as Readonly<Record<string, readonly string[]>>
const printedTimes = goFields.times as Readonly<Record<string, readonly string[]>>

/** Tells of a field that is not known, by its path, which does not stop the request. */
type Report = (path: string) => void

interface FieldContext {
  /** As problems name it, `spec.containers[0].`. */
  readonly path: string
  /** As Go's decoder names it, `Pod.spec.containers`. */
  readonly goPath: string
  readonly report: Report
}

/** The name of the schema of a kind. */
export function schemaNameOf(kind: GroupVersionKind): string | undefined {
  for (const [name, schema] of Object.entries(schemas)) {
    const own = schema['x-kubernetes-group-version-kind']?.[0]
    if (own?.kind === kind.kind && own.group === kind.group && own.version === kind.version)
      return name
  }
  return undefined
}

/** Brings an object into the form that its Go type gives it. */
export function normaliseTyped(
  schemaName: string,
  kind: string,
  object: Draft,
  report: Report,
): void {
  normaliseStruct(schemaName, object, { path: '', goPath: kind, report })
}

/**
 * Removes empty lists before an object is stored; undefined for kinds that print no list always.
 */
export function forgetEmptyLists(schemaName: string): ((draft: Draft) => Draft) | undefined {
  const fields = printedLists[schemaName]
  if (fields === undefined) return undefined
  return (draft) => {
    for (const field of fields) {
      const value = draft[field]
      if (Array.isArray(value) && value.length === 0) draft[field] = null
    }
    return draft
  }
}

const metadataName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

/** The same for the metadata of a kind that has no Go type. */
export function normaliseMetadata(object: Draft, report: Report, path = ''): void {
  const metadata = object['metadata']
  if (metadata === undefined || metadata === null) return
  if (!isDraft(metadata))
    throw wrongType({ $ref: metadataName }, metadata, { path: '', goPath: 'ObjectMeta', report })
  const place = { path: `${path}metadata.`, goPath: 'ObjectMeta', report }
  normaliseStruct(metadataName, metadata, place)
}

function normaliseStruct(name: string, object: Draft, place: FieldContext): void {
  const properties = schemas[name]?.properties
  if (properties === undefined) return
  for (const field of Object.keys(object)) {
    // An empty list is a request here: forget who owns what.
    if (place.path === 'metadata.' && field === 'managedFields') continue
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined
    if (schema === undefined) {
      place.report(place.path + field)
      delete object[field]
      continue
    }
    const inner = {
      path: `${place.path}${field}`,
      goPath: `${place.goPath}.${field}`,
      report: place.report,
    }
    const value = normaliseValue(schema, object[field] ?? null, inner)
    const isPointer = pointerFields[name]?.includes(field) === true
    // A list that Go always prints has an owner even when it is empty; see `forgetEmptyLists`.
    const isPrinted = place.path === '' && printedLists[name]?.includes(field) === true
    if (
      value === null ||
      (isEmpty(value) &&
        !isPointer &&
        !isPrinted &&
        (isLeftOut(name, field) || !staysEmpty(schema, value)))
    ) {
      delete object[field]
    } else object[field] = value
  }
  fillAlwaysPresent(name, properties, object, place)
  for (const field of printedLists[name] ?? []) object[field] ??= null
  for (const field of printedTimes[name] ?? []) object[field] ??= null
}

/** The name in references to objects beside: it has a default of nothing, and Go leaves it out. */
const namelessReference =
  /\.core\.v1\.(?:LocalObjectReference|(?:ConfigMap|Secret)(?:EnvSource|KeySelector|Projection)|ConfigMapVolumeSource)$/

function isLeftOut(structName: string, field: string): boolean {
  return field === 'name' && namelessReference.test(structName)
}

/** A field with an empty default is one that Go prints always. */
function staysEmpty(schema: FieldSchema, value: DraftValue): boolean {
  if (schema.default !== undefined) return true
  // Structs behind a pointer stay, however empty; so do values that may be anything.
  if (schema.$ref === undefined) return false
  return isDraft(value) || value === 0 || isAnything(schema.$ref)
}

/** Whether a type may hold any JSON, such as a default in a definition. */
function isAnything(name: string): boolean {
  const schema = schemas[name]
  return schema !== undefined && schema.type === undefined && schema.properties === undefined
}

function isEmpty(value: DraftValue): boolean {
  if (value === '' || value === 0 || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isDraft(value) && Object.keys(value).length === 0
}

function fillAlwaysPresent(
  name: string,
  properties: Readonly<Record<string, FieldSchema>>,
  object: Draft,
  place: FieldContext,
): void {
  for (const [field, schema] of Object.entries(properties)) {
    if (schema.default === undefined || object[field] !== undefined) continue
    if (isLeftOut(name, field)) continue
    const value = draftOf({ value: schema.default })['value'] ?? null
    if (isDraft(value) && schema.$ref !== undefined) {
      normaliseStruct(schema.$ref, value, { ...place, path: `${place.path}${field}.` })
    }
    object[field] = value
  }
}

function normaliseValue(schema: FieldSchema, value: DraftValue, place: FieldContext): DraftValue {
  if (value === null) return null
  if (schema.$ref !== undefined) return normaliseReference(schema.$ref, value, place)
  switch (schema.type) {
    case 'array':
      return normaliseList(schema, value, place)
    case 'object':
      return normaliseMap(schema, value, place)
    case undefined:
      return value
    default:
      return checkScalar(schema, value, place)
  }
}

function normaliseReference(name: string, value: DraftValue, place: FieldContext): DraftValue {
  if (name === quantityName) return canonical(value)
  const schema = schemas[name]
  if (schema?.properties === undefined) {
    return schema?.type === undefined ? value : checkScalar({ ...schema, $ref: name }, value, place)
  }
  if (!isDraft(value)) throw wrongType({ $ref: name }, value, place)
  normaliseStruct(name, value, { ...place, path: `${place.path}.` })
  return value
}

const quantityName = 'io.k8s.apimachinery.pkg.api.resource.Quantity'

/** Quantities are stored in the form that Kubernetes prints. */
function canonical(value: DraftValue): DraftValue {
  try {
    return printQuantity(parseQuantity(typeof value === 'string' ? value : JSON.stringify(value)))
  } catch (error) {
    if (error instanceof ObjectsError) throw new TypeFault(error.message, error.message)
    throw error
  }
}

function normaliseList(schema: FieldSchema, value: DraftValue, place: FieldContext): DraftValue {
  if (!Array.isArray(value)) throw wrongType(schema, value, place)
  const { items } = schema
  if (items === undefined) return value
  return value.map((item, index) => {
    const inner = { ...place, path: `${place.path}[${index}]` }
    return normaliseValue(items, item, inner) ?? zeroOf(items)
  })
}

function normaliseMap(schema: FieldSchema, value: DraftValue, place: FieldContext): DraftValue {
  if (!isDraft(value)) throw wrongType(schema, value, place)
  const element = schema.additionalProperties
  if (element === undefined) return value
  for (const key of Object.keys(value)) {
    const inner = { ...place, path: `${place.path}.${key}` }
    setField(value, key, normaliseValue(element, value[key] ?? null, inner) ?? zeroOf(element))
  }
  return value
}

/** The value that Go has where JSON says null. */
function zeroOf(schema: FieldSchema): DraftValue {
  if (schema.type === 'string') return ''
  if (schema.type === 'integer' || schema.type === 'number') return 0
  if (schema.type === 'boolean') return false
  return schema.$ref === undefined ? null : {}
}

function checkScalar(schema: FieldSchema, value: DraftValue, place: FieldContext): DraftValue {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') break
      if (schema.format === 'byte') checkBase64(value)
      return value
    case 'boolean':
      if (typeof value === 'boolean') return value
      break
    case 'integer':
      if (typeof value === 'bigint' || Number.isSafeInteger(value)) return value
      break
    case 'number':
      if (typeof value === 'number' || typeof value === 'bigint') return value
      break
    default:
      return value
  }
  throw wrongType(schema, value, place)
}

/** Go reads bytes strictly: four letters at a time, nothing but padding at the end, lines allowed. */
function checkBase64(text: string): void {
  const letters = text.replaceAll(/[\r\n]/g, '')
  const start = /^(?:[A-Za-z0-9+/]{4})*/.exec(letters)?.[0] ?? ''
  const rest = letters.slice(start.length)
  if (/^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(rest)) return
  const good = /^[A-Za-z0-9+/]*/.exec(rest)?.[0].length ?? 0
  // A message names the place where an incomplete group begins, or where a wrong letter stands.
  const at = start.length + (good === rest.length ? 0 : good)
  const message = `illegal base64 data at input byte ${at}`
  throw new TypeFault(message, message)
}

function wrongType(schema: FieldSchema, value: DraftValue, place: FieldContext): TypeFault {
  const type = goTypeOf(schema)
  const found = jsonNameOf(schema, value)
  return new TypeFault(
    `json: cannot unmarshal ${found} into Go struct field ${place.goPath} of type ${type}`,
    `unrecognized type: ${type}`,
  )
}
