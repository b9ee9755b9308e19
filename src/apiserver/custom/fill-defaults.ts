import { draftOf, isDraft, setField } from '../registry/draft.ts'
import type { Draft, DraftValue } from '../registry/draft.ts'
import { fieldSchema } from './structural-schema.ts'
import type { StructuralSchema } from './structural-schema.ts'

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
