import { JsonSchemaError } from './errors.ts'

/** Bounds on what a schema may cost. Schemas of public charts stay far below them. */
export const limits = {
  /** Schemas inside schemas, and steps from the first schema to the one at work. */
  depth: 1_000,
  /** Schemas compared with values, and work of the same size. */
  steps: 5_000_000,
  /** Instructions of a regular expression. */
  patternWeight: 200_000,
  /** Digits of a number. */
  digits: 5_000,
} as const

/** The work that is dearer than one step, with the steps that it costs. */
export const steps = {
  /** Its text needs room. */
  perProblem: 10,
  /** To find a schema in a document. */
  toFindSchema: 16,
  /** To read its keywords. */
  toCompileSchema: 4,
  /** Of an object or list whose members are noted one by one. */
  perMember: 1 / 8,
  /** Of a regular expression, to compile it. */
  perInstruction: 4,
} as const

/** Refuses what is nested too deep. */
export function checkDepth(depth: number): void {
  if (depth <= limits.depth) return
  throw new JsonSchemaError('limit', `schema is nested deeper than ${limits.depth} levels`)
}
