import {
  typeOfField,
  untypedDeduced,
  type MapType,
  type SchemaType,
} from '../schema/schema-type.ts'
import { FieldSetBuilder, isEmptySet, unionOf, withoutBelow, type FieldSet } from './field-set.ts'
import { fieldNameOf, type FieldPath, type PathElement } from './path-element.ts'

/**
 * A field set written when the schema was another one: who owned something inside a list or map that
 * is now owned as a whole owns all of it.
 */
export function reconcileWithSchema(set: FieldSet, type: SchemaType): FieldSet {
  const nowAtomic = new FieldSetBuilder()
  visit(nowAtomic, { path: [], set, ownedAsWhole: false }, type)
  if (isEmptySet(nowAtomic.set)) return set
  return unionOf(withoutBelow(set, nowAtomic.set), nowAtomic.set)
}

interface OwnedField {
  readonly path: FieldPath
  readonly set: FieldSet | undefined
  readonly ownedAsWhole: boolean
}

function visit(nowAtomic: FieldSetBuilder, place: OwnedField, type: SchemaType): void {
  if (type.map !== undefined) visitMap(nowAtomic, place, type.map)
  else if (type.scalar === undefined && type.list !== undefined) {
    if (!place.ownedAsWhole && type.list.atomic) nowAtomic.add(place.path)
    else visitBelow(nowAtomic, place, type.list.item)
  }
}

function visitMap(nowAtomic: FieldSetBuilder, place: OwnedField, map: MapType): void {
  if (isFreeForm(map)) return
  if (place.ownedAsWhole || !map.atomic)
    visitBelow(nowAtomic, place, (element) => {
      const name = fieldNameOf(element)
      return (name === undefined ? map.element : typeOfField(map, name))?.()
    })
  else if (place.set !== undefined && !isEmptySet(place.set)) nowAtomic.add(place.path)
}

function visitBelow(
  nowAtomic: FieldSetBuilder,
  { path, set }: OwnedField,
  typeOf: (element: PathElement) => SchemaType | undefined,
): void {
  if (set === undefined) return
  for (const element of set.members.union(new Set(set.children.keys()))) {
    const type = typeOf(element)
    const below = set.children.get(element)
    const ownedAsWhole = set.members.has(element) && below === undefined
    if (type !== undefined)
      visit(nowAtomic, { path: [...path, element], set: below, ownedAsWhole }, type)
  }
}

function isFreeForm(map: MapType): boolean {
  if (map.fields.size > 0 || map.element === undefined) return false
  return map.element === untypedDeduced || map.element().scalar === 'untyped'
}
