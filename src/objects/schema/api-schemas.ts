import { fieldOf, isJsonObject, type JsonObject } from '../json.ts'
import { listAt, textAt, type GroupVersionKind } from '../kube-object.ts'
import { OpenApiTypes } from './read-openapi.ts'
import type { SchemaType } from './schema-type.ts'

/** The types of an API, by kind. */
export interface ApiSchemas {
  readonly typeOf: (kind: GroupVersionKind) => SchemaType | undefined
}

/** The types of what `components.schemas` of /openapi/v3 documents hold, by name. */
export function readApiSchemas(schemas: JsonObject): ApiSchemas {
  const types = new OpenApiTypes((name) => {
    const schema = fieldOf(schemas, name)
    return isJsonObject(schema) ? schema : undefined
  })
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas))
    for (const kind of listAt(schema, ['x-kubernetes-group-version-kind']))
      names.set(
        keyOf({
          group: textAt(kind, ['group']),
          version: textAt(kind, ['version']),
          kind: textAt(kind, ['kind']),
        }),
        name,
      )
  return {
    typeOf: (kind) => {
      const name = names.get(keyOf(kind))
      return name === undefined ? undefined : types.typeOf(name)
    },
  }
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`
}
