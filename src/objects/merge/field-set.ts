import {
  type MapType,
  type SchemaType,
  type TypeReference,
  typeOfField,
} from '../schema/schema-type.ts'
import { sortElements, fieldNameOf, type FieldPath, type PathElement } from './path-element.ts'

/**
 * A set of fields. An element may be a member itself, have members below it, or both: a parent is
 * not a member because its children are. A node without any member is never kept.
 */
export interface FieldSet {
  readonly members: ReadonlySet<PathElement>
  readonly children: ReadonlyMap<PathElement, FieldSet>
}

export const emptyFieldSet: FieldSet = { members: new Set(), children: new Map() }

/** The set of these paths; the empty path stands for the whole object, which is never owned. */
export function fieldSetOf(paths: Iterable<FieldPath>): FieldSet {
  const builder = new FieldSetBuilder()
  for (const path of paths) builder.add(path)
  return builder.set
}

/** Collects paths. */
export class FieldSetBuilder {
  private readonly root: MutableSet = { members: new Set(), children: new Map() }

  get set(): FieldSet {
    return this.root
  }

  add(path: FieldPath): void {
    const last = path.at(-1)
    if (last === undefined) return
    let node = this.root
    for (const element of path.slice(0, -1)) node = childOf(node, element)
    node.members.add(last)
  }
}

/** Whether nothing is in the set. */
export function isEmptySet(set: FieldSet): boolean {
  if (set.members.size > 0) return false
  for (const below of set.children.values()) if (!isEmptySet(below)) return false
  return true
}

/** Whether a path is a member. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  const last = path.at(-1)
  if (last === undefined) return false
  let node: FieldSet | undefined = set
  for (const element of path.slice(0, -1)) node = node?.children.get(element)
  return node?.members.has(last) === true
}

/** The fields in either set. */
export function unionOf(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map(a.children)
  for (const [element, set] of b.children) {
    const other = children.get(element)
    children.set(element, other === undefined ? set : unionOf(other, set))
  }
  return { members: a.members.union(b.members), children }
}

/** The fields in both sets. */
export function intersectionOf(a: FieldSet, b: FieldSet): FieldSet {
  return mapChildren(a, a.members.intersection(b.members), (set, element) => {
    const other = b.children.get(element)
    return other === undefined ? undefined : intersectionOf(set, other)
  })
}

/**
 * The fields in the first set but not in the second; the children of a member of the second stay.
 */
export function differenceOf(a: FieldSet, b: FieldSet): FieldSet {
  return mapChildren(a, a.members.difference(b.members), (set, element) => {
    const other = b.children.get(element)
    return other === undefined ? set : differenceOf(set, other)
  })
}

/** The fields in the first set and neither in the second nor below one of its members. */
export function withoutBelow(a: FieldSet, b: FieldSet): FieldSet {
  return mapChildren(a, a.members.difference(b.members), (set, element) => {
    if (b.members.has(element)) return undefined
    const other = b.children.get(element)
    return other === undefined ? set : withoutBelow(set, other)
  })
}

/** The members that have no members below them. */
export function leavesOf(set: FieldSet): FieldSet {
  const members = [...set.members].filter((element) => !set.children.has(element))
  return mapChildren(set, new Set(members), leavesOf)
}

/** The set with every declared field that has members below it as a member, too. */
export function withNamedParents(set: FieldSet, type: SchemaType | undefined): FieldSet {
  const members = new Set(set.members)
  const children = new Map<PathElement, FieldSet>()
  for (const [element, below] of set.children) {
    if (isNamedField(type?.map, element)) members.add(element)
    children.set(element, withNamedParents(below, typeBelow(type, element)?.()))
  }
  return { members, children }
}

/** The paths of the set, parents before children, siblings in the order of their steps. */
export function* pathsOf(set: FieldSet, prefix: FieldPath = []): Generator<FieldPath> {
  for (const element of sortElements(set.members)) yield [...prefix, element]
  for (const element of sortElements(set.children.keys())) {
    const below = set.children.get(element)
    if (below !== undefined) yield* pathsOf(below, [...prefix, element])
  }
}

interface MutableSet {
  readonly members: Set<PathElement>
  readonly children: Map<PathElement, MutableSet>
}

function childOf(node: MutableSet, element: PathElement): MutableSet {
  const known = node.children.get(element)
  if (known !== undefined) return known
  const made: MutableSet = { members: new Set(), children: new Map() }
  node.children.set(element, made)
  return made
}

function mapChildren(
  set: FieldSet,
  members: ReadonlySet<PathElement>,
  change: (below: FieldSet, element: PathElement) => FieldSet | undefined,
): FieldSet {
  const children = new Map<PathElement, FieldSet>()
  for (const [element, below] of set.children) {
    const changed = change(below, element)
    if (changed !== undefined && !isEmptySet(changed)) children.set(element, changed)
  }
  return { members, children }
}

function isNamedField(map: MapType | undefined, element: PathElement): boolean {
  const name = fieldNameOf(element)
  return name !== undefined && map?.fields.has(name) === true
}

function typeBelow(type: SchemaType | undefined, element: PathElement): TypeReference | undefined {
  const name = fieldNameOf(element)
  if (name !== undefined) return type?.map === undefined ? undefined : typeOfField(type.map, name)
  return element.startsWith('k:') ? type?.list?.item : undefined
}
