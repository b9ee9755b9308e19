import {
  GoObject,
  TypedMap,
  interfaceType,
  typeOf,
  type GoMethod,
  type GoType,
  type Value,
} from '../../formats/value.ts'
import { quote } from '../../formats/quote.ts'
import { chargeCall, chargeResult } from '../run/call-cost.ts'
import type { InterfaceFlag } from './compile-scope.ts'
import { callError, execError } from '../run/exec-error.ts'
import { mapElementType, zeroOf } from '../go-types.ts'
import type { Node, Tree } from '../parse/nodes.ts'
import { methodOf } from '../objects/methods.ts'
import type { Run } from '../run/run.ts'
import { arityFault } from '../run/signature.ts'

/** A chain of names somewhere in a template, `.a.b.c`. */
export interface FieldSite {
  readonly tree: Tree
  /** The node that errors of called methods are reported at. */
  readonly node: Node
  /** The node that other errors are reported at; undefined where the run's `last` knows. */
  readonly last: Node | undefined
  readonly names: readonly string[]
  /** By name: whether a map may have a method that goes before the entry. */
  readonly mayBeMethod: readonly boolean[]
  /** Whether the first receiver is an interface. */
  readonly firstFlag: InterfaceFlag
}

/** The value at the end of the chain, without arguments. */
export function readFields(run: Run, site: FieldSite, start: Value): Value {
  return walk(run, site, start, site.names.length)
}

/** The value that the last name of a chain is read from, and the type that errors name. */
export interface Receiver {
  readonly value: Value
  readonly type: GoType
}

export function receiverOf(run: Run, site: FieldSite, start: Value): Receiver {
  const last = site.names.length - 1
  const passed: Value[] = []
  const value = walk(run, site, start, last, passed)
  return { value, type: receiverType(run, site, last, value, passed.at(-1)) }
}

// oxlint-disable-next-line max-params -- an object for each call would slow every render
function walk(run: Run, site: FieldSite, start: Value, count: number, passed?: Value[]): Value {
  const { names, mayBeMethod } = site
  let container: Value
  let value = start
  for (let i = 0; i < count; i++) {
    const receiver: Value = value
    if (receiver instanceof Map && mayBeMethod[i] === false) {
      const name = names[i] as string
      const found: Value = receiver.get(name)
      value = found === undefined ? missingEntry(run, site, receiver, name) : found
    } else value = walkOne(run, site, i, receiver, container)
    container = receiver
    passed?.push(receiver)
  }
  return value
}

/** One step of the chain: a method, a field of a struct, or an entry of a map. */
// oxlint-disable-next-line max-params -- an object for each call would slow every render
function walkOne(
  run: Run,
  site: FieldSite,
  index: number,
  receiver: Value,
  container: Value,
): Value {
  const name = site.names[index] as string
  if (receiver === undefined) return missingReceiver(run, site, name)
  if (receiver === null) throw nilReceiver(run, site, name)
  const method = methodOf(receiver, name)
  if (method !== undefined) return callWithout(run, site, method, name)
  const found = memberOf(run, site, receiver, name)
  if (found !== noMember) return found
  const type = receiverType(run, site, index, receiver, container)
  throw fieldError(run, site, `can't evaluate field ${name} in type ${type}`)
}

function missingEntry(
  run: Run,
  site: FieldSite,
  map: ReadonlyMap<string, Value>,
  name: string,
): Value {
  if (run.strict) throw fieldError(run, site, `map has no entry for key ${quote(name)}`)
  return map instanceof TypedMap ? zeroOf(mapElementType(map.type)) : null
}

/** Says that a value has neither entry nor field of a name. */
export const noMember: Value = new Map()

/** The entry of a map or the field of a struct. */
export function memberOf(run: Run, site: FieldSite, receiver: Value, name: string): Value {
  if (receiver instanceof Map) {
    const found: Value = receiver.get(name)
    return found === undefined ? missingEntry(run, site, receiver, name) : found
  }
  if (!(receiver instanceof GoObject)) return noMember
  const field = receiver.field(name)
  if (field !== undefined) return field.value
  if (receiver.fields().some(([hidden]) => hidden === name)) {
    const struct = receiver.type
    throw fieldError(run, site, `${name} is an unexported field of struct type ${struct}`)
  }
  return noMember
}

export function missingReceiver(run: Run, site: FieldSite, name: string): undefined {
  if (run.strict) throw fieldError(run, site, `nil data; no entry for key ${quote(name)}`)
  return undefined
}

export function nilReceiver(run: Run, site: FieldSite, name: string): Error {
  return fieldError(run, site, `nil pointer evaluating ${interfaceType}.${name}`)
}

export function fieldError(run: Run, site: FieldSite, message: string): Error {
  return execError(site.tree, site.last ?? run.last ?? site.node, message)
}

function callWithout(run: Run, site: FieldSite, method: GoMethod, name: string): Value {
  const fault = arityFault(name, method, 0, 0)
  if (fault !== undefined) throw fieldError(run, site, fault)
  return callMethod(run, site, { method, name }, [])
}

/** A method and the name it is called by. */
export interface Named {
  readonly method: GoMethod
  readonly name: string
}

export function callMethod(
  run: Run,
  site: FieldSite,
  { method, name }: Named,
  args: readonly Value[],
): Value {
  try {
    chargeCall(run, args, {})
    return chargeResult(run, method.call(args, run.spend))
  } catch (error) {
    throw callError(site.tree, site.node, name, error)
  }
}

/** The type by which Go reaches a receiver: that of the container's elements, not of the value. */
// oxlint-disable-next-line max-params -- an object for each call would slow every render
function receiverType(
  run: Run,
  site: FieldSite,
  index: number,
  value: Value,
  container: Value,
): GoType {
  if (index === 0) {
    const { slot } = site.firstFlag
    const isInterface = slot !== undefined && run.vars[slot] === true
    return isInterface ? interfaceType : typeOf(value)
  }
  const name = site.names[index - 1] as string
  if (container instanceof GoObject) return container.field(name)?.type ?? typeOf(value)
  if (methodOf(container, name) !== undefined) return typeOf(value)
  return mapElementType(typeOf(container))
}
