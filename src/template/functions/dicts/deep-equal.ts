import {
  GoObject,
  isList,
  isMap,
  isTypedNil,
  itemsOf,
  Sized,
  typeOf,
  type Value,
} from '../../../formats/value.ts'
import type { CallScope } from '../../func.ts'
import { checkDepth } from '../cost.ts'

/** From this depth on, pairs that are being compared are remembered, since values may contain themselves. */
const cycleDepth = 100

/** reflect.DeepEqual: the same types and the same contents; a nil list is not an empty one. */
export function deepEqual(a: Value, b: Value, { spend }: Pick<CallScope, 'spend'>): boolean {
  return equalAt(a, b, { depth: 0, open: new Map(), spend })
}

/** Characters of texts that one step pays for when they are compared. */
const comparedPerStep = 64

interface Comparison {
  readonly depth: number
  /** Pairs above this place, taken for equal where they come again. */
  readonly open: Map<Value, Set<Value>>
  /** Pays for every pair as it is met, since values share parts. */
  readonly spend: (steps: number) => void
}

function equalAt(a: Value, b: Value, place: Comparison): boolean {
  // Nil is one value to Go, written in two ways here.
  if (a === null || a === undefined) return b === null || b === undefined
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) {
    if (typeof a === 'string' && a.length > comparedPerStep) place.spend(a.length / comparedPerStep)
    return a === b
  }
  place.spend(1)
  if (typeOf(a) !== typeOf(b) || isTypedNil(a) !== isTypedNil(b)) return false
  if (a === b) return !(a instanceof GoObject && a.kind === 'func')
  if (a instanceof Sized) return b instanceof Sized && a.value === b.value
  if (place.depth > cycleDepth) {
    checkDepth(place.depth)
    const seen = place.open.get(a) ?? new Set()
    if (seen.has(b)) return true
    place.open.set(a, seen.add(b))
  }
  return equalContents(a, b, { ...place, depth: place.depth + 1 })
}

function equalContents(a: Value, b: Value, place: Comparison): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    return a.length === b.length && a.every((byte, index) => byte === b[index])
  }
  if (isList(a) && isList(b)) {
    const [x, y] = [itemsOf(a), itemsOf(b)]
    return x.length === y.length && x.every((item, index) => equalAt(item, y[index], place))
  }
  if (isMap(a) && isMap(b)) {
    if (a.size !== b.size) return false
    for (const [key, value] of a)
      if (!b.has(key) || !equalAt(value, b.get(key), place)) return false
    return true
  }
  if (!(a instanceof GoObject && b instanceof GoObject)) return false
  const fields = b.fields()
  return a.fields().every(([, value], index) => equalAt(value, fields[index]?.[1], place))
}
