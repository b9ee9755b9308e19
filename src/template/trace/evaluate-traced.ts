// Evaluates pipelines and operands as compile-pipe.ts and compile-operand.ts do, with provenance.
import { type Value, interfaceType } from '../../formats/value.ts'
import { checkedValue } from '../compile/check-argument.ts'
import {
  callMethod,
  memberOf,
  noMember,
  readFields,
  type FieldSite,
} from '../compile/compile-field.ts'
import { idealLiteral } from '../compile/compile-literal.ts'
import { execError } from '../run/exec-error.ts'
import { nodeText } from '../parse/node-text.ts'
import type { CommandNode, Node, OperandNode, PipeNode } from '../parse/nodes.ts'
import { mapMethodNames, methodOf } from '../objects/methods.ts'
import { arityFault, parameterType } from '../run/signature.ts'
import { callTraced } from './call-traced.ts'
import { nowhere, type Provenance, type Traced } from './provenance.ts'
import { isContainer } from './container-origins.ts'
import { blame, type Tracing } from './tracing.ts'

/** The value of a pipeline, its variables bound. */
export function evaluatePipe(tracing: Tracing, pipe: PipeNode): Traced {
  let value: Traced | undefined
  for (const command of pipe.commands) {
    value = unwrapped(evaluateCommand(tracing, command, value))
  }
  if (value === undefined) throw new Error('a parsed pipeline has commands')
  for (const { name } of pipe.declared) bind(tracing, pipe, name, value)
  return value
}

function bind(tracing: Tracing, pipe: PipeNode, name: string, value: Traced): void {
  const { vars, tree } = tracing.frame
  if (!pipe.isAssign) {
    vars.push({ name, value })
    return
  }
  const found = vars.findLast((variable) => variable.name === name)
  if (found === undefined) throw execError(tree, pipe, `undefined variable: ${name}`)
  found.value = { value: value.value, from: tracing.origins.adding(value.from, tracing.control) }
}

/** A nil interface that leaves a command is no value. */
function unwrapped(traced: Traced): Traced {
  return traced.value === null ? { value: undefined, from: traced.from } : traced
}

function evaluateCommand(
  tracing: Tracing,
  command: CommandNode,
  final: Traced | undefined,
): Traced {
  const [first, ...args] = command.args
  if (first === undefined) throw new Error('a parsed command has operands')
  if (first.kind === 'identifier') {
    return callTraced(tracing, { identifier: first, whole: command, args, final }, evaluateOperand)
  }
  if (args.length === 0 && final === undefined) return evaluateOperand(tracing, first)
  const path = methodPath(first)
  if (path === undefined) {
    const message = `can't give argument to non-function ${nodeText(first)}`
    throw execError(tracing.frame.tree, first, message)
  }
  return callMethodTraced(tracing, first, path, { args, final })
}

function evaluateOperand(tracing: Tracing, node: OperandNode): Traced {
  switch (node.kind) {
    case 'dot':
      return tracing.frame.dot
    case 'field':
      return readTraced(tracing, node, tracing.frame.dot, node.names)
    case 'variable':
      return readTraced(tracing, node, findVariable(tracing, node, node.name), node.fields)
    case 'chain':
      return readTraced(tracing, node, evaluateOperand(tracing, node.node), node.fields)
    case 'pipe':
      return evaluatePipe(tracing, node)
    case 'identifier':
      return callTraced(
        tracing,
        { identifier: node, whole: node, args: [], final: undefined },
        evaluateOperand,
      )
    case 'nil':
      throw execError(tracing.frame.tree, node, 'nil is not a command')
    default: {
      const literal = idealLiteral(node)
      if ('fault' in literal) throw execError(tracing.frame.tree, node, literal.fault)
      return { value: literal.value, from: nowhere }
    }
  }
}

function findVariable(tracing: Tracing, node: Node, name: string): Traced {
  const found = tracing.frame.vars.findLast((variable) => variable.name === name)
  if (found === undefined) {
    throw execError(tracing.frame.tree, node, `undefined variable: ${name}`)
  }
  return found.value
}

function readTraced(tracing: Tracing, node: Node, start: Traced, names: readonly string[]): Traced {
  let current = start
  for (const name of names) {
    const receiver = current
    const site = siteOf(tracing, node, name)
    const value = blame(
      tracing,
      node,
      () => [receiver],
      () => readFields(tracing.run, site, receiver.value),
    )
    current = { value, from: entryProvenance(tracing, receiver, name, value) }
  }
  return current
}

function siteOf(tracing: Tracing, node: Node, name: string): FieldSite {
  return {
    tree: tracing.frame.tree,
    node,
    last: node,
    names: [name],
    mayBeMethod: [mapMethodNames.has(name)],
    firstFlag: { slot: undefined },
  }
}

/** Where the entry of a map comes from: from the map, and from whatever chose the map. */
function entryProvenance(
  tracing: Tracing,
  receiver: Traced,
  name: string,
  value: Value,
): Provenance {
  const { origins, sets } = tracing
  if (!(receiver.value instanceof Map) || methodOf(receiver.value, name) !== undefined) {
    origins.share(value, receiver.value)
    return { reads: receiver.from.reads }
  }
  const entry = origins.entry(receiver.value, name, value ?? undefined)
  return sets.isImplied(receiver.from.reads, entry.reads)
    ? entry
    : origins.adding(entry, receiver.from.reads)
}

interface MethodPath {
  readonly base: OperandNode | undefined
  readonly names: readonly string[]
}

/** The names that are read before the last one, which is called. */
function methodPath(node: OperandNode): MethodPath | undefined {
  if (node.kind === 'field') return { base: undefined, names: node.names }
  if (node.kind === 'chain') return { base: node.node, names: node.fields }
  if (node.kind !== 'variable' || node.fields.length === 0) return undefined
  return { base: { ...node, fields: [] }, names: node.fields }
}

interface TracedArguments {
  readonly args: readonly OperandNode[]
  readonly final: Traced | undefined
}

function callMethodTraced(
  tracing: Tracing,
  node: OperandNode,
  path: MethodPath,
  { args, final }: TracedArguments,
): Traced {
  const { tree, dot } = tracing.frame
  const start = path.base === undefined ? dot : evaluateOperand(tracing, path.base)
  const receiver = readTraced(tracing, node, start, path.names.slice(0, -1))
  const name = path.names.at(-1) ?? ''
  const site = siteOf(tracing, node, name)
  const method = methodOf(receiver.value, name)
  if (method === undefined) {
    // A name with arguments that is no method; the executor has the words for each case.
    const found = memberOf(tracing.run, site, receiver.value, name) !== noMember
    const fault = found
      ? `${name} is not a method but has arguments`
      : `can't evaluate field ${name}`
    throw execError(tree, node, fault)
  }
  const fault = arityFault(name, method, args.length, final === undefined ? 0 : 1)
  if (fault !== undefined) throw execError(tree, node, fault)
  const given = args.map((arg) => evaluateOperand(tracing, arg))
  const all = final === undefined ? given : [...given, final]
  const values = all.map(({ value }, index) =>
    checkedValue(
      tree,
      { eval: () => value, last: node },
      parameterType(method, index) ?? interfaceType,
    )(tracing.run, undefined),
  )
  const value = blame(
    tracing,
    node,
    () => [receiver, ...all],
    () => callMethod(tracing.run, site, { method, name }, values),
  )
  const reads = tracing.sets.all([receiver, ...all].map(({ from }) => from.reads))
  if (isContainer(value) && reads.id !== 0) tracing.origins.need(value).rest = reads
  return { value, from: { reads } }
}
