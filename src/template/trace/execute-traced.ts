// Executes bodies as compile-body.ts and compile-range.ts do, and knows for each line what it owes.
import { Sized, TypedList, type Value } from '../../formats/value.ts'
import { execError } from '../exec-error.ts'
import { formatValue } from '../fmt/sprint.ts'
import type { ActionNode, BranchNode, ListNode, TemplateNode, TextNode } from '../nodes.ts'
import { printed } from '../print.ts'
import { quote } from '../../formats/quote.ts'
import type { Signal } from '../run.ts'
import { smallInteger } from '../small-integer.ts'
import { sortedKeys } from '../sorted-keys.ts'
import { isTrue } from '../truth.ts'
import { Capture } from './capture.ts'
import { applyEscapes } from './escapes.ts'
import { deepReads } from './flow-step.ts'
import { placeAt, textReads } from './place.ts'
import { nowhere, type Provenance, type Traced } from './provenance.ts'
import { noReads, type ReadSet } from './read-set.ts'
import { isContainer, type Key } from './shadow.ts'
import {
  branchFacts,
  mayBreakLine,
  mayWriteInline,
  whatFollows,
  type FirstWrite,
} from './static-facts.ts'
import { blame, type Tracing } from './tracing.ts'
import { sharedLines, tryBranch } from './trial.ts'

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
  writeValue(tracing, printed(value), { from, pos: node.pos, next })
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
  const owing = (index: number) => {
    const line = from.lines?.[index]
    const own = from.lines === undefined ? from.reads : (line?.reads ?? noReads)
    const joined = line?.joined ?? noReads
    return {
      reads: sets.all([around, own, next === 'inline' ? joined : noReads]),
      place: line?.place ?? here.at(0),
      ...(next === 'nothing' ? { joined } : {}),
    }
  }
  const first = owing(0).reads
  if (first !== around) capture.touch(first)
  capture.note(from.reads)
  capture.write(text, owing)
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

/** The body that the condition chose. Where the other one would write the same lines, they owe it nothing. */
function executeTaken(tracing: Tracing, node: BranchNode, { body, other, reads }: Taken): Signal {
  const { control, sets, outerControl, capture } = tracing
  if (body === undefined) return 0
  const isTried = other !== undefined && node.kind === 'if' && tracing.journal === undefined
  const tried = isTried && reads.id !== 0 ? tryBranch(tracing, other) : undefined
  if (tried === undefined) {
    tracing.control = sets.union(control, reads)
    return executeList(tracing, body)
  }
  const own = new Capture(sets)
  tracing.capture = own
  // What else the body does still owes the condition.
  tracing.outerControl = sets.union(outerControl, reads)
  const signal = executeList(tracing, body)
  tracing.capture = capture
  tracing.outerControl = outerControl
  const shared = sharedLines(own, tried, reads)
  capture.append(own, (line) => (shared.has(line) ? noReads : sets.union(control, reads)))
  return signal
}

function conditionReads(tracing: Tracing, node: BranchNode, { from }: Traced): ReadSet {
  const here = placeAt(tracing.frame, node.pos)
  return tracing.sets.union(from.reads, textReads(tracing.frame, here.textLine))
}

