import { TypedList, type Value } from '../formats/value.ts'
import type { Run } from './run.ts'

const charactersPerStep = 8
const elementsPerStep = 2
/** Smaller results cost nothing beyond the step of their node. */
const freeLength = 64

/** Charges a function's result by its size, so that templates cannot double a value for ever. */
export function chargeResult(run: Run, value: Value): Value {
  if (typeof value === 'string') {
    if (value.length > freeLength) {
      run.checkLength(value.length)
      run.spend(Math.ceil(value.length / charactersPerStep))
    }
    return value
  }
  const length = Array.isArray(value)
    ? value.length
    : value instanceof TypedList
      ? (value.items?.length ?? 0)
      : 0
  if (length > freeLength) {
    run.checkListLength(length)
    run.spend(Math.ceil(length / elementsPerStep))
  }
  return value
}
