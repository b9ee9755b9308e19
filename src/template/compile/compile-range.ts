import {
  GoObject,
  Sized,
  TypedList,
  interfaceType,
  typeOf,
  type Value,
} from '../../formats/value.ts'
import { compileAssign, compileCommands, type Store } from './compile-pipe.ts'
import type { CompileScope, Expression } from './compile-scope.ts'
import { execError } from '../run/exec-error.ts'
import { numberBehind } from '../fmt/print-value.ts'
import { formatValue } from '../fmt/sprint.ts'
import { listElementType, mapElementType } from '../go-types.ts'
import type { BranchNode, ListNode, Node, PipeNode, Tree } from '../parse/nodes.ts'
import type { Exec, Run } from '../run/run.ts'
import { smallInteger } from '../run/small-integer.ts'
import { sortedKeys } from '../run/sorted-keys.ts'

type CompileList = (scope: CompileScope, list: ListNode) => Exec

/** A value that ranges over numbers from 0. */
type Counted = bigint | Sized | GoObject

interface RangeSite {
  readonly tree: Tree
  /** Where a value that cannot be ranged over is reported; undefined where the run knows. */
  readonly last: Node | undefined
  readonly pipe: PipeNode
  readonly body: Exec
  readonly bindKey: Store | undefined
  readonly bindElement: Store | undefined
  /** Says to error texts whether elements are interfaces. */
  readonly flagSlot: number
}

/** `range`: the body for each element, or the else list where there is none. */
export function compileRange(
  scope: CompileScope,
  node: BranchNode,
  compileList: CompileList,
): Exec {
  const outside = scope.save()
  const { pipe } = node
  const value = compileCommands(scope, pipe)
  const flagSlot = scope.newSlot()
  const stores = compileStores(scope, pipe, value, flagSlot)
  const inside = scope.save()
  const { dotFlag } = scope
  scope.dotFlag = { slot: flagSlot }
  const body = scope.deeper(() => compileList(scope, node.list))
  scope.dotFlag = dotFlag
  scope.restore(inside)
  const otherwise = node.elseList === undefined ? undefined : compileList(scope, node.elseList)
  scope.restore(outside)
  const site: RangeSite = {
    tree: scope.tree,
    last: value.last,
    pipe,
    body,
    bindKey: stores.length > 1 ? stores[0] : undefined,
    bindElement: stores.at(-1),
    flagSlot,
  }
  const { eval: evaluate } = value
  return (run, dot) => {
    const ranged = evaluate(run, dot)
    // Variables hold the whole value until the first round; the else list can see it.
    for (const store of stores) store(run, ranged)
    // Loops are called from here, not from a function between: that is one frame less for each level.
    const items = listItems(run, site, ranged)
    if (items !== undefined && items.length > 0) overList(run, site, items)
    else if (ranged instanceof Map && ranged.size > 0) overMap(run, site, ranged)
    else if (isPositive(run, site, ranged)) overInteger(run, site, ranged)
    else if (otherwise !== undefined) {
      run.vars[flagSlot] = false
      // A break in the else list ends this range, though a range around it made it legal.
      const signal = otherwise(run, dot)
      return signal === 1 ? 0 : signal
    }
    return 0
  }
}

function compileStores(
  scope: CompileScope,
  pipe: PipeNode,
  value: Expression,
  flagSlot: number,
): readonly Store[] {
  return pipe.declared.map((variable, index): Store => {
    const isElement = index === pipe.declared.length - 1
    if (pipe.isAssign) {
      const assign = compileAssign(scope, variable, { last: value.last, pipe })
      return isElement ? flagging(scope, variable.name, assign, flagSlot) : assign
    }
    const slot = scope.declare(variable.name, { slot: isElement ? flagSlot : undefined })
    return (run, stored) => {
      run.vars[slot] = stored
    }
  })
}

/** Marks a variable from outside the range as holding what its elements are. */
function flagging(scope: CompileScope, name: string, assign: Store, flagSlot: number): Store {
  const flag = scope.find(name)?.flag
  if (flag === undefined) return assign
  const kept = (flag.slot ??= scope.newSlot())
  return (run, value) => {
    assign(run, value)
    run.vars[kept] = run.vars[flagSlot]
  }
}

/** The elements of a list of any type; undefined for what is no list. */
function listItems(run: Run, site: RangeSite, ranged: Value): readonly Value[] | undefined {
  if (Array.isArray(ranged)) {
    run.vars[site.flagSlot] = true
    return ranged
  }
  run.vars[site.flagSlot] = false
  if (ranged instanceof TypedList) {
    run.vars[site.flagSlot] = listElementType(ranged.type) === interfaceType
    return ranged.items
  }
  if (!(ranged instanceof Uint8Array)) return undefined
  return Array.from(ranged, (byte) => new Sized('uint8', BigInt(byte)))
}

/** Whether there is a number of rounds; fails for what cannot be ranged over. */
function isPositive(run: Run, site: RangeSite, ranged: Value): ranged is Counted {
  const number = numberIn(ranged)
  if (number !== undefined && site.pipe.declared.length > 1) {
    const message = `can't use ${formatValue(ranged)} to iterate over more than one variable`
    throw rangeError(run, site, message)
  }
  if (number !== undefined) return number > 0n
  const isEmpty =
    ranged === undefined ||
    ranged instanceof Map ||
    ranged instanceof TypedList ||
    ranged instanceof Uint8Array ||
    Array.isArray(ranged)
  if (isEmpty) return false
  throw rangeError(run, site, `range can't iterate over ${shown(ranged)}`)
}

function overList(run: Run, site: RangeSite, list: readonly Value[]): void {
  const { body, bindKey, bindElement } = site
  for (let i = 0; i < list.length; i++) {
    const element = list[i]
    bindKey?.(run, smallInteger(i))
    run.spend(1)
    bindElement?.(run, element)
    if (body(run, element) === 1) return
  }
}

/** Keys in Go's order, and the entries as they are now: the body may change the map. */
function overMap(run: Run, site: RangeSite, map: ReadonlyMap<string, Value>): void {
  const { body, bindKey, bindElement } = site
  run.vars[site.flagSlot] = mapElementType(typeOf(map)) === interfaceType
  const keys = sortedKeys(map)
  const values = keys.map((key) => map.get(key))
  for (let i = 0; i < keys.length; i++) {
    const element = values[i]
    bindKey?.(run, keys[i])
    run.spend(1)
    bindElement?.(run, element)
    if (body(run, element) === 1) return
  }
}

function overInteger(run: Run, site: RangeSite, count: Counted): void {
  const { body, bindElement } = site
  const end = numberIn(count) ?? 0n
  for (let i = 0n; i < end; i++) {
    const element = likeNumber(count, i)
    run.spend(1)
    bindElement?.(run, element)
    if (body(run, element) === 1) return
  }
}

/** The integer that a value of any integer type is; undefined for other values. */
function numberIn(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (value instanceof Sized) return value.value
  return value instanceof GoObject ? numberBehind(value) : undefined
}

/** A number of the same type. */
function likeNumber(example: Counted, number: bigint): Value {
  if (typeof example === 'bigint') return number
  return example instanceof Sized ? new Sized(example.kind, number) : example.withNumber(number)
}

function shown(value: Value): string {
  // A pointer is followed, but methods that only it has are not seen.
  const text = formatValue(value)
  return value instanceof GoObject && value.kind === 'ptr' ? text.replace(/^&/, '') : text
}

function rangeError(run: Run, site: RangeSite, message: string): Error {
  return execError(site.tree, site.last ?? run.last ?? site.pipe, message)
}
