import { TypeFault } from '../kinds/type-fault.ts'
import { normaliseMetadata } from '../kinds/typed-fields.ts'
import { isDraft, type Draft, type DraftValue } from '../registry/draft.ts'
import { fieldSchema, type StructuralSchema } from './structural-schema.ts'

type Report = (path: string) => void

const everyObject = new Set(['apiVersion', 'kind', 'metadata'])

/** Takes away what a schema does not know, and tells of it. */
export function prune(object: Draft, schema: StructuralSchema, report: Report): void {
  pruneObject(object, schema, { path: '', isRoot: true, report })
}

interface PruneContext {
  readonly path: string
  /** An object of its own, with a kind and metadata that no schema has to name. */
  readonly isRoot: boolean
  readonly report: Report
}

function pruneObject(object: Draft, schema: StructuralSchema, place: PruneContext): void {
  const keeps =
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true
  for (const field of Object.keys(object)) {
    if (place.isRoot && everyObject.has(field)) continue
    const inner = fieldSchema(schema, field)
    const path = place.path === '' ? field : `${place.path}.${field}`
    if (inner !== undefined) pruneValue(object[field] ?? null, inner, { ...place, path })
    else if (!keeps) {
      place.report(path)
      delete object[field]
    }
  }
}

function pruneValue(value: DraftValue, schema: StructuralSchema, place: PruneContext): void {
  const isRoot = schema['x-kubernetes-embedded-resource'] === true
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const path = `${place.path}[${index}]`
      pruneValue(item, schema.items ?? {}, { ...place, path, isRoot: false })
    }
  } else if (isDraft(value) && (hasShape(schema) || isRoot)) {
    if (isRoot) pruneMetadata(value, place)
    pruneObject(value, schema, { ...place, isRoot })
  }
}

/** The metadata of an object within an object is like any other. */
function pruneMetadata(object: Draft, { path, report }: PruneContext): void {
  try {
    normaliseMetadata(object, report, `${path}.`)
  } catch (error) {
    // The check of the value reports a wrong type.
    if (!(error instanceof TypeFault)) throw error
  }
}

/** Without any of these nothing is known that could be unknown; such a value cannot be an object anyway. */
function hasShape(schema: StructuralSchema): boolean {
  return schema.type === 'object' || schema.properties !== undefined
}
