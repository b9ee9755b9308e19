import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import { readElement, sortElements, type PathElement } from './path-element.ts'
import { emptyFieldSet, unionOf, type FieldSet } from './field-set.ts'

// The form of a field set in metadata.managedFields[].fieldsV1: an object per element, `.` where an
// element that has children is a member itself.

/** The field set as the API writes it. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  return encode(set, false)
}

/** The field set that the API wrote. Steps of an unknown kind are passed over. */
export function decodeFieldsV1(fields: Json): FieldSet {
  return decode(fields).below
}

function encode(set: FieldSet, isMember: boolean): JsonObject {
  const elements = sortElements(set.members.union(new Set(set.children.keys())))
  const entries = elements.map((element) => [element, encodeElement(set, element)] as const)
  return Object.fromEntries(isMember ? [['.', {}], ...entries] : entries)
}

function encodeElement(set: FieldSet, element: PathElement): JsonObject {
  const below = set.children.get(element)
  return below === undefined ? {} : encode(below, set.members.has(element))
}

interface Decoded {
  readonly below: FieldSet
  readonly isMember: boolean
}

function decode(fields: Json): Decoded {
  if (!isJsonObject(fields)) return { below: emptyFieldSet, isMember: true }
  const members = new Set<PathElement>()
  const children = new Map<PathElement, FieldSet>()
  for (const [text, inner] of Object.entries(fields)) {
    const element = text === '.' ? undefined : readElement(text)
    if (element === undefined) continue
    const { below, isMember } = decode(inner)
    if (isMember) members.add(element)
    if (below !== emptyFieldSet) addChild(children, element, below)
  }
  if (members.size === 0 && children.size === 0) return { below: emptyFieldSet, isMember: true }
  return { below: { members, children }, isMember: Object.hasOwn(fields, '.') }
}

// Two texts may be the same step once they are canonical.
function addChild(
  children: Map<PathElement, FieldSet>,
  element: PathElement,
  below: FieldSet,
): void {
  const other = children.get(element)
  children.set(element, other === undefined ? below : unionOf(other, below))
}
