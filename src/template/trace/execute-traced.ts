// Executes bodies as compile-body.ts does, and knows for each line what it depends on.
import { execError } from '../run/exec-error.ts'
import type { ActionNode, BranchNode, ListNode, TemplateNode, TextNode } from '../parse/nodes.ts'
import { printed } from '../run/print.ts'
import { quote } from '../../formats/quote.ts'
import type { Signal } from '../run/run.ts'
import { isTrue } from '../run/truth.ts'
import { conditionReads, touchLine } from './branch-lines.ts'
import { Capture } from './capture.ts'
import { applyEscapes } from './escapes.ts'
import { executeRange } from './execute-range.ts'
import { deepReads } from './origin-rules/origin-rule.ts'
import { placeAt, textReads } from './place.ts'
import { nowhere, type Provenance } from './provenance.ts'
import { noReads, type ReadSet } from './read-set.ts'
import { isContainer } from './container-origins.ts'
import { branchFacts, whatFollows, type FirstWrite } from './static-facts.ts'
import type { Tracing } from './tracing.ts'
import { sharedLines, tryBranch } from './try-branch.ts'

export function executeList(tracing: Tracing, list: ListNode): Signal {
  for (const [index, node] of list.nodes.entries()) {
    tracing.run.spend(1)
    const next = whatFollows(list, index)
    switch (node.kind) {
      case 'text':
        writeText(tracing, node)
        break
      case 'action':
        executeAction(tracing, node, next)
        break
      case 'template':
        executeTemplate(tracing, node)
        break
      case 'break':
        return 1
      case 'continue':
        return 2
      case 'range':
        executeRange(tracing, node, next)
        break
      default: {
        const signal = executeChoice(tracing, node, next)
        if (signal !== 0) return signal
      }
    }
  }
  return 0
}

function writeText(tracing: Tracing, node: TextNode): void {
  const first = placeAt(tracing.frame, node.pos)
  const { frame, control, sets } = tracing
  tracing.capture.write(node.text, (index) => ({
    reads: sets.union(control, textReads(frame, first.textLine + index)),
    place: first.at(index),
  }))
}

function executeAction(tracing: Tracing, node: ActionNode, next: FirstWrite): void {
  const result = tracing.evaluatePipe(tracing, node.pipe)
  if (node.pipe.declared.length > 0) return
  const { value } = result
  const from = isContainer(value) ? { reads: deepReads(tracing, result) } : result.from
  writeValue(tracing, printed(value, tracing.run.spend), { from, pos: node.pos, next })
}

interface Written {
  readonly from: Provenance
  readonly pos: number
  readonly next: FirstWrite
}

/** Writes a value; even an empty one decides what its line is. */
function writeValue(tracing: Tracing, text: string, { from, pos, next }: Written): void {
  const { frame, sets, capture } = tracing
  const here = placeAt(frame, pos)
  const around = sets.union(tracing.control, textReads(frame, here.textLine))
  const originOfLine = (index: number) => {
    const line = from.lines?.[index]
    const own = from.lines === undefined ? from.reads : (line?.reads ?? noReads)
    const joined = line?.joined ?? noReads
    return {
      reads: sets.all([around, own, next === 'inline' ? joined : noReads]),
      place: line?.place ?? here.at(0),
      ...(next === 'nothing' ? { joined } : {}),
    }
  }
  const first = originOfLine(0).reads
  if (first !== around) capture.touch(first)
  capture.note(from.reads)
  capture.write(text, originOfLine)
}

function executeTemplate(tracing: Tracing, node: TemplateNode): void {
  const { run, frame } = tracing
  const template = run.templates.find(node.name)
  if (template === undefined) {
    throw execError(frame.tree, node, `template ${quote(node.name)} not defined`)
  }
  const data =
    node.pipe === undefined
      ? { value: undefined, from: nowhere }
      : tracing.evaluatePipe(tracing, node.pipe)
  run.enter(1)
  tracing.frame = {
    tree: template.tree,
    dot: data,
    vars: [{ name: '$', value: data }],
    caller: placeAt(frame, node.pos).at(0),
    text: undefined,
  }
  executeList(tracing, template.tree.root)
  tracing.frame = frame
  run.nesting--
}

/** `if` and `with`. */
function executeChoice(tracing: Tracing, node: BranchNode, next: FirstWrite): Signal {
  const { frame, control, sets, capture } = tracing
  const mark = frame.vars.length
  const condition = tracing.evaluatePipe(tracing, node.pipe)
  const reads = conditionReads(tracing, node, condition)
  const isTaken = isTrue(condition.value)
  const [body, other] = isTaken ? [node.list, node.elseList] : [node.elseList, node.list]
  capture.note(sets.union(control, reads))
  touchLine(tracing, node, other, { reads, next })
  const { dot } = frame
  if (isTaken && node.kind === 'with') frame.dot = condition
  const signal = executeTaken(tracing, node, { body, other, reads })
  frame.dot = dot
  frame.vars.length = mark
  leave(tracing, node, control, reads)
  return signal
}

interface Taken {
  readonly body: ListNode | undefined
  readonly other: ListNode | undefined
  readonly reads: ReadSet
}

/** The body that the condition chose. Where the other one would write the same lines, they do not depend on it. */
function executeTaken(tracing: Tracing, node: BranchNode, { body, other, reads }: Taken): Signal {
  const { control, sets, outerControl, capture } = tracing
  if (body === undefined) return 0
  const hasTrial = other !== undefined && node.kind === 'if' && tracing.journal === undefined
  const tried = hasTrial && reads.id !== 0 ? tryBranch(tracing, other) : undefined
  if (tried === undefined) {
    tracing.control = sets.union(control, reads)
    return executeList(tracing, body)
  }
  const own = new Capture(sets)
  tracing.capture = own
  // The other effects of the body still depend on the condition.
  tracing.outerControl = sets.union(outerControl, reads)
  const signal = executeList(tracing, body)
  tracing.capture = capture
  tracing.outerControl = outerControl
  const shared = sharedLines(own, tried, reads)
  capture.append(own, (line) => (shared.has(line) ? noReads : sets.union(control, reads)))
  return signal
}

/**
 * Ends a branch. Nodes after a branch that may have left a loop are reached because of the branch.
 */
function leave(tracing: Tracing, node: BranchNode, control: ReadSet, reads: ReadSet): void {
  const facts = branchFacts(node)
  tracing.control = facts.leavesLoop ? tracing.sets.union(tracing.control, reads) : control
  applyEscapes(tracing, facts, reads)
}
