// Looking into trees and changing them: kyaml's Lookup, LookupCreate, FieldSetter, FieldClearer,
// ElementMatcher and ElementSetter, with their habits.

import { KustomizeError } from '../errors.ts'
import {
  assignNode,
  copyStyle,
  emptyNode,
  isEmptyMap,
  isMissingOrNull,
  isString,
  isTaggedNull,
  plainScalar,
  type NodeKind,
  type YamlNode,
} from './node.ts'
import { isOtherThanString } from './scalar.ts'

const kindNames: Readonly<Record<NodeKind, string>> = {
  none: 'nothing',
  scalar: 'a scalar',
  map: 'a map',
  list: 'a list',
}

/** Refuses a node of another kind; null and what is missing pass. */
export function requireKind(node: YamlNode | undefined, kind: NodeKind): void {
  if (node === undefined || isMissingOrNull(node) || node.kind === kind) return
  const found =
    node.kind === 'scalar' ? `${kindNames.scalar} (${node.value})` : kindNames[node.kind]
  const place = node.line === 0 ? '' : ` at line ${node.line}`
  throw new KustomizeError('invalid', `${kindNames[kind]} was wanted${place}, found ${found}`)
}

/** The index of a key in the content of a map; -1 when there is none. */
export function keyIndex(node: YamlNode, name: string): number {
  const { content } = node
  for (let i = 0; i < content.length; i += 2) if (content[i]?.value === name) return i
  return -1
}

/** The value of a field; undefined when the node is no map or has no such field. */
export function fieldOf(node: YamlNode | undefined, name: string): YamlNode | undefined {
  if (node?.kind !== 'map') return undefined
  const at = keyIndex(node, name)
  return at < 0 ? undefined : node.content[at + 1]
}

/** The names of the fields, in order, with those that are there twice. */
export function fieldNames(node: YamlNode | undefined): string[] {
  requireKind(node, 'map')
  return (node?.content ?? []).filter((_, index) => index % 2 === 0).map(({ value }) => value)
}

/** As kyaml's Get: as fieldOf, but a node of another kind is refused. */
export function getField(node: YamlNode, name: string): YamlNode | undefined {
  if (isMissingOrNull(node)) return undefined
  requireKind(node, 'map')
  return fieldOf(node, name)
}

/** The node at a path; parts are fields, indexes, `-` for the last item, or `[field=value]`. */
export function lookup(node: YamlNode, path: readonly string[]): YamlNode | undefined {
  return walk(node, path, undefined)
}

/**
 * The node at a path, after making the missing parts; the last part becomes a node of that kind.
 */
export function lookupCreate(
  node: YamlNode,
  kind: NodeKind,
  path: readonly string[],
): YamlNode | undefined {
  return walk(node, path, kind)
}

function walk(
  node: YamlNode,
  path: readonly string[],
  create: NodeKind | undefined,
): YamlNode | undefined {
  const parts = path.map((part) => part.trim()).filter((part) => part !== '')
  let found: YamlNode | undefined = node
  for (const [index, part] of parts.entries()) {
    if (found === undefined) return undefined
    const next = parts[index + 1] ?? ''
    found = step(found, part, create === undefined ? undefined : kindOfPart(next, create))
  }
  return found
}

function step(node: YamlNode, part: string, create: NodeKind | undefined): YamlNode | undefined {
  if (/^-\d+$/.test(part))
    throw new KustomizeError('invalid', `index ${part} of a list is negative`)
  if (isIndexNumber(part)) return itemAt(node, Number(part))
  if (part === '-') return itemAt(node, -1)
  if (part === '*') throw new KustomizeError('invalid', 'a wildcard is not supported in this path')
  if (isListIndex(part)) return matchItem(node, part, create)
  if (isMissingOrNull(node)) return undefined
  const found = getField(node, part)
  if (found !== undefined || create === undefined) return found
  return setField(node, part, emptyNode(create))
}

function itemAt(node: YamlNode, index: number): YamlNode | undefined {
  requireKind(node, 'list')
  return node.content.at(index)
}

function matchItem(
  node: YamlNode,
  part: string,
  create: NodeKind | undefined,
): YamlNode | undefined {
  const { name, value } = splitIndex(part)
  const found = findItem(node, [name], [value])
  if (found !== undefined || create === undefined) return found
  const item = plainScalar(value)
  const made = name === '' ? item : { ...emptyNode('map'), content: [plainScalar(name), item] }
  node.content.push(made)
  return made
}

/** Whether a part of a path names items of a list by a field, as `[name=web]` does. */
export function isListIndex(part: string): boolean {
  return part.startsWith('[') && part.endsWith(']')
}

