// Executes ranges as compile-range.ts does, with provenance.
import { Sized, TypedList, type Value } from '../../formats/value.ts'
import { execError } from '../run/exec-error.ts'
import { formatValue } from '../fmt/sprint.ts'
import type { BranchNode } from '../parse/nodes.ts'
import { smallInteger } from '../run/small-integer.ts'
import { sortedKeys } from '../run/sorted-keys.ts'
import { conditionReads, touchLine } from './branch-lines.ts'
import { applyEscapes } from './escapes.ts'
import type { Provenance, Traced } from './provenance.ts'
import { noReads, type ReadSet } from './read-set.ts'
import type { Key } from './container-origins.ts'
import { branchFacts, type FirstWrite } from './static-facts.ts'
import { blame, type Tracing } from './tracing.ts'

/** `range`: each round depends on the presence of its element. */
export function executeRange(tracing: Tracing, node: BranchNode, next: FirstWrite): void {
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
  else if (node.elseList !== undefined) tracing.executeList(tracing, node.elseList)
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
  /** The reads that decided that there is this round. */
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
  const from = tracing.origins.entry(container, at.key, value)
  return {
    key: at.shown,
    element: { value, from },
    presence: tracing.origins.presence(container, at.key),
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
    const signal = tracing.executeList(tracing, node.list)
    frame.vars.length = inside
    // The condition that left a loop early also decided about the rounds after it.
    if (!branchFacts(node).leavesInside) tracing.control = before
    if (signal === 1) break
  }
  frame.dot = dot
}

function assign(tracing: Tracing, name: string, value: Traced): void {
  const found = tracing.frame.vars.findLast((variable) => variable.name === name)
  if (found !== undefined) found.value = value
}
