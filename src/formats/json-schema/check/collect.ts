import { quote } from '../../quote.ts'
import type { Value } from '../../value.ts'
import type { Resource, SchemaDocument } from '../document.ts'
import type { Dialect, Draft } from '../drafts.ts'
import { JsonSchemaError } from '../errors.ts'
import { asArray, asObject, type JsonObject } from '../json-type.ts'
import type { Budget } from './budget.ts'
import type { Library } from '../library.ts'
import { checkDepth, steps } from '../limits.ts'
import { locationText, pointerTo } from '../pointer.ts'
import { cutFragment, resolveReference } from '../reference.ts'

/** The settings that a schema takes over from the one around it. */
export interface Surroundings {
  /** The URL that references are resolved against. */
  readonly base: string
  readonly dialect: Dialect
  readonly depth: number
}

/** The library that the search reads and the budget that it spends. */
export interface Means {
  readonly library: Library
  readonly budget: Budget
}

/** Finds the resources and anchors of a schema and all below it. */
export function collectResources(
  { document, pointer }: { readonly document: SchemaDocument; readonly pointer: string },
  schema: Value,
  around: Surroundings,
  means: Means,
): void {
  if (document.collected.has(pointer)) return
  checkDepth(around.depth)
  means.budget.spend(steps.toFindSchema)
  const object = asObject(schema)
  if (object !== undefined) collectObject({ document, pointer }, object, around, means)
  else if (pointer === '') document.addResource(newResource('', around.base, around.dialect))
  document.collected.set(pointer, schema)
}

/** The identity that a schema gives itself, without a fragment. */
function idOf(schema: JsonObject, draft: Draft): string {
  // Early drafts ignore whatever stands beside a reference.
  if (draft.version < 2019 && schema.has('$ref')) return ''
  const id = schema.get(draft.idKeyword)
  return typeof id === 'string' ? cutFragment(id)[0] : ''
}

function collectObject(
  { document, pointer }: { readonly document: SchemaDocument; readonly pointer: string },
  schema: JsonObject,
  around: Surroundings,
  means: Means,
): void {
  const place = { url: document.url, pointer }
  const named = means.library.draftOf(schema, place, around.dialect.draft)
  const hasOwnId = pointer === '' || idOf(schema, named) !== ''
  // A subschema without an identity cannot choose a draft.
  const draft = hasOwnId ? named : around.dialect.draft
  const id = idOf(schema, draft)
  const base = id === '' ? around.base : baseFor(around.base, id, place)
  if (id !== '' || pointer === '') {
    const namesDraft = hasOwnId && typeof schema.get('$schema') === 'string'
    const dialect = () => (namesDraft ? means.library.dialectOf(schema, draft) : around.dialect)
    addResource(document, pointer, base, dialect)
  }
  const resource = document.resourceWithId(base)
  if (resource === undefined) throw new Error(`no resource ${base} in ${document.url}`)
  document.collectAnchors(schema, pointer, resource)
  const below = { base, dialect: resource.dialect, depth: around.depth + 1 }
  for (const [token, second, subschema] of subschemasOf(schema, draft)) {
    const inner = pointerTo(pointer, token, second)
    collectResources({ document, pointer: inner }, subschema, below, means)
  }
}

function baseFor(base: string, id: string, place: { url: string; pointer: string }): string {
  try {
    return resolveReference(base, id).url
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    const message = `error in parsing id at ${quote(locationText(place))}`
    throw new JsonSchemaError('invalid', message, { cause: error })
  }
}

function addResource(
  document: SchemaDocument,
  pointer: string,
  id: string,
  dialect: () => Dialect,
): void {
  const known = document.resourceWithId(id)
  if (known === undefined) {
    document.addResource(newResource(pointer, id, dialect()))
    return
  }
  if (known.pointer === pointer) return
  const places = `${quote(pointer)} and ${quote(known.pointer)}`
  const message = `duplicate id ${quote(id)} in ${quote(document.url)} at ${places}`
  throw new JsonSchemaError('reference', message)
}

function newResource(pointer: string, id: string, dialect: Dialect): Resource {
  return { pointer, id, dialect, anchors: new Map(), dynamicAnchors: new Set() }
}

function* subschemasOf(
  schema: JsonObject,
  { positions, holders }: Draft,
): Iterable<readonly [token: string, second: string | undefined, subschema: Value]> {
  if (!schema.keys().some((keyword) => holders.has(keyword))) return
  for (const { keyword, holds } of positions) {
    const value = schema.get(keyword)
    if (value === undefined) continue
    if (holds === 'schema') yield [keyword, undefined, value]
    if (holds === 'list') {
      for (const [i, item] of (asArray(value) ?? []).entries()) yield [keyword, `${i}`, item]
    }
    if (holds === 'map') {
      for (const [name, member] of asObject(value) ?? []) yield [keyword, name, member]
    }
  }
}
