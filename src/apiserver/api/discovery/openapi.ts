import table from '../../../objects/api/schemas.json' with { type: 'json' }
import {
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import { listAt } from '../../../objects/kube-object.ts'
import type { Catalogue } from '../../registry/catalogue.ts'
import type { Served } from '../../registry/served.ts'
import { descriptions, describeFields } from './openapi-descriptions.ts'

// OpenAPI v3 as far as clients ask for it: which fields kinds have, and that writes can be told to
// validate them. Descriptions of built-in kinds are left out, so `kubectl explain` shows fields and types of them.

const schemas = table.schemas as unknown as Readonly<Record<string, Json>>
const prefix = '#/components/schemas/'
const metaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

/** `/openapi/v3`: where the document of each group and version is. */
export function openApiRoot(catalogue: Catalogue): JsonObject {
  const paths = catalogue.groups().flatMap(({ group, versions }) =>
    versions.map((version) => {
      const path = group === '' ? `api/${version}` : `apis/${group}/${version}`
      const hash = hashOf(servedIn(catalogue, group, version))
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const
    }),
  )
  return { paths: Object.fromEntries(paths) }
}

/** Another one whenever what is served there has changed. */
function hashOf(served: readonly Served[]): string {
  return served.map(({ since, resource }) => `${resource.resource.length}${since ?? ''}`).join('-')
}

function servedIn(catalogue: Catalogue, group: string, version: string): readonly Served[] {
  return catalogue
    .all()
    .filter(({ resource }) => resource.group === group && resource.version === version)
}

/** The document of one group and version; undefined when nothing of it is served. */
export function openApiDocument(
  catalogue: Catalogue,
  group: string,
  version: string,
  gitVersion: string,
): JsonObject | undefined {
  const served = servedIn(catalogue, group, version)
  if (served.length === 0) return undefined
  const found = new Map<string, Json>()
  for (const one of served) collectKind(one, found)
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: gitVersion },
    paths: Object.assign({}, ...served.map(pathsOf)) as JsonObject,
    components: { schemas: Object.fromEntries(found) },
  }
}

function pathsOf(served: Served): JsonObject {
  const { group, version, kind, resource, namespaced, verbs } = served.resource
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const place = namespaced ? `${root}/namespaces/{namespace}/${resource}` : `${root}/${resource}`
  const operation = {
    'x-kubernetes-group-version-kind': { group, version, kind },
    parameters: [query('dryRun'), query('fieldManager'), query('fieldValidation')],
    responses: {
      '200': {
        description: 'OK',
        content: {
          'application/json': { schema: { $ref: prefix + schemaNameOf(served) } },
        },
      },
    },
  }
  const withAction = (action: string) => ({ ...operation, 'x-kubernetes-action': action })
  return {
    [place]: {
      ...(verbs.includes('list') && { get: withAction('list') }),
      ...(verbs.includes('create') && { post: withAction('post') }),
    },
    [`${place}/{name}`]: {
      ...(verbs.includes('get') && { get: withAction('get') }),
      ...(verbs.includes('update') && { put: withAction('put') }),
      ...(verbs.includes('patch') && { patch: withAction('patch') }),
      ...(verbs.includes('delete') && { delete: withAction('delete') }),
    },
  }
}

function query(name: string): JsonObject {
  return { name, in: 'query', schema: { type: 'string', uniqueItems: true } }
}

/** The name of the schema of a kind: that of its Go type, or its group backwards. */
export function schemaNameOf(served: Served): string {
  const { group, version, kind } = served.resource
  if (served.isCustom) return `${group.split('.').toReversed().join('.')}.${version}.${kind}`
  for (const [name, schema] of Object.entries(schemas)) {
    for (const own of listAt(schema, ['x-kubernetes-group-version-kind'])) {
      const matches =
        fieldOf(own, 'kind') === kind &&
        fieldOf(own, 'group') === group &&
        fieldOf(own, 'version') === version
      if (matches) return name
    }
  }
  return metaName
}

function collectKind(served: Served, found: Map<string, Json>): void {
  const name = schemaNameOf(served)
  if (!served.isCustom) {
    collect(name, found)
    return
  }
  collect(metaName, found)
  const { group, version, kind } = served.resource
  const declared = served.schema ?? { type: 'object' }
  const properties = fieldOf(declared, 'properties')
  found.set(name, {
    ...(isJsonObject(declared) ? declared : {}),
    properties: {
      apiVersion: { type: 'string', description: descriptions.apiVersion },
      kind: { type: 'string', description: descriptions.kind },
      metadata: { allOf: [{ $ref: prefix + metaName }], description: descriptions.metadata },
      ...withoutMetadata(properties),
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  })
}

function withoutMetadata(properties: Json | undefined): JsonObject {
  if (!isJsonObject(properties)) return {}
  const { metadata: _, ...rest } = properties
  return rest
}

/** A schema and all that it refers to. */
function collect(name: string, found: Map<string, Json>): void {
  const schema = schemas[name]
  if (schema === undefined || found.has(name)) return
  found.set(name, null)
  const described = name === metaName ? describeFields(schema) : schema
  found.set(
    name,
    withReferences(described, (other) => collect(other, found)),
  )
}

function withReferences(value: Json, visit: (name: string) => void): Json {
  if (isJsonList(value)) return value.map((item) => withReferences(item, visit))
  if (!isJsonObject(value)) return value
  const { $ref, ...rest } = value
  const inner = Object.fromEntries(
    Object.entries(rest).map(([field, one]) => [
      field,
      field === 'default' ? one : withReferences(one, visit),
    ]),
  )
  if (typeof $ref !== 'string')
    return typeof $ref === 'object' ? { ...inner, $ref: withReferences($ref, visit) } : inner
  visit($ref)
  return { ...inner, allOf: [{ $ref: prefix + $ref }] }
}
