// Lists whose items are told apart by keys, or by their text where there are none.

import { KustomizeError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { fieldOf, findItem, getField, setField, setItem, setScalar } from '../yaml/edit.ts'
import {
  emptyNode,
  isEmpty,
  isEmptyMap,
  isMissingOrNull,
  isTaggedNull,
  plainScalar,
  type YamlNode,
} from '../yaml/node.ts'
import { directiveOf } from './directive.ts'
import type { Merge, Merged, MergePair, Pair } from './pair.ts'

/** The values of an item's keys; empty where it has none. */
type KeyValues = readonly string[]

export function mergeLists(
  pair: Pair,
  schema: Schema,
  merge: Merge,
  mergePair: MergePair,
): Merged | undefined {
  const dest = startOfList(pair)
  if (dest === undefined) return undefined
  const lists: Pair = { dest, patch: pair.patch }
  const keys = schema.mergeKeys ?? []
  const values = keys.length > 0 ? keyValues(lists, keys, merge) : texts(lists, merge)
  const named = keys.length > 0 ? keys : ['']
  const node = mergeItems(lists, { keys: named, values, schema, merge, mergePair })
  return isMissingOrNull(node) ? undefined : { node, keepsNull: false }
}

function startOfList({ dest, patch }: Pair): YamlNode | undefined {
  if (dest === undefined || isMissingOrNull(dest)) return patch
  if (isTaggedNull(patch)) return undefined
  switch (patch === undefined ? 'merge' : directiveOf(patch)) {
    case 'delete':
      return undefined
    case 'replace':
      return patch
    case undefined:
      throw new KustomizeError('invalid', 'a patch has no list where the object has one')
    case 'merge':
      return dest
  }
}

interface Items {
  readonly keys: readonly string[]
  readonly values: KeyValues[]
  readonly schema: Schema
  readonly merge: Merge
  readonly mergePair: MergePair
}

function sourcesInOrder({ dest, patch }: Pair, { growth }: Merge): YamlNode[] {
  const sources = growth === 'prepend' ? [patch, dest] : [dest, patch]
  return sources.filter((one) => one !== undefined)
}

function keyValues(lists: Pair, keys: readonly string[], merge: Merge): KeyValues[] {
  return distinct(
    sourcesInOrder(lists, merge).flatMap(({ content }) =>
      content.map((item) =>
        keys.map((key) => {
          const field = fieldOf(item, key)
          return field === undefined || isEmpty(field) ? '' : field.value
        }),
      ),
    ),
  )
}

function texts(lists: Pair, merge: Merge): KeyValues[] {
  return distinct(
    sourcesInOrder(lists, merge).flatMap(({ content }) => content.map(({ value }) => [value])),
  )
}

function distinct(values: readonly KeyValues[]): KeyValues[] {
  return [...new Map(values.map((one) => [JSON.stringify(one), one])).values()]
}

function mergeItems(lists: Pair, items: Items): YamlNode {
  const dest = lists.dest ?? emptyNode('list')
  const values = items.keys.length > 1 ? unified(items.values) : items.values
  const added = emptyNode('list')
  let keys: readonly string[] = []
  for (const one of values) {
    const valid = validPart(values, one, items.keys)
    keys = valid.keys
    const merged = mergeItem(lists, valid, items)
    if (merged === undefined || isMissingOrNull(merged) || isEmptyMap(merged)) {
      setItem(dest, undefined, valid.keys, valid.values)
      continue
    }
    completeKeys(merged, valid)
    setItem(added, merged, valid.keys, valid.values)
  }
  if (values.length === 0) return dest
  return items.merge.growth === 'prepend'
    ? appendItems(added, dest, keys)
    : appendItems(dest, added, keys)
}

interface ValidKeys {
  readonly keys: readonly string[]
  readonly values: KeyValues
}

/** The keys that some item has a value for, and the values of one item for them. */
function validPart(
  all: readonly KeyValues[],
  values: KeyValues,
  keys: readonly string[],
): ValidKeys {
  const used = new Set(keys.filter((_, index) => all.some((one) => (one[index] ?? '') !== '')))
  if (used.size === 0) return { keys, values }
  return {
    keys: keys.filter((key) => used.has(key)),
    values: values.filter((_, index) => used.has(keys[index] ?? '')),
  }
}

function mergeItem(lists: Pair, valid: ValidKeys, items: Items): YamlNode | undefined {
  const { keys, values } = validPart([valid.values], valid.values, valid.keys)
  const find = (list: YamlNode | undefined) =>
    list?.kind === 'list' ? findItem(list, keys, values) : undefined
  const pair = { dest: find(lists.dest), patch: find(lists.patch) }
  return items.mergePair(pair, items.schema.items(), items.merge)?.node
}

// An item keeps the keys that it was found by.
function completeKeys(item: YamlNode, { keys, values }: ValidKeys): void {
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? ''
    if (value === '' || fieldOf(item, key) !== undefined) continue
    if (key === '') setScalar(item, plainScalar(value))
    else setField(item, key, plainScalar(value))
  }
}

/** Items that agree in one key and contradict each other in none are the same. */
function unified(values: readonly KeyValues[]): KeyValues[] {
  const result = [...values]
  for (const [i, first] of result.entries())
    for (const [j, second] of result.entries()) {
      const both = agreement(first, second)
      if (both === undefined) continue
      result[i] = both
      result[j] = both
    }
  return result
}

function agreement(a: KeyValues, b: KeyValues): KeyValues | undefined {
  let agrees = false
  const both: string[] = []
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? ''
    if (value === other) agrees = true
    else if (value !== '' && other !== '') return undefined
    both.push(value === '' ? other : value)
  }
  return agrees ? both : undefined
}

function appendItems(list: YamlNode, others: YamlNode, keys: readonly string[]): YamlNode {
  for (const item of others.content.slice()) {
    if (keys[0] === '') {
      setItem(list, item, [''], [item.value])
      continue
    }
    const values: string[] = []
    for (const key of keys) {
      const value = getField(item, key)
      if (value === undefined) list.content.push(item)
      else values.push(value.value)
    }
    if (keys.length > 1) setItem(list, undefined, keys, values)
    setItem(list, item, keys, values)
  }
  return list
}
