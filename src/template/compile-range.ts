import { Sized, TypedList, interfaceType, typeOf, type Value } from '../formats/value.ts'
import { compileAssign, compileCommands, type Store } from './compile-pipe.ts'
import type { CompileScope, Expression } from './compile-scope.ts'
import { execError } from './exec-error.ts'
import { formatValue } from './fmt/sprint.ts'
import { listElementType, mapElementType } from './go-types.ts'
import type { BranchNode, ListNode, Node, PipeNode, Tree } from './nodes.ts'
import { printedObject } from './print.ts'
import type { Exec, Run, Signal } from './run.ts'
import { GoObject } from '../formats/value.ts'
import { smallInteger } from './small-integer.ts'
import { sortedKeys } from './sorted-keys.ts'

type CompileList = (scope: CompileScope, list: ListNode) => Exec

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
  scope.dotFlag = flagSlot
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
    if (iterate(run, site, ranged) || otherwise === undefined) return 0
    return otherwise(run, dot)
  }
}

function compileStores(
  scope: CompileScope,
  pipe: PipeNode,
  value: Expression,
  flagSlot: number,
): readonly Store[] {
  return pipe.declared.map((variable, index): Store => {
    if (pipe.isAssign) return compileAssign(scope, variable, value.last ?? pipe)
    const isElement = index === pipe.declared.length - 1
    const slot = scope.declare(variable.name, isElement ? flagSlot : undefined)
    return (run, stored) => {
      run.vars[slot] = stored
    }
  })
}

/** Runs the body for each element; false when there was none. */
function iterate(run: Run, site: RangeSite, ranged: Value): boolean {
  if (ranged === undefined) return false
  if (Array.isArray(ranged)) {
    run.vars[site.flagSlot] = true
    return overList(run, site, ranged)
  }
  if (ranged instanceof Map) {
    run.vars[site.flagSlot] = mapElementType(typeOf(ranged)) === interfaceType
    return overMap(run, site, ranged)
  }
  if (ranged instanceof TypedList) {
    run.vars[site.flagSlot] = listElementType(ranged.type) === interfaceType
    return overList(run, site, ranged.items ?? [])
  }
  run.vars[site.flagSlot] = false
  if (ranged instanceof Uint8Array) {
    return overList(
      run,
      site,
      Array.from(ranged, (byte) => new Sized('uint8', BigInt(byte))),
    )
  }
  if (typeof ranged === 'bigint' || ranged instanceof Sized) return overInteger(run, site, ranged)
  throw rangeError(run, site, `range can't iterate over ${shown(ranged)}`)
}

function overList(run: Run, site: RangeSite, list: readonly Value[]): boolean {
  for (let i = 0; i < list.length; i++) {
    site.bindKey?.(run, smallInteger(i))
    if (round(run, site, list[i]) === 1) break
  }
  return list.length > 0
}

/** Keys in Go's order, and the entries as they are now: the body may change the map. */
function overMap(run: Run, site: RangeSite, map: ReadonlyMap<string, Value>): boolean {
  const keys = sortedKeys(map)
  const values = keys.map((key) => map.get(key))
  for (let i = 0; i < keys.length; i++) {
    site.bindKey?.(run, keys[i])
    if (round(run, site, values[i]) === 1) break
  }
  return keys.length > 0
}

function overInteger(run: Run, site: RangeSite, count: bigint | Sized): boolean {
  if (site.pipe.declared.length > 1) {
    const message = `can't use ${formatValue(count)} to iterate over more than one variable`
    throw rangeError(run, site, message)
  }
  const end = typeof count === 'bigint' ? count : count.value
  for (let i = 0n; i < end; i++) {
    if (round(run, site, typeof count === 'bigint' ? i : new Sized(count.kind, i)) === 1) break
  }
  return end > 0n
}

function round(run: Run, site: RangeSite, element: Value): Signal {
  site.bindElement?.(run, element)
  return site.body(run, element)
}

function shown(value: Value): string {
  return value instanceof GoObject ? printedObject(value) : formatValue(value)
}

function rangeError(run: Run, site: RangeSite, message: string): Error {
  return execError(site.tree, site.last ?? run.last ?? site.pipe, message)
}
