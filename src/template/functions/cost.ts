import type { CallScope } from '../func.ts'
import { LimitError, maxListLength, maxStringLength } from '../limits.ts'

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
