import { printCanonicalJson } from '../../../../objects/json-text.ts'
import { fieldOf, type Json } from '../../../../objects/json.ts'
import type { StructuralSchema } from '../../structural-schema.ts'

/** Lists that are sets or maps: their order does not count, and nothing is in them twice. */
type Identify = (item: unknown) => string

/** The functions that tell the items of such a list apart. */
const identities = new WeakMap<readonly unknown[], Identify>()

/** Remembers what a list is, by its schema; the JSON is what it was made of. */
export function rememberListType(
  list: readonly unknown[],
  json: readonly Json[],
  schema: StructuralSchema,
): void {
  const type = schema['x-kubernetes-list-type']
  if (type !== 'set' && type !== 'map') return
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const identityOf = (item: Json): string =>
    printCanonicalJson(type === 'set' ? item : keys.map((key) => fieldOf(item, key) ?? null))
  const known = new Map(list.map((item, at) => [item, identityOf(json[at] ?? null)]))
  // Other lists with the same schema have other objects for their items.
  identities.set(list, (item) => known.get(item) ?? identityOf(plain(item, keys)))
}

/** Finds the item of a list that is the same as another; undefined when order counts in the list. */
export function finderIn(
  list: readonly unknown[],
): ((item: unknown) => { readonly item: unknown } | undefined) | undefined {
  const identify = identities.get(list)
  if (identify === undefined) return undefined
  const items = new Map(list.map((item) => [identify(item), item]))
  return (item) => {
    const identity = identify(item)
    return items.has(identity) ? { item: items.get(identity) } : undefined
  }
}

/** Both lists one after the other; in a set nothing twice, in a map the later one in the place of the earlier. */
export function addLists(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  const identify = identities.get(a)
  if (identify === undefined) return [...a, ...b]
  const items = new Map(a.map((item) => [identify(item), item]))
  for (const item of b) items.set(identify(item), item)
  const added = [...items.values()]
  identities.set(added, identify)
  return added
}

/** The identity of an item, from a value of the language of rules. */
function plain(item: unknown, keys: readonly string[]): Json {
  if (!(item instanceof Map)) return scalar(item)
  return Object.fromEntries(keys.map((key) => [key, scalar(item.get(key))]))
}

function scalar(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  return null
}
