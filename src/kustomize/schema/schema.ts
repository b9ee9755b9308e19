// How lists are merged, by place: from the table of built-in kinds, or from a document that a
// kustomization names. A place without a schema is one that nothing is known about.

import { type Json, fieldOf, isJsonList, isJsonObject } from '../../objects/json.ts'
import table from '../tables/schema.json' with { type: 'json' }

export interface Schema {
  readonly field: (name: string) => Schema | undefined
  readonly items: () => Schema | undefined
  /** The fields that tell items apart; none for a list of scalars; undefined when it is replaced as a whole. */
  readonly mergeKeys: readonly string[] | undefined
}

/** The schemas of one build. */
export interface Schemas {
  readonly schemaOf: (apiVersion: string, kind: string) => Schema | undefined
  readonly isClusterScoped: (apiVersion: string, kind: string) => boolean
}

const namespaced: Readonly<Record<string, boolean>> = table.namespaced
const kinds: Readonly<Record<string, number>> = table.kinds

export const builtInSchemas: Schemas = {
  schemaOf: (apiVersion, kind) => {
    const number = kinds[`${apiVersion} ${kind}`]
    return number === undefined ? undefined : builtIn(number)
  },
  isClusterScoped: (apiVersion, kind) => namespaced[`${apiVersion} ${kind}`] === false,
}

type Reference = number | readonly (number | readonly string[])[]

const types: readonly Readonly<Record<string, Reference>>[] = table.types
const nothingMerged: Schema = {
  field: () => nothingMerged,
  items: () => nothingMerged,
  mergeKeys: undefined,
}

function builtIn(number: number): Schema {
  const fields = types[number]
  if (number === 0 || fields === undefined) return nothingMerged
  return {
    field: (name) => {
      const reference = Object.hasOwn(fields, name) ? fields[name] : undefined
      return reference === undefined ? undefined : referenced(reference)
    },
    items: () => undefined,
    mergeKeys: undefined,
  }
}

function referenced(reference: Reference): Schema {
  if (typeof reference === 'number') return builtIn(reference)
  const [number, keys] = reference
  return {
    field: () => undefined,
    items: () => builtIn(typeof number === 'number' ? number : 0),
    mergeKeys: typeof keys === 'object' ? keys : undefined,
  }
}

/** The schemas of an OpenAPI document; they stand in the place of the built-in ones. */
export function documentSchemas(document: Json): Schemas {
  const definitions = fieldOf(document, 'definitions') ?? {}
  const byKind = new Map<string, Json>()
  for (const definition of Object.values(isJsonObject(definitions) ? definitions : {}))
    for (const kind of listOf(fieldOf(definition, 'x-kubernetes-group-version-kind')))
      byKind.set(kindKey(kind), definition)
  const scopes = scopesOf(document)
  return {
    schemaOf: (apiVersion, kind) => {
      const definition = byKind.get(`${apiVersion} ${kind}`)
      return definition === undefined ? undefined : fromJson(definition, definitions)
    },
    isClusterScoped: (apiVersion, kind) => {
      const key = `${apiVersion} ${kind}`
      return (namespaced[key] ?? scopes.get(key)) === false
    },
  }
}

function fromJson(schema: Json, definitions: Json): Schema {
  const resolved = resolve(schema, definitions)
  return {
    field: (name) => {
      const properties = fieldOf(resolved, 'properties')
      const rest = fieldOf(resolved, 'additionalProperties')
      const found =
        (isJsonObject(properties) ? fieldOf(properties, name) : undefined) ??
        (isJsonObject(rest) ? rest : undefined)
      return found === undefined ? undefined : fromJson(found, definitions)
    },
    items: () => {
      const items = fieldOf(resolved, 'items')
      const isList = fieldOf(resolved, 'type') === 'array'
      return !isList || items === undefined ? undefined : fromJson(items, definitions)
    },
    mergeKeys: mergeKeysOf(resolved),
  }
}

/** As many references as may follow each other. */
const maxReferences = 32

function resolve(schema: Json, definitions: Json): Json {
  let found = schema
  for (let i = 0; i < maxReferences; i++) {
    const reference = fieldOf(found, '$ref')
    if (typeof reference !== 'string') return found
    found = fieldOf(definitions, reference.replace('#/definitions/', '')) ?? {}
  }
  return {}
}

function mergeKeysOf(schema: Json): readonly string[] | undefined {
  const strategy = fieldOf(schema, 'x-kubernetes-patch-strategy')
  if (typeof strategy !== 'string' || !strategy.split(',').includes('merge')) return undefined
  const keys = fieldOf(schema, 'x-kubernetes-list-map-keys')
  if (isJsonList(keys)) return keys.map(String)
  const key = fieldOf(schema, 'x-kubernetes-patch-merge-key')
  return typeof key === 'string' ? [key] : []
}

// A kind is namespaced when one of its paths is, and cluster-scoped when there are only others.
function scopesOf(document: Json): ReadonlyMap<string, boolean> {
  const scopes = new Map<string, boolean>()
  const paths = fieldOf(document, 'paths')
  for (const [path, info] of Object.entries(isJsonObject(paths) ? paths : {})) {
    const kind = fieldOf(fieldOf(info, 'get') ?? null, 'x-kubernetes-group-version-kind')
    if (kind === undefined || !isJsonObject(kind)) continue
    const key = kindKey(kind)
    if (path.includes('namespaces/{namespace}')) scopes.set(key, true)
    else if (!scopes.has(key)) scopes.set(key, false)
  }
  return scopes
}

function kindKey(kind: Json): string {
  const group = fieldOf(kind, 'group')
  const prefix = typeof group === 'string' && group !== '' ? `${group}/` : ''
  return `${prefix}${textOf(kind, 'version')} ${textOf(kind, 'kind')}`
}

function textOf(object: Json, field: string): string {
  const text = fieldOf(object, field)
  return typeof text === 'string' ? text : ''
}

function listOf(value: Json | undefined): readonly Json[] {
  return value !== undefined && isJsonList(value) ? value : []
}
