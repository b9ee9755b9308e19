import { draftOf, isDraft, setField, type Draft, type DraftValue } from '../registry/draft.ts'
import { fieldSchema, type StructuralSchema } from './structural-schema.ts'

/** Fills in what a schema gives for what is missing, and for nulls where there may be none. */
export function fillDefaults(object: Draft, schema: StructuralSchema): void {
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.default === undefined) continue
    const value = Object.hasOwn(object, field) ? object[field] : undefined
    if (value === undefined || (value === null && inner.nullable !== true)) {
      setField(object, field, draftOf({ value: inner.default })['value'] ?? null)
    }
  }
  for (const field of Object.keys(object)) {
    const inner = fieldSchema(schema, field)
    const value = object[field] ?? null
    if (inner !== undefined) fillValue(value, inner)
  }
}

function fillValue(value: DraftValue, schema: StructuralSchema): void {
  if (isDraft(value)) fillDefaults(value, schema)
  else if (Array.isArray(value)) for (const item of value) fillValue(item, schema.items ?? {})
}

/** Takes nulls away where there may be none and nothing stands in for them. */
export function dropNulls(object: Draft, schema: StructuralSchema): void {
  for (const field of Object.keys(object)) {
    const inner = fieldSchema(schema, field)
    const value = object[field] ?? null
    if (inner === undefined) continue
    const isWrong =
      inner.nullable !== true && inner.default === undefined && inner.type !== undefined
    if (value === null && isWrong && Object.hasOwn(schema.properties ?? {}, field))
      delete object[field]
    else if (isDraft(value)) dropNulls(value, inner)
    else if (Array.isArray(value))
      for (const item of value.filter(isDraft)) dropNulls(item, inner.items ?? {})
  }
}
