import type { Case, Outcome } from './case.ts'

/**
 * A case that stands for a rule of the language. `rule` is `<section>.<number>`: the section of the
 * facts about Helm and the bullet (or table row) in it, counted from 1. The answer of the real helm
 * is recorded beside the row (`npm run conformance:update`), never typed.
 */
export interface Row extends Case {
  readonly rule: string
  /** A sentence about behaviour; unique in its file. */
  readonly name: string
  /** A pattern of the whole output, for what is not the same twice. */
  readonly shape?: string
}

/** Rows of one file, in `rows/<name>.ts`; their outcomes are in `recorded/<name>.json`. */
export type Rows = readonly Row[]

/** The part of an outcome that is recorded and compared: an output that has the row's shape is its shape. */
export function shaped(row: Row, outcome: Outcome): Outcome {
  if (row.shape === undefined || 'error' in outcome) return outcome
  const fits = new RegExp(`^(?:${row.shape})$`, 's').test(outcome.output)
  return fits ? { output: `~${row.shape}` } : outcome
}