export function isIndexNumber(part: string): boolean {
  return /^\+?\d+$/.test(part)
}

/** The field and the value of `[field=value]`. */
export function splitIndex(part: string): { readonly name: string; readonly value: string } {
  const inner = part.replace(/\]$/, '').replace(/^\[/, '')
  const at = inner.indexOf('=')
  if (at >= 0) return { name: inner.slice(0, at), value: inner.slice(at + 1) }
  throw new KustomizeError('invalid', `the part ${part} of a path must be [field=value]`)
}

/** The kind of node that a missing part of a path becomes, by the part that follows. */
export function kindOfPart(next: string, last: NodeKind): NodeKind {
  if (isListIndex(next) || isIndexNumber(next)) return 'list'
  return next === '' ? last : 'map'
}

/** The first item whose fields have these values; for the key '' the scalar with that text. */
export function findItem(
  list: YamlNode,
  keys: readonly string[],
  values: readonly string[],
): YamlNode | undefined {
  requireKind(list, 'list')
  if ((keys[0] ?? '') === '') return list.content.find(({ value }) => value === (values[0] ?? ''))
  return list.content.find(
    (item) =>
      item.kind === 'map' && keys.every((key, i) => fieldOf(item, key)?.value === values[i]),
  )
}

/**
 * Sets a field of a map, or clears it for null. A field that is there keeps its place and its quotes,
 * and every holder of its node sees the change.
 */
export function setField(
  map: YamlNode,
  name: string,
  value: YamlNode | undefined,
): YamlNode | undefined {
  if (value !== undefined) quoteIfNeeded(value)
  if (value === undefined || isTaggedNull(value)) return clearField(map, name)
  const field = getField(map, name)
  if (field !== undefined) {
    copyStyle(value, field)
    assignNode(field, value)
    return field
  }
  map.content.push(plainScalar(name), value)
  return value
}

/** As setField, but null stays as a value. */
export function setFieldEvenNull(map: YamlNode, name: string, value: YamlNode): void {
  const field = getField(map, name)
  if (field === undefined) map.content.push(plainScalar(name), value)
  else assignNode(field, { ...value, quote: field.quote, isTagged: field.isTagged })
}

/** Makes a scalar another one, with the quotes that it has. */
export function setScalar(node: YamlNode, value: YamlNode): void {
  requireKind(node, 'scalar')
  if (isMissingOrNull(value)) return
  copyStyle(value, node)
  assignNode(node, value)
}

// Where other readers would see a number or a boolean, a string gets quotes.
function quoteIfNeeded(value: YamlNode): void {
  if (isString(value) && value.quote === '' && isOtherThanString(value.value)) value.quote = '"'
}

/** Takes a field out of a map; gives what it held. */
export function clearField(map: YamlNode, name: string): YamlNode | undefined {
  requireKind(map, 'map')
  const at = keyIndex(map, name)
  return at < 0 ? undefined : map.content.splice(at, 2)[1]
}

/**
 * Puts an item in the place of all items with these keys, or at the end; without an item those are
 * taken out. Empty items go as well.
 */
export function setItem(
  list: YamlNode,
  item: YamlNode | undefined,
  keys: readonly string[],
  values: readonly string[],
): void {
  requireKind(list, 'list')
  const wantsMaps = (keys[0] ?? '') !== '' && (values[0] ?? '') !== ''
  const content: YamlNode[] = []
  let isFound = false
  for (const one of list.content) {
    if (isMissingOrNull(one) || isEmptyMap(one)) continue
    if (wantsMaps && one.kind !== 'map') {
      content.push(one)
      continue
    }
    if (!hasKeys(one, keys, values)) {
      if (values.length > 0) content.push(one)
      continue
    }
    isFound = true
    if (item !== undefined) content.push(item)
  }
  list.content = content
  if (item !== undefined && !isMissingOrNull(item) && !isFound) list.content.push(item)
}

function hasKeys(item: YamlNode, keys: readonly string[], values: readonly string[]): boolean {
  let matched: YamlNode | undefined
  for (const [index, key] of (keys.length === 0 ? [''] : keys).entries()) {
    const value = values[index]
    if (value !== undefined) matched = matchField(item, key, value)
    if (matched === undefined) return false
  }
  return true
}

// An empty value matches any; the name '' stands for the scalar itself.
function matchField(item: YamlNode, name: string, value: string): YamlNode | undefined {
  if (name === '') {
    requireKind(item, 'scalar')
    return item.value === value ? item : undefined
  }
  const field = getField(item, name)
  return field !== undefined && (value === '' || field.value === value) ? field : undefined
}
