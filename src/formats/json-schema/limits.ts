import { JsonSchemaError } from './errors.ts'

/** Bounds on what a schema may cost. Schemas of public charts stay far below them. */
export const limits = {
  /** Schemas inside schemas, and steps from the first schema to the one at work. */
  depth: 1_000,
  /** Schemas compared with values, and work of the same size. */
  steps: 6_000_000,
  /** Characters of a regular expression. */
  patternLength: 50_000,
  /** Digits of a number. */
  digits: 5_000,
} as const

/** Steps that a reported problem costs, because its text needs room. */
export const stepsPerProblem = 10

/** What is left of the steps for one schema and one value. */
export class Budget {
  private left: number = limits.steps

  spend(steps: number): void {
    this.left -= steps
    if (this.left >= 0) return
    throw new JsonSchemaError('limit', `schema needs more than ${limits.steps} steps`)
  }
}

/** Refuses what is nested too deep. */
export function checkDepth(depth: number): void {
  if (depth <= limits.depth) return
  throw new JsonSchemaError('limit', `schema is nested deeper than ${limits.depth} levels`)
}
