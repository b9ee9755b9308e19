import { createHash } from 'node:crypto'
import table from '../../../objects/api/schemas.json' with { type: 'json' }
import {
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import type { ApiAnswer, ApiRequest } from '../../http/exchange.ts'
import { clausesOf, notAcceptable } from '../../http/negotiate.ts'
import type { Catalogue } from '../../registry/catalogue.ts'
import { textOfJson } from '../../registry/encode.ts'
import type { Served } from '../../registry/served.ts'
import { schemaNameOf } from './openapi.ts'
import { descriptions, describeFields } from './openapi-descriptions.ts'
import { encodeOpenApiV2 } from './openapi-v2-protobuf.ts'

// OpenAPI v2, for clients that know nothing newer: the definitions of all kinds, built in or custom.

const schemas = table.schemas as unknown as Readonly<Record<string, Json>>
const prefix = '#/definitions/'
const metaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'
const readable = ['', 'application/json', 'application/*', '*/*']
const protobufTypes = [
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
]

/** Answers a request for `/openapi/v2`; a client that has the same already gets 304. */
export function answerOpenApiV2(
  catalogue: Catalogue,
  request: ApiRequest,
  gitVersion: string,
): ApiAnswer {
  const accept = request.header('accept') ?? ''
  const liked = clausesOf(accept).find(({ type }) => [...readable, ...protobufTypes].includes(type))
  if (liked === undefined) throw notAcceptable()
  const document = openApiV2(catalogue, gitVersion)
  const isProtobuf = protobufTypes.includes(liked.type)
  const body = isProtobuf ? encodeOpenApiV2(document) : Buffer.from(textOfJson(document))
  const etag = `"${createHash('sha512').update(body).digest('hex').toUpperCase()}"`
  // Go's parser of types does not know the @ that its own clients send.
  const type = isProtobuf ? (protobufTypes[0] ?? '') : 'application/json'
  const headers = { 'content-type': type, etag, vary: 'Accept' }
  if (request.header('if-none-match') === etag) {
    return { status: 304, headers, body: new Uint8Array() }
  }
  return { status: 200, headers, body }
}

function openApiV2(catalogue: Catalogue, gitVersion: string): JsonObject {
  const definitions = new Map<string, Json>()
  for (const [name, schema] of Object.entries(schemas)) {
    const described = name === metaName ? describeFields(schema) : schema
    definitions.set(name, withReferences(described))
  }
  const served = catalogue.all()
  for (const one of served) {
    if (one.isCustom) definitions.set(schemaNameOf(one), customDefinition(one))
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: gitVersion },
    paths: Object.assign({}, ...served.map(pathsOf)) as JsonObject,
    definitions: Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** The parameters that clients look for before they count on them. */
const parameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
  name,
  in: 'query',
  type: 'string',
}))

function pathsOf(served: Served): JsonObject {
  const { group, version, kind, resource, namespaced, verbs } = served.resource
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const place = namespaced ? `${root}/namespaces/{namespace}/${resource}` : `${root}/${resource}`
  const schema = { $ref: prefix + schemaNameOf(served) }
  const operation = {
    produces: ['application/json', 'application/yaml'],
    responses: { '200': { description: 'OK', schema } },
    'x-kubernetes-group-version-kind': { group, version, kind },
  }
  return {
    [place]: { get: { ...operation, 'x-kubernetes-action': 'list' } },
    [`${place}/{name}`]: {
      get: { ...operation, 'x-kubernetes-action': 'get' },
      ...(verbs.includes('patch') && {
        patch: { ...operation, parameters, 'x-kubernetes-action': 'patch' },
      }),
    },
  }
}

function customDefinition(served: Served): JsonObject {
  const { group, version, kind } = served.resource
  const declared = served.schema ?? {}
  const gvk = { 'x-kubernetes-group-version-kind': [{ group, version, kind }] }
  // A client that knew any field would refuse all others.
  if (declared['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object', ...gvk }
  const plain = simplified(declared)
  const properties = fieldOf(plain, 'properties')
  return {
    ...plain,
    properties: {
      ...(isJsonObject(properties) ? properties : {}),
      apiVersion: { type: 'string', description: descriptions.apiVersion },
      kind: { type: 'string', description: descriptions.kind },
      metadata: { $ref: prefix + metaName, description: descriptions.metadata },
    },
    ...gvk,
  }
}

/** A schema without what OpenAPI v2 does not have, or old clients cannot bear. */
function simplified(schema: JsonObject): JsonObject {
  const { allOf: _, oneOf: __, anyOf: ___, not: ____, nullable, ...rest } = schema
  const keeps = rest['x-kubernetes-preserve-unknown-fields'] === true
  const { items, properties, type, ...others } = rest
  const isBare = nullable === true || keeps
  const isTyped = !isBare && (type !== 'array' || items !== undefined)
  const { additionalProperties, ...plain } = others
  return {
    ...plain,
    ...(isTyped && type !== undefined && { type }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isJsonObject(additionalProperties)
        ? simplified(additionalProperties)
        : additionalProperties,
    }),
    ...(!isBare && isJsonObject(items) && { items: simplified(items) }),
    ...(!isBare && isJsonObject(properties) && { properties: simplifiedFields(properties) }),
  }
}

function simplifiedFields(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      isJsonObject(one) ? simplified(one) : (one ?? null),
    ]),
  )
}

function withReferences(value: Json): Json {
  if (isJsonList(value)) return value.map(withReferences)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, one]) => {
      if (field === 'default' || one === undefined) return []
      if (field === '$ref' && typeof one === 'string') return [[field, prefix + one] as const]
      return [[field, withReferences(one)] as const]
    }),
  )
}
