// The effects of a branch other than output: assigned variables and changed maps. They depend on the
// condition even where the branch was not taken.
import type { OperandNode } from '../parse/nodes.ts'
import type { Traced } from './provenance.ts'
import type { ReadSet } from './read-set.ts'
import { isContainer } from './container-origins.ts'
import type { BranchFacts, Change } from './static-facts.ts'
import type { Tracing } from './tracing.ts'

export function applyEscapes(tracing: Tracing, facts: BranchFacts, reads: ReadSet): void {
  if (reads.id === 0) return
  const { origins, frame } = tracing
  for (const name of facts.assigned) {
    const found = frame.vars.findLast((variable) => variable.name === name)
    if (found === undefined) continue
    found.value = { value: found.value.value, from: origins.adding(found.value.from, reads) }
  }
  for (const change of facts.changes) applyChange(tracing, change, reads)
}

function applyChange(tracing: Tracing, change: Change, reads: ReadSet): void {
  const target = findTarget(tracing, change)
  if (target === undefined || !isContainer(target.value)) return
  tracing.journal?.save(target.value)
  tracing.origins.add(target.value, change.key, reads)
}

/** The map that a branch would have changed, where it can be found without executing anything. */
function findTarget(tracing: Tracing, { target, isInnerDot }: Change): Traced | undefined {
  const { frame } = tracing
  switch (target.kind) {
    case 'dot':
      return isInnerDot ? undefined : frame.dot
    case 'field':
      return isInnerDot ? undefined : walk(frame.dot, target.names)
    case 'variable': {
      const found = frame.vars.findLast((variable) => variable.name === target.name)
      return found === undefined ? undefined : walk(found.value, target.fields)
    }
    default:
      return undefined
  }
}

function walk(
  start: Traced,
  names: Extract<OperandNode, { kind: 'field' }>['names'],
): Traced | undefined {
  let { value } = start
  for (const name of names) {
    if (!(value instanceof Map)) return undefined
    value = value.get(name)
  }
  return { value, from: start.from }
}
