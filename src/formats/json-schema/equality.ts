import { compareStrings } from '../go-string.ts'
import type { Value } from '../value.ts'
import { compareDecimals, type Decimal, parseDecimal } from './numbers/decimal.ts'
import { decimalOf, isNumber, type NumberValue } from './numbers/json-number.ts'
import { asArray, asObject } from './json-type.ts'
import type { Budget } from './check/budget.ts'
import { checkDepth } from './limits.ts'

/** Lists up to this length are compared pair by pair, longer ones by a key for each item. */
const pairwiseLength = 20

/** Whether two values are the same for `const`, `enum` and `uniqueItems`. */
export function isEqual(a: Value, b: Value, budget: Budget, depth = 0): boolean {
  budget.spend(1)
  checkDepth(depth)
  if (isNumber(a)) return isEqualNumber(a, b)
  const list = asArray(a)
  if (list !== undefined) {
    const other = asArray(b)
    if (other?.length !== list.length) return false
    return list.every((item, i) => isEqual(item, other[i], budget, depth + 1))
  }
  const object = asObject(a)
  if (object === undefined) return (a ?? null) === (b ?? null)
  const other = asObject(b)
  if (other?.size !== object.size) return false
  for (const [key, value] of object) {
    if (!other.has(key) || !isEqual(value, other.get(key), budget, depth + 1)) return false
  }
  return true
}

/** The places of the first item that equals an earlier one, and of that one. */
export function findDuplicate(
  items: readonly Value[],
  budget: Budget,
): readonly [number, number] | undefined {
  if (items.length > pairwiseLength) return findByKey(items, budget)
  for (const [i, item] of items.entries()) {
    const earlier = items.slice(0, i).findIndex((other) => isEqual(item, other, budget))
    if (earlier >= 0) return [earlier, i]
  }
  return undefined
}

function findByKey(items: readonly Value[], budget: Budget): readonly [number, number] | undefined {
  const places = new Map<string, number>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item, budget)
    const earlier = places.get(key)
    if (earlier !== undefined) return [earlier, i]
    places.set(key, i)
  }
  return undefined
}

/** A text that equal values share. */
function keyOf(value: Value, budget: Budget, depth = 0): string {
  budget.spend(1)
  checkDepth(depth)
  if (isNumber(value)) {
    const decimal = decimalOf(value)
    return decimal === undefined ? 'n' : `n${decimal.digits}e${decimal.exponent}`
  }
  const list = asArray(value)
  if (list !== undefined) return `[${list.map((item) => keyOf(item, budget, depth + 1)).join(',')}]`
  const object = asObject(value)
  if (object === undefined) return JSON.stringify(value ?? null)
  const keys = [...object.keys()].toSorted(compareStrings)
  const members = keys.map(
    (key) => `${JSON.stringify(key)}:${keyOf(object.get(key), budget, depth + 1)}`,
  )
  return `{${members.join(',')}}`
}

/** Go compares what both values print as, so that a number equals a string with its digits. */
function isEqualNumber(a: NumberValue, b: Value): boolean {
  const first = decimalOf(a)
  if (first === undefined) return false
  if (isNumber(b)) return isSame(first, decimalOf(b))
  return typeof b === 'string' && isSame(first, parseDecimal(b))
}

function isSame(a: Decimal, b: Decimal | undefined): boolean {
  return b !== undefined && compareDecimals(a, b) === 0
}
