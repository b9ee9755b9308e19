import { Complex } from '../../../formats/complex.ts'
import {
  GoObject,
  isList,
  isMap,
  itemsOf,
  Sized,
  typeOf,
  type Value,
} from '../../../formats/value.ts'
import { numberBehind } from '../../fmt/print-value.ts'

/** Go's name of the kind of a value: `slice` and `map` whatever they hold, `invalid` for nil. */
export function kindOf(value: Value): string {
  if (value === null || value === undefined) return 'invalid'
  if (value instanceof GoObject) return value.kind
  if (value instanceof Uint8Array || isList(value)) return 'slice'
  return isMap(value) ? 'map' : typeOf(value)
}

/** Whether a value is nil, or the zero or the empty one of its kind. Structs never are. */
export function isEmpty(value: Value): boolean {
  switch (typeof value) {
    case 'undefined':
      return true
    case 'string':
      return value === ''
    case 'boolean':
      return !value
    case 'number':
      return value === 0
    case 'bigint':
      return value === 0n
    default:
      return value === null || isEmptyObject(value)
  }
}

function isEmptyObject(value: Exclude<Value, null | undefined>): boolean {
  if (value instanceof Sized) return value.value === 0n
  if (value instanceof Uint8Array) return value.length === 0
  if (isList(value)) return itemsOf(value).length === 0
  if (isMap(value)) return value.size === 0
  if (value instanceof Complex) return value.isZero
  // Named numbers such as durations are empty when zero.
  return value instanceof GoObject && numberBehind(value) === 0n
}
