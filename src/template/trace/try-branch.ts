import { ExecError } from '../run/exec-error.ts'
import { FuncError } from '../func.ts'
import { LimitError } from '../limits.ts'
import type { ListNode } from '../parse/nodes.ts'
import { Capture } from './capture.ts'
import { commonLines } from './common-lines.ts'
import { Journal } from './journal.ts'
import type { ReadSet } from './read-set.ts'
import type { Tracing } from './tracing.ts'

/**
 * Executes the branch that was not taken to see what it would have written, and undoes whatever else
 * it did. Undefined where it fails, which a branch that is not meant to be taken often does.
 */
export function tryBranch(tracing: Tracing, list: ListNode): Capture | undefined {
  const { run, frame } = tracing
  const { capture, control, outerControl, fault } = tracing
  const values = frame.vars.map(({ value }) => value)
  const { dot } = frame
  const { templates, nesting } = run
  const includes = new Map(run.includes)
  const missingKeys = run.missingKeys.length
  const journal = new Journal(tracing.origins)
  const trial = new Capture(tracing.sets)
  tracing.journal = journal
  tracing.capture = trial
  try {
    tracing.executeList(tracing, list)
    return trial
  } catch (error) {
    if (isFailure(error)) return undefined
    throw error
  } finally {
    journal.restore()
    Object.assign(tracing, { journal: undefined, capture, control, outerControl, fault, frame })
    frame.dot = dot
    frame.vars.length = values.length
    for (const [index, variable] of frame.vars.entries()) {
      variable.value = values[index] ?? variable.value
    }
    run.templates = templates
    run.nesting = nesting
    run.includes.clear()
    for (const [name, count] of includes) run.includes.set(name, count)
    run.missingKeys.length = missingKeys
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ExecError || error instanceof FuncError || error instanceof LimitError
}

/**
 * The lines of a branch that the other one would have written too, and that therefore do not depend on the
 * condition. Lines of the other branch that depend on the same values may be others when they change.
 */
export function sharedLines(
  taken: Capture,
  other: Capture,
  condition: ReadSet,
): ReadonlySet<number> {
  const [own, others] = [taken.text.split('\n'), other.text.split('\n')]
  const origins = other.lineOrigins()
  const watched = new Set(condition.reads.map(({ path }) => path))
  const shared = new Set<number>()
  for (const [i, j] of commonLines(own, others)) {
    // A line that is begun or ended outside the branch must be so in both.
    if ((i === 0) !== (j === 0) || (i === own.length - 1) !== (j === others.length - 1)) continue
    const isSafe = origins[j]?.reads.reads.every(({ path }) => !watched.has(path)) ?? false
    if (isSafe) shared.add(i)
  }
  return shared
}
