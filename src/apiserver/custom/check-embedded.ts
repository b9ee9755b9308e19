import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { invalid, required, type FieldError } from '../field-errors.ts'
import { isLabel1035 } from '../registry/name-rules.ts'
import type { StructuralSchema } from './structural-schema.ts'

/** The errors in the versions and kinds of the objects within a value. */
export function checkEmbedded(
  value: Json | undefined,
  schema: StructuralSchema | undefined,
  path: string,
): readonly FieldError[] {
  if (schema === undefined) return []
  if (isJsonList(value)) {
    return value.flatMap((item, at) => checkEmbedded(item, schema.items, `${path}[${at}]`))
  }
  if (!isJsonObject(value)) return []
  const isObject = schema['x-kubernetes-embedded-resource'] === true
  const { properties = {}, additionalProperties: values } = schema
  const inner = Object.entries(value).flatMap(([field, one]) => {
    if (Object.hasOwn(properties, field)) {
      return checkEmbedded(one, properties[field], path === '' ? field : `${path}.${field}`)
    }
    return typeof values === 'object' ? checkEmbedded(one, values, `${path}[${field}]`) : []
  })
  return [...(isObject ? checkObject(value, path) : []), ...inner]
}

function checkObject(object: JsonObject, path: string): readonly FieldError[] {
  return (['apiVersion', 'kind'] as const).flatMap((field) => {
    const value = object[field]
    const place = `${path}.${field}`
    if (value === undefined) return [required(place)]
    if (typeof value !== 'string') return [invalid(place, value, 'must be a string')]
    if (value === '') return [invalid(place, value, 'must not be empty')]
    return field === 'kind' ? checkKind(value, place) : checkVersion(value, place)
  })
}

function checkKind(kind: string, place: string): readonly FieldError[] {
  const faults = isLabel1035(kind.toLowerCase())
  if (faults.length === 0) return []
  const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`
  return [invalid(place, kind, detail)]
}

function checkVersion(version: string, place: string): readonly FieldError[] {
  if (version.split('/').length <= 2) return []
  return [invalid(place, version, `unexpected GroupVersion string: ${version}`)]
}
