import { finderIn } from './libraries/list-types.ts'

/** Whether two values are the same to a rule. */
export function equalInRules(a: unknown, b: unknown): boolean {
  if (a === b) return true
  // Numbers of different types are compared by their value.
  if (isNumber(a) && isNumber(b)) return !(a < b) && !(a > b)
  if (Array.isArray(a) && Array.isArray(b)) return equalLists(a, b)
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false
    return [...a].every(([key, value]) => b.has(key) && equalInRules(value, b.get(key)))
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0
  if (!isObject(a) || !isObject(b) || a.constructor !== b.constructor) return false
  return isComparable(a) && a.valueOf() === b.valueOf()
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  const find = finderIn(a)
  if (find === undefined) return a.every((one, at) => equalInRules(one, b[at]))
  return b.every((one) => {
    const found = find(one)
    return found !== undefined && equalInRules(found.item, one)
  })
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Times and durations have a number, and it says everything. */
function isComparable(value: object): boolean {
  return typeof value.valueOf() === 'number'
}
