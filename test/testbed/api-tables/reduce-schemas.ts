// The parts of an OpenAPI document that structured merge and patches need, and no more.

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

/** A document below /openapi/v3. */
export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonObject>> }
}

const prefix = '#/components/schemas/'
/** In the order they are written. */
const kept = [
  'x-kubernetes-group-version-kind',
  'type',
  'format',
  '$ref',
  'default',
  'enum',
  'required',
  'nullable',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-map-type',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
  'items',
  'additionalProperties',
  'properties',
]

/** The schemas of all documents by name, each once: without descriptions, and without lists, which follow from their items. */
export function reduceSchemas(
  documents: readonly OpenApiDocument[],
): Readonly<Record<string, JsonObject>> {
  const found = new Map<string, JsonObject>()
  for (const { components } of documents) {
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      if (!isOfNoUse(name, schema)) found.set(name, reduce(schema))
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Options and events are in every group and are never stored. */
function isOfNoUse(name: string, schema: JsonObject): boolean {
  const kinds = schema['x-kubernetes-group-version-kind']
  if (Array.isArray(kinds) && kinds.length > 1) return true
  const fields = Object.keys((schema['properties'] as JsonObject | undefined) ?? {})
  return name.endsWith('List') && fields.join() === 'apiVersion,items,kind,metadata'
}

function reduce(schema: JsonObject): JsonObject {
  // A reference stands in an allOf of one, to have a description beside it.
  const [wrapped] = (schema['allOf'] as readonly JsonObject[] | undefined) ?? []
  const flat = { ...schema, ...wrapped }
  const entries = kept.flatMap((key) => {
    const value = flat[key]
    return value === undefined ? [] : [[key, reduceValue(key, value)] as const]
  })
  return Object.fromEntries(entries)
}

function reduceValue(key: string, value: Json): Json {
  switch (key) {
    case '$ref':
      return (value as string).replace(prefix, '')
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' ? reduce(value as JsonObject) : value
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Readonly<Record<string, JsonObject>>).map(([name, field]) => [
          name,
          reduce(field),
        ]),
      )
    default:
      return value
  }
}
