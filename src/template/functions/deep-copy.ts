import { isMap, isTypedNil, TypedList, TypedMap, type Value } from '../../formats/value.ts'
import type { CallScope } from '../func.ts'
import { checkDepth } from './cost.ts'

/** A copy that shares no map or list with the value. Structs and other objects do not change, so they stay. */
export function deepCopy(value: Value, scope: CallScope, depth = 0): Value {
  scope.spend(1)
  checkDepth(depth)
  const copy = (item: Value): Value => deepCopy(item, scope, depth + 1)
  if (isTypedNil(value)) return value
  if (value instanceof Uint8Array) return value.slice()
  if (value instanceof TypedList) return new TypedList(value.type, value.items?.map(copy))
  if (Array.isArray(value)) return (value as readonly Value[]).map(copy)
  if (!isMap(value)) return value
  const entries = [...value].map(([key, item]): [string, Value] => [key, copy(item)])
  return value instanceof TypedMap ? new TypedMap(value.type, entries) : new Map(entries)
}
