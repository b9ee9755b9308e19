import { Complex } from '../../formats/complex.ts'
import { GoObject, Sized, TypedList, type Value } from '../../formats/value.ts'

/**
 * Whether `if`, `and`, `not` and the others take a value for true: everything but the zero value of
 * its type.
 */
export function isTrue(value: Value): boolean {
  switch (typeof value) {
    case 'undefined':
      return false
    case 'boolean':
      return value
    case 'string':
      return value.length > 0
    case 'number':
      return value !== 0
    case 'bigint':
      return value !== 0n
    default:
      return value !== null && isTrueObject(value)
  }
}

function isTrueObject(
  value: Exclude<Value, undefined | null | boolean | number | bigint | string>,
): boolean {
  if (value instanceof Map) return value.size > 0
  if (value instanceof TypedList) return value.items !== undefined && value.items.length > 0
  if (value instanceof Sized) return value.value !== 0n
  if (value instanceof Complex) return !value.isZero
  if (value instanceof GoObject) return integerOf(value) !== 0n
  return (value as readonly Value[] | Uint8Array).length > 0
}

/** The number behind an integer of any type, named ones included; undefined for what is no integer. */
export function integerOf(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (value instanceof Sized) return value.value
  if (!(value instanceof GoObject) || (value.kind !== 'int' && value.kind !== 'int64')) {
    return undefined
  }
  return integerOf(value.json())
}
