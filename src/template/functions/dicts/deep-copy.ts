import {
  GoObject,
  isList,
  isMap,
  isTypedNil,
  itemsOf,
  TypedList,
  TypedMap,
  type Value,
} from '../../../formats/value.ts'
import type { CallScope } from '../../func.ts'
import { withByteCapacityOf } from '../byte-capacity.ts'
import { checkDepth } from '../cost.ts'
import { withCapacityOf } from '../lists/list-capacity.ts'

/** A map takes some 300 bytes more than what is in it. */
const stepsPerMap = 14

/** A copy that shares no map or list with the value. */
export function deepCopy(value: Value, scope: CallScope, depth = 0): Value {
  scope.spend(1)
  checkDepth(depth)
  // Most parts are scalars.
  if (typeof value !== 'object' || value === null) return value
  if (isTypedNil(value)) return value
  if (value instanceof Uint8Array) return withByteCapacityOf(value.slice(), value)
  if (isList(value)) {
    // Loops rather than callbacks: they leave more of the stack to the depth.
    const items: Value[] = []
    for (const item of itemsOf(value)) items.push(deepCopy(item, scope, depth + 1))
    withCapacityOf(items, value)
    return value instanceof TypedList ? new TypedList(value.type, items) : items
  }
  if (value instanceof GoObject) return value.deepCopy()
  if (!isMap(value)) return value
  scope.spend(stepsPerMap)
  const copy = value instanceof TypedMap ? new TypedMap(value.type, []) : new Map<string, Value>()
  for (const [key, item] of value) copy.set(key, deepCopy(item, scope, depth + 1))
  return copy
}
