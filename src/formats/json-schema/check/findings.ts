import { compareStrings } from '../../go-string.ts'
import type { Value } from '../../value.ts'
import { type Frame, innerFrame, keepUnevaluated, sameValueFrame } from './frame.ts'
import { isIndifferent } from './indifferent.ts'
import { steps } from '../limits.ts'
import { anyProblem, type Problem } from './problem.ts'
import type { Schema } from '../schema.ts'

/** Checks the value of a frame. */
export type Check = (frame: Frame) => Problem | undefined

/** How a schema is reached from another for the same value. */
export interface Way {
  /** The keyword of a reference. */
  readonly reference?: string
  readonly isQuiet?: boolean
}

/** The problems of one frame, and the way to the schemas below. */
export class Findings {
  readonly frame: Frame
  readonly problems: Problem[] = []
  private readonly check: Check

  constructor(frame: Frame, check: Check) {
    this.frame = frame
    this.check = check
  }

  /** Whether the answer is known, and no more reasons are wanted. */
  get isSettled(): boolean {
    return this.frame.isQuiet && this.problems.length > 0
  }

  /** Checks the same value by another schema. */
  checkSame(schema: Schema, { reference = '', isQuiet = false }: Way = {}): Problem | undefined {
    const { value, meta, budget } = this.frame
    if (schema !== meta?.schema && isIndifferent(schema, value)) {
      budget.spend(1)
      return undefined
    }
    const frame = sameValueFrame(this.frame, schema, reference, isQuiet)
    const problem = this.check(frame)
    if (problem === undefined) keepUnevaluated(this.frame.unevaluated, frame.unevaluated)
    return problem
  }

  /** Checks a member or an item. */
  checkInner(schema: Schema, value: Value, token: string): Problem | undefined {
    return this.check(innerFrame(this.frame, schema, value, token))
  }

  add(problem: Problem | undefined): void {
    if (problem !== undefined) this.problems.push(problem)
  }

  /** Adds problems by the names they are about: the library's order is random, ours is sorted. */
  addSorted(byName: readonly (readonly [string, Problem])[]): void {
    const sorted = byName.length < 2 ? byName : byName.toSorted(([a], [b]) => compareStrings(a, b))
    for (const [, problem] of sorted) this.problems.push(problem)
  }

  report(describe: () => string, causes: readonly Problem[] = []): void {
    this.problems.push(this.problem(describe, causes))
  }

  /** A problem of this frame's value. */
  problem(
    describe: () => string,
    causes: readonly Problem[] = [],
    kind: Problem['kind'] = 'plain',
  ): Problem {
    if (this.frame.isQuiet) return anyProblem
    this.frame.budget.spend(steps.perProblem)
    return { kind, place: this.frame.place, describe, causes }
  }
}