/** The line being written may owe what is not on it: what another branch would have put there. */
function touchLine(
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

/** What follows a branch that may have left a loop is there because of the branch. */
function leave(tracing: Tracing, node: BranchNode, control: ReadSet, reads: ReadSet): void {
  const facts = branchFacts(node)
  tracing.control = facts.leavesLoop ? tracing.sets.union(tracing.control, reads) : control
  applyEscapes(tracing, facts, reads)
}

function executeRange(tracing: Tracing, node: BranchNode, next: FirstWrite): void {
  const { frame, control, sets, capture } = tracing
  const mark = frame.vars.length
  const ranged = evaluateRanged(tracing, node)
  const reads = conditionReads(tracing, node, ranged)
  const rounds = blame(
    tracing,
    node.pipe,
    () => [ranged],
    () => roundsOf(tracing, node, ranged),
  )
  capture.note(sets.union(control, reads))
  const other = rounds.length > 0 ? node.elseList : node.list
  touchLine(tracing, node, other, { reads, next })
  tracing.control = sets.union(control, reads)
  if (rounds.length > 0) executeRounds(tracing, node, rounds)
  else if (node.elseList !== undefined) executeList(tracing, node.elseList)
  frame.vars.length = mark
  tracing.control = control
  applyEscapes(tracing, branchFacts(node), reads)
}

/** The value, with the variables holding it until the first round. */
function evaluateRanged(tracing: Tracing, node: BranchNode): Traced {
  const { pipe } = node
  const ranged = tracing.evaluatePipe(tracing, { ...pipe, declared: [] })
  for (const { name } of pipe.declared) bind(tracing, name, ranged, pipe.isAssign)
  return ranged
}

function bind(tracing: Tracing, name: string, value: Traced, isAssign: boolean): void {
  const { vars } = tracing.frame
  if (!isAssign) {
    vars.push({ name, value })
    return
  }
  const found = vars.findLast((variable) => variable.name === name)
  if (found !== undefined) found.value = value
}

interface Round {
  readonly key: Value
  readonly element: Traced
  /** What decided that there is this round. */
  readonly presence: ReadSet
}

function roundsOf(tracing: Tracing, node: BranchNode, { value, from }: Traced): readonly Round[] {
  if (value instanceof Map) {
    const keys = sortedKeys(value)
    return keys.map((key) => roundOf(tracing, value, { key, shown: key }, value.get(key)))
  }
  if (Array.isArray(value) || value instanceof TypedList) {
    const items: readonly Value[] = value instanceof TypedList ? (value.items ?? []) : value
    return items.map((item, index) =>
      roundOf(tracing, value, { key: index, shown: smallInteger(index) }, item),
    )
  }
  if (value instanceof Uint8Array) {
    return Array.from(value, (byte, index) => ({
      key: smallInteger(index),
      element: { value: new Sized('uint8', BigInt(byte)), from },
      presence: noReads,
    }))
  }
  return countedRounds(tracing, node, value, from)
}

function roundOf(
  tracing: Tracing,
  container: ReadonlyMap<string, Value> | readonly Value[] | TypedList,
  at: { readonly key: Key; readonly shown: Value },
  value: Value,
): Round {
  const from = tracing.shadows.entry(container, at.key, value)
  return {
    key: at.shown,
    element: { value, from },
    presence: tracing.shadows.presence(container, at.key),
  }
}

function countedRounds(
  tracing: Tracing,
  node: BranchNode,
  value: Value,
  from: Provenance,
): readonly Round[] {
  if (value === undefined) return []
  const { tree } = tracing.frame
  if (typeof value !== 'bigint' && !(value instanceof Sized)) {
    throw execError(tree, node.pipe, `range can't iterate over ${formatValue(value)}`)
  }
  if (node.pipe.declared.length > 1) {
    const message = `can't use ${formatValue(value)} to iterate over more than one variable`
    throw execError(tree, node.pipe, message)
  }
  const end = typeof value === 'bigint' ? value : value.value
  const rounds: Round[] = []
  for (let i = 0n; i < end; i++) {
    tracing.run.spend(1)
    const element = typeof value === 'bigint' ? i : new Sized(value.kind, i)
    rounds.push({ key: undefined, element: { value: element, from }, presence: noReads })
  }
  return rounds
}

function executeRounds(tracing: Tracing, node: BranchNode, rounds: readonly Round[]): void {
  const { frame, sets } = tracing
  const { pipe } = node
  const { dot } = frame
  const inside = frame.vars.length
  for (const { key, element, presence } of rounds) {
    tracing.run.spend(1)
    const before = tracing.control
    tracing.control = sets.union(before, presence)
    const keyed = { value: key, from: { reads: presence } }
    pipe.declared.forEach(({ name }, index) => {
      const isElement = index === pipe.declared.length - 1
      assign(tracing, name, isElement ? element : keyed)
    })
    frame.dot = element
    const signal = executeList(tracing, node.list)
    frame.vars.length = inside
    // What left a loop early also decided about the rounds after it.
    if (!branchFacts(node).leavesInside) tracing.control = before
    if (signal === 1) break
  }
  frame.dot = dot
}

function assign(tracing: Tracing, name: string, value: Traced): void {
  const found = tracing.frame.vars.findLast((variable) => variable.name === name)
  if (found !== undefined) found.value = value
}
