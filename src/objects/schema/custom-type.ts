import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { objectMetaSchema } from './object-meta-schema.ts'
import { OpenApiTypes } from './read-openapi.ts'
import type { SchemaType } from './schema-type.ts'

/**
 * The type of a custom resource from the structural schema of one version of its definition. Without
 * a schema, everything is told apart as far as it can be.
 */
export function customType(schema: Json | undefined, preserveUnknown: boolean): SchemaType {
  const types = new OpenApiTypes(() => undefined)
  if (!isJsonObject(schema)) return types.read({ type: 'object' }, preserveUnknown)
  return types.read(withObjectFields(withEmbedded(schema)), preserveUnknown)
}

function withObjectFields(schema: JsonObject): JsonObject {
  const properties = fieldOf(schema, 'properties')
  return {
    ...schema,
    properties: {
      ...(isJsonObject(properties) ? properties : {}),
      metadata: objectMetaSchema,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
    },
  }
}

// An embedded object of Kubernetes has its metadata, whatever its schema says. The `required` list
// of a custom resource does not decide what is printed, unlike in Go's types.
function withEmbedded(schema: JsonObject): JsonObject {
  const { required: _, ...rest } = schema
  const below: JsonObject = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, embedBelow(name, value)]),
  )
  return fieldOf(schema, 'x-kubernetes-embedded-resource') === true
    ? withObjectFields(below)
    : below
}

function embedBelow(keyword: string, value: Json): Json {
  if (!isJsonObject(value)) return value
  if (keyword === 'items' || keyword === 'additionalProperties') return withEmbedded(value)
  if (keyword !== 'properties') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isJsonObject(inner) ? withEmbedded(inner) : inner,
    ]),
  )
}
