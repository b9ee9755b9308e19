import type { Case } from './case.ts'

/**
 * A case that stands for a rule of the language. `rule` is `<section>.<number>`: the section of the
 * facts about Helm and the bullet (or table row) in it, counted from 1. What the real helm says for
 * the row is recorded beside it (`npm run conformance:update`), never typed.
 */
export interface Row extends Case {
  readonly rule: string
  /** A sentence about behaviour; unique in its file. */
  readonly name: string
}

/** Rows of one file, in `rows/<name>.ts`; their outcomes are in `recorded/<name>.json`. */
export type Rows = readonly Row[]
