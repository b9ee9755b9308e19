import type { Value } from '../../formats/value.ts'
import { compileCall } from './compile-call.ts'
import {
  fieldError,
  memberOf,
  missingReceiver,
  nilReceiver,
  noMember,
  readFields,
  receiverOf,
  callMethod,
  type FieldSite,
} from './compile-field.ts'
import { checkedValue } from './check-argument.ts'
import { prepareArgument, typedArgument, type PreparedArgument } from './compile-argument.ts'
import {
  unset,
  type Binding,
  type CompileScope,
  type Expression,
  type InterfaceFlag,
} from './compile-scope.ts'
import { execError } from '../run/exec-error.ts'
import type { ChainNode, FieldNode, Node, OperandNode, VariableNode } from '../parse/nodes.ts'
import { mapMethodNames, methodOf } from '../objects/methods.ts'
import type { Eval, Run } from '../run/run.ts'
import { arityFault, parameterType } from '../run/signature.ts'

/** The arguments of an operand that may turn out to be a method. */
export interface OperandArguments {
  readonly args: readonly OperandNode[]
  readonly final: Expression | undefined
}

const neverInterface: InterfaceFlag = { slot: undefined }

const noArguments: OperandArguments = { args: [], final: undefined }

/** An operand that is an argument, and so has no arguments itself. Literals are not compiled here. */
export function compileOperand(scope: CompileScope, node: OperandNode): Expression {
  switch (node.kind) {
    case 'dot':
      return { eval: (_run, dot) => dot, last: node }
    case 'field':
      return compileField(scope, node, noArguments)
    case 'variable':
      return compileVariable(scope, node, noArguments)
    case 'pipe':
      return scope.compilers.compilePipe(scope, node)
    case 'identifier':
      return compileCall(scope, { identifier: node, whole: node, args: [], final: undefined })
    case 'chain':
      return compileChain(scope, node, noArguments)
    default:
      throw new Error(`${node.kind} is not compiled as an operand`)
  }
}

export function compileField(
  scope: CompileScope,
  node: FieldNode,
  given: OperandArguments,
): Expression {
  const site = fieldSite(scope, node, node.names, { last: node, firstFlag: scope.dotFlag })
  if (hasNone(given)) {
    return { eval: (run, dot) => readFields(run, site, dot), last: node }
  }
  return withArguments(scope, site, (_run, dot) => dot, given)
}

export function compileVariable(
  scope: CompileScope,
  node: VariableNode,
  given: OperandArguments,
): Expression {
  const binding = scope.find(node.name)
  const read = readVariable(scope, node, binding)
  if (node.fields.length === 0) return { eval: read, last: node }
  const site = fieldSite(scope, node, node.fields, {
    last: node,
    firstFlag: binding?.flag ?? neverInterface,
  })
  if (hasNone(given)) {
    return { eval: (run, dot) => readFields(run, site, read(run, dot)), last: node }
  }
  return withArguments(scope, site, read, given)
}

export function compileChain(
  scope: CompileScope,
  node: ChainNode,
  given: OperandArguments,
): Expression {
  const inner = scope.deeper(() => compileOperand(scope, node.node))
  const { eval: base, last } = inner
  const site = fieldSite(scope, node, node.fields, { last, firstFlag: neverInterface })
  if (hasNone(given)) {
    return { eval: (run, dot) => readFields(run, site, base(run, dot)), last }
  }
  return withArguments(scope, site, base, given)
}

function hasNone(given: OperandArguments): boolean {
  return given.args.length === 0 && given.final === undefined
}

function fieldSite(
  scope: CompileScope,
  node: Node,
  names: readonly string[],
  at: { readonly last: Node | undefined; readonly firstFlag: InterfaceFlag },
): FieldSite {
  const mayBeMethod = names.map((name) => mapMethodNames.has(name))
  return { tree: scope.tree, node, names, mayBeMethod, ...at }
}

function readVariable(scope: CompileScope, node: Node, binding: Binding | undefined): Eval {
  if (binding === undefined) {
    const { tree } = scope
    const name = node.kind === 'variable' ? node.name : ''
    return () => {
      throw execError(tree, node, `undefined variable: ${name}`)
    }
  }
  const { slot, otherwise } = binding
  if (otherwise === 'always') return (run) => run.vars[slot]
  const other = readVariable(scope, node, otherwise)
  return (run, dot) => {
    const value = run.vars[slot]
    return value === unset ? other(run, dot) : value
  }
}

/** A chain whose last name is a method that gets the arguments. */
function withArguments(
  scope: CompileScope,
  site: FieldSite,
  base: Eval,
  given: OperandArguments,
): Expression {
  const prepared = given.args.map((arg) => prepareArgument(scope, arg))
  const last = prepared.length === 0 ? site.last : prepared.at(-1)?.last
  const call: MethodCall = { site, prepared, final: given.final?.eval, last }
  return {
    // Arguments are not looked at where there is nothing to call a method of.
    last: prepared.length === 0 ? last : undefined,
    eval: (run, dot) => {
      const piped = call.final?.(run, dot)
      const receiver = receiverOf(run, site, base(run, dot))
      const result = callLast(run, dot, call, receiver, piped)
      const visited = receiver.value === undefined ? site.last : last
      if (prepared.length > 0 && visited !== undefined) run.last = visited
      return result
    },
  }
}

interface MethodCall {
  readonly site: FieldSite
  readonly prepared: readonly PreparedArgument[]
  readonly final: Eval | undefined
  readonly last: Node | undefined
}

// oxlint-disable-next-line max-params -- an object for each call would slow every render
function callLast(
  run: Run,
  dot: Value,
  call: MethodCall,
  receiver: { readonly value: Value; readonly type: string },
  piped: Value,
): Value {
  const { site, prepared } = call
  const name = site.names.at(-1) ?? ''
  if (receiver.value === undefined) return missingReceiver(run, site, name)
  if (receiver.value === null) throw nilReceiver(run, site, name)
  const method = methodOf(receiver.value, name)
  if (method === undefined) throw notAMethod(run, site, name, receiver)
  const fault = arityFault(name, method, prepared.length, call.final === undefined ? 0 : 1)
  if (fault !== undefined) throw fieldError(run, site, fault)
  const args = prepared.map((argument, index) =>
    typedArgument(site.tree, argument, parameterType(method, index))(run, dot),
  )
  if (call.final !== undefined) {
    const expression = { eval: (): Value => piped, last: call.last }
    args.push(checkedValue(site.tree, expression, parameterType(method, args.length))(run, dot))
  }
  return callMethod(run, site, { method, name }, args)
}

function notAMethod(
  run: Run,
  site: FieldSite,
  name: string,
  receiver: { readonly value: Value; readonly type: string },
): Error {
  if (receiver.value instanceof Map) {
    return fieldError(run, site, `${name} is not a method but has arguments`)
  }
  if (memberOf(run, site, receiver.value, name) !== noMember) {
    return fieldError(run, site, `${name} has arguments but cannot be invoked as function`)
  }
  return fieldError(run, site, `can't evaluate field ${name} in type ${receiver.type}`)
}
