import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../json.ts'
import { typeOfField, type ListType, type MapType, type SchemaType } from '../schema/schema-type.ts'
import { FieldSetBuilder, withoutBelow, type FieldSet } from './field-set.ts'
import { itemsByElement } from './list-items.ts'
import { haveSameShape, shapeOf, type Shape } from './narrow-type.ts'
import { fieldElement, type FieldPath } from './path-element.ts'

/** The fields in which two values differ; no field is in two of the sets. */
export interface Comparison {
  readonly removed: FieldSet
  readonly modified: FieldSet
  readonly added: FieldSet
}

/** The fields in which two values of one type differ. */
export function compareTyped(
  before: Json | undefined,
  after: Json | undefined,
  type: SchemaType,
): Comparison {
  const walk: Walk = {
    removed: new FieldSetBuilder(),
    modified: new FieldSetBuilder(),
    added: new FieldSetBuilder(),
  }
  compareAt(walk, [], { before, after }, type)
  return { removed: walk.removed.set, modified: walk.modified.set, added: walk.added.set }
}

/** The comparison without these fields and everything below them. */
export function ignoreFields(comparison: Comparison, fields: FieldSet | undefined): Comparison {
  if (fields === undefined) return comparison
  return {
    removed: withoutBelow(comparison.removed, fields),
    modified: withoutBelow(comparison.modified, fields),
    added: withoutBelow(comparison.added, fields),
  }
}

interface Walk {
  readonly removed: FieldSetBuilder
  readonly modified: FieldSetBuilder
  readonly added: FieldSetBuilder
}

interface Pair {
  readonly before: Json | undefined
  readonly after: Json | undefined
}

function compareAt(walk: Walk, path: FieldPath, pair: Pair, type: SchemaType): void {
  const { before, after } = pair
  const changedShape =
    before !== undefined && after !== undefined && !haveSameShape(type, before, after)
  // A map that becomes a scalar is compared as both.
  if (changedShape) compareShape(walk, path, pair, shapeOf(type, before))
  const shape = shapeOf(type, after === undefined ? before : after)
  if (compareShape(walk, path, pair, shape) === 'leaf') return
  if (before === undefined) walk.added.add(path)
  else if (after === undefined) walk.removed.add(path)
}

function compareShape(
  walk: Walk,
  path: FieldPath,
  pair: Pair,
  shape: Shape | undefined,
): 'leaf' | 'inner' {
  if (shape?.is === 'map') return compareMaps(walk, path, pair, shape.type)
  if (shape?.is === 'list') return compareLists(walk, path, pair, shape.type)
  return compareLeaf(walk, path, pair)
}

function compareLeaf(walk: Walk, path: FieldPath, { before, after }: Pair): 'leaf' {
  if (before === undefined) walk.added.add(path)
  else if (after === undefined) walk.removed.add(path)
  else if (!equalJson(before, after)) walk.modified.add(path)
  return 'leaf'
}

function compareMaps(walk: Walk, path: FieldPath, pair: Pair, type: MapType): 'leaf' | 'inner' {
  const before = isJsonObject(pair.before) ? pair.before : noFields
  const after = isJsonObject(pair.after) ? pair.after : noFields
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  // Two empty maps are a leaf, so that null and {} stay different.
  if (type.atomic || names.size === 0) return compareLeaf(walk, path, pair)
  for (const name of names) {
    const below = { before: fieldOf(before, name), after: fieldOf(after, name) }
    const fieldType = typeOfField(type, name)?.() ?? unknownType
    compareAt(walk, [...path, fieldElement(name)], below, fieldType)
  }
  return 'inner'
}

function compareLists(walk: Walk, path: FieldPath, pair: Pair, type: ListType): 'leaf' | 'inner' {
  const before = isJsonList(pair.before) ? pair.before : []
  const after = isJsonList(pair.after) ? pair.after : []
  if (type.atomic || before.length + after.length === 0) return compareLeaf(walk, path, pair)
  const left = itemsByElement(type, before)
  const right = itemsByElement(type, after)
  for (const element of new Set([...left.keys(), ...right.keys()]))
    compareItems(walk, [...path, element], {
      before: left.get(element) ?? [],
      after: right.get(element) ?? [],
      type: type.item(),
    })
  return 'inner'
}

interface SameItems {
  readonly before: JsonList
  readonly after: JsonList
  readonly type: SchemaType
}

// Items that are there twice are compared as a whole: nobody can tell which one a field is in.
function compareItems(walk: Walk, path: FieldPath, { before, after, type }: SameItems): void {
  if (before.length > 1 && after.length > 1) {
    if (!equalJson(before, after)) walk.modified.add(path)
    return
  }
  const below = { before: single(before), after: single(after) }
  if (below.before !== undefined || below.after !== undefined) compareAt(walk, path, below, type)
  if (before.length > 1) walk.removed.add(path)
  if (after.length > 1) walk.added.add(path)
}

function single(items: JsonList): Json | undefined {
  return items.length === 1 ? items[0] : undefined
}

const noFields: JsonObject = {}

const unknownType: SchemaType = { scalar: 'untyped' }
