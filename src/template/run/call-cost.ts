import { TypedList, type Value } from '../../formats/value.ts'
import type { TemplateFunc } from '../func.ts'
import type { Run } from './run.ts'

/** The steps that a call costs beside the node it stands in. */
const stepsPerCall = 5

/** Characters of arguments and of results that one step pays for, unless a function says otherwise. */
const charactersPerStep = 8
const elementsPerStep = 2
/** More arguments than that are paid for one by one. */
const freeArguments = 8
const stepsPerArgument = 3
/** Smaller arguments and results cost nothing beyond the step of their node. */
const freeLength = 64

/**
 * Charges a call by the length of its texts, before it is made: a function that looks at every character
 * could otherwise be called on long texts as often as there are steps.
 */
export function chargeCall(
  run: Run,
  args: readonly Value[],
  { charactersPerStep: rate = charactersPerStep }: Pick<TemplateFunc, 'charactersPerStep'>,
): void {
  let steps =
    args.length > freeArguments ? stepsPerCall + args.length * stepsPerArgument : stepsPerCall
  for (const arg of args) {
    if (typeof arg === 'string' || arg instanceof Uint8Array) {
      if (arg.length > freeLength) steps += Math.ceil(arg.length / rate)
    }
  }
  run.spend(steps)
}

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
