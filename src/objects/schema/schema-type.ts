import type { Json } from '../json.ts'

// The values that one place of an object may have, as far as merging cares: whether a list is
// replaced as a whole, a set, or keyed; whether a map is replaced as a whole; which fields there
// are. Nothing here validates more than that.

export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped'

/** One or more of the three; a value of an untyped field may be any of them. */
export interface SchemaType {
  readonly scalar?: ScalarType
  readonly list?: ListType
  readonly map?: MapType
}

/** Types refer to each other, and some to themselves. */
export type TypeReference = () => SchemaType

export interface ListType {
  /** Owned and replaced as a whole; otherwise items are told apart by key or by value. */
  readonly atomic: boolean
  /** The fields that tell items apart; none for a set of scalars. */
  readonly keys: readonly string[]
  readonly item: TypeReference
}

export interface MapType {
  readonly atomic: boolean
  readonly fields: ReadonlyMap<string, StructField>
  /** The type of fields that are not named; undefined when there may be none. */
  readonly element: TypeReference | undefined
}

export interface StructField {
  readonly type: TypeReference
  readonly default?: Json
  /** Printed by Go even when it is empty: a struct, or a field without omitempty. */
  readonly alwaysPresent: boolean
  readonly patch?: PatchStrategy
}

/** How a strategic merge patch treats a field. */
export interface PatchStrategy {
  readonly merge: boolean
  readonly retainKeys: boolean
  /** A map that a patch gives anew, nulls included. */
  readonly replace?: true
  readonly mergeKey?: string
}

/** The type of one field of a map; undefined when the map may not have it. */
export function typeOfField(map: MapType, field: string): TypeReference | undefined {
  return map.fields.get(field)?.type ?? map.element
}

/** Any value, owned as a whole. */
export function untypedAtomic(): SchemaType {
  return atomicType
}

/** Any value; the fields of maps are told apart, lists are owned as a whole. */
export function untypedDeduced(): SchemaType {
  return deducedType
}

const atomicType: SchemaType = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], item: untypedAtomic },
  map: { atomic: true, fields: new Map(), element: untypedAtomic },
}

const deducedType: SchemaType = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], item: untypedAtomic },
  map: { atomic: false, fields: new Map(), element: untypedDeduced },
}
