import { FuncError } from '../../func.ts'

/** The result of an encoder or decoder, or the text of its error. */
export type Outcome<Result> = { readonly result: Result } | { readonly fault: string }

/**
 * Runs an encoder or decoder, whose errors have Go's texts: some functions print them, some swallow
 * them, some fail. A stack that is used up is no error of theirs and goes on.
 */
export function attempt<Result>(work: () => Result): Outcome<Result> {
  try {
    return { result: work() }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error
    return { fault: error.message }
  }
}

/** The result, or a failure of the function that was called. */
export function required<Result>(outcome: Outcome<Result>, code: 'returned' | 'panic'): Result {
  if ('fault' in outcome) throw new FuncError(outcome.fault, code)
  return outcome.result
}
