import type { Json, JsonObject } from '../json.ts'
import { formatApiVersion, type GroupVersionKind } from '../kube-object.ts'
import type { SchemaType, StructField } from './schema-type.ts'

/**
 * The text that Go prints for a new object of a built-in kind: its structs, and null for lists and
 * maps that are not left out when they are empty. A manager that fills such a field owns the
 * contents, not the field.
 */
export function emptyObject(kind: GroupVersionKind, type: SchemaType): JsonObject {
  const apiVersion = formatApiVersion(kind.group, kind.version)
  const fields = emptyFields(type, new Set())
  return { ...fields, apiVersion, kind: kind.kind }
}

function emptyFields(type: SchemaType, above: ReadonlySet<SchemaType>): JsonObject {
  const present = [...(type.map?.fields ?? [])].filter(([, field]) => field.alwaysPresent)
  const inside = new Set([...above, type])
  return Object.fromEntries(present.map(([name, field]) => [name, emptyField(field, inside)]))
}

function emptyField(field: StructField, above: ReadonlySet<SchemaType>): Json {
  const type = field.type()
  if (isStruct(field)) return above.has(type) ? {} : emptyFields(type, above)
  return type.scalar === undefined ? null : (field.default ?? null)
}

// Only structs have an empty object as their default; pointers to structs have none.
function isStruct(field: StructField): boolean {
  return (
    typeof field.default === 'object' && field.default !== null && field.type().map !== undefined
  )
}
