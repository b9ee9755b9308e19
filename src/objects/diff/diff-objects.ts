import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json.ts'
import { typeOfField, type SchemaType } from '../schema/schema-type.ts'
import { identifyItems, type IdentifiedItem } from './identify-items.ts'
import type { PathStep } from './readable-path.ts'

/** One difference between two objects. */
export type FieldChange =
  | { readonly is: 'added'; readonly path: Path; readonly after: Json }
  | { readonly is: 'removed'; readonly path: Path; readonly before: Json }
  | { readonly is: 'changed'; readonly path: Path; readonly before: Json; readonly after: Json }
  /** The items that both have stand in another order. */
  | { readonly is: 'reordered'; readonly path: Path }

type Path = readonly PathStep[]

/**
 * Where two objects differ, field by field. Items of lists are found by their key where the type, or
 * a name of their own, tells them apart, and by their place otherwise.
 */
export function diffObjects(before: Json, after: Json, type?: SchemaType): readonly FieldChange[] {
  return diffValues({ before, after, type }, [])
}

interface Pair {
  readonly before: Json | undefined
  readonly after: Json | undefined
  readonly type: SchemaType | undefined
}

function diffValues({ before, after, type }: Pair, path: Path): readonly FieldChange[] {
  if (before === undefined) return after === undefined ? [] : [{ is: 'added', path, after }]
  if (after === undefined) return [{ is: 'removed', path, before }]
  if (isJsonObject(before) && isJsonObject(after)) return diffMaps(before, after, type, path)
  if (isJsonList(before) && isJsonList(after)) return diffLists(before, after, type, path)
  return equalJson(before, after) ? [] : [{ is: 'changed', path, before, after }]
}

function diffMaps(
  before: JsonObject,
  after: JsonObject,
  type: SchemaType | undefined,
  path: Path,
): readonly FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const below = type?.map === undefined ? undefined : typeOfField(type.map, name)?.()
    const pair = { before: fieldOf(before, name), after: fieldOf(after, name), type: below }
    return diffValues(pair, [...path, { field: name }])
  })
}

function diffLists(
  before: JsonList,
  after: JsonList,
  type: SchemaType | undefined,
  path: Path,
): readonly FieldChange[] {
  const left = identifyItems(before, after, type?.list)
  const right = identifyItems(after, before, type?.list)
  const itemType = type?.list?.item()
  const others = new Map(right.map((item) => [item.id, item]))
  const known = new Map(left.map((item) => [item.id, item]))
  const inner = left.flatMap(({ id, step, item }) =>
    diffValues({ before: item, after: others.get(id)?.item, type: itemType }, [...path, step]),
  )
  const added = right
    .filter(({ id }) => !known.has(id))
    .flatMap(({ step, item }) =>
      diffValues({ before: undefined, after: item, type: itemType }, [...path, step]),
    )
  return [
    ...(isReordered(left, right) ? [{ is: 'reordered' as const, path }] : []),
    ...inner,
    ...added,
  ]
}

function isReordered(left: readonly IdentifiedItem[], right: readonly IdentifiedItem[]): boolean {
  const ids = new Set(right.map(({ id }) => id))
  const shared = left.map(({ id }) => id).filter((id) => ids.has(id))
  const places = new Map(right.map(({ id }, at) => [id, at]))
  return shared.some(
    (id, at) => at > 0 && (places.get(id) ?? 0) < (places.get(shared[at - 1] ?? '') ?? 0),
  )
}
