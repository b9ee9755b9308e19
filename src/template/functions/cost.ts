import type { CallScope } from '../func.ts'
import { GoObject, isMap, TypedList, type Value } from '../../formats/value.ts'
import { LimitError, maxListLength, maxStringLength, maxValueParts } from '../limits.ts'

const charactersPerStep = 32

/** Pays for text of this length, before it is built. */
export function spendText(scope: CallScope, length: number): void {
  if (length > maxStringLength) {
    throw new LimitError(
      'string-length',
      `a string of ${length} characters is longer than the limit of ${maxStringLength}`,
    )
  }
  scope.spend(Math.ceil(length / charactersPerStep))
}

/** Pays for a list of this length, before it is built. */
export function spendItems(scope: CallScope, length: number): void {
  if (length > maxListLength) {
    throw new LimitError(
      'list-length',
      `a list of ${length} elements is longer than the limit of ${maxListLength}`,
    )
  }
  scope.spend(length)
}

/** Pays for walking a value, before it is walked. */
export function spendValue(scope: CallScope, value: Value): void {
  scope.spend(countParts(value))
}

/** Refuses a value that is small in memory and large when written, because it shares its parts. */
export function countParts(value: Value): number {
  const count = { parts: 0, isTooDeep: false }
  addParts(count, value, 0)
  return count.parts
}

interface Count {
  parts: number
  /**
   * Whether the value is nested too deeply to count; the function that walks it stops there too,
   * with an error of its own.
   */
  isTooDeep: boolean
}

function addParts(count: Count, value: Value, depth: number): void {
  if (count.isTooDeep) return
  count.parts += typeof value === 'string' ? 1 + value.length / charactersPerStep : 1
  if (count.parts > maxValueParts) {
    const message = `a value has more than ${maxValueParts} parts, or shares them too often`
    throw new LimitError('list-length', message)
  }
  if (typeof value !== 'object' || value === null || value instanceof GoObject) return
  if (depth > maxValueDepth) count.isTooDeep = true
  else if (isMap(value)) for (const item of value.values()) addParts(count, item, depth + 1)
  else if (value instanceof Uint8Array) count.parts += value.length / charactersPerStep
  else if (Array.isArray(value)) for (const item of value) addParts(count, item, depth + 1)
  else if (value instanceof TypedList)
    for (const item of value.items ?? []) addParts(count, item, depth + 1)
}

/** Values inside each other that a function follows; Go's stack would hold more, ours does not. */
const maxValueDepth = 1_000

/** Stops walks into values that contain themselves, where Go's process would die. */
export function checkDepth(depth: number): void {
  if (depth > maxValueDepth) {
    throw new LimitError(
      'nesting',
      `a value is nested deeper than ${maxValueDepth} levels, or contains itself`,
    )
  }
}
