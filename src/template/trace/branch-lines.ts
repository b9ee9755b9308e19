import type { BranchNode, ListNode } from '../parse/nodes.ts'
import { tellGuard } from './tell-guard.ts'
import { placeAt, textReads } from './place.ts'
import type { Traced } from './provenance.ts'
import type { ReadSet } from './read-set.ts'
import { mayBreakLine, mayWriteInline, type FirstWrite } from './static-facts.ts'
import type { Tracing } from './tracing.ts'

/** The reads that a condition depends on, those of its own line included. */
export function conditionReads(tracing: Tracing, node: BranchNode, condition: Traced): ReadSet {
  const here = placeAt(tracing.frame, node.pos)
  const reads = tracing.sets.union(condition.from.reads, textReads(tracing.frame, here.textLine))
  tellGuard(tracing, node, condition, reads)
  return reads
}

/** The line being written may depend on what is not on it: what another branch would have put there. */
export function touchLine(
  { capture, sets, control }: Tracing,
  node: BranchNode,
  other: ListNode | undefined,
  { reads, next }: { readonly reads: ReadSet; readonly next: FirstWrite },
): void {
  const all = sets.union(control, reads)
  const breaks = mayBreakLine(node)
  if (mayWriteInline(other) || (breaks && next === 'inline')) capture.touch(all)
  else if (breaks && next === 'nothing') capture.join(all)
}
