// Calls functions as compile-call.ts does, and has the rule of each say where its result comes from.
import { invoke } from '../compile/compile-call.ts'
import { typedArgument } from '../compile/compile-argument.ts'
import { execError } from '../run/exec-error.ts'
import type { TemplateFunc } from '../func.ts'
import { include, tpl } from '../functions/include-and-tpl.ts'
import { reflectValueType } from '../go-types.ts'
import type { IdentifierNode, LiteralNode, NilNode, Node, OperandNode } from '../parse/nodes.ts'
import { arityFault, parameterType } from '../run/signature.ts'
import { isTrue } from '../run/truth.ts'
import { includeTraced, tplTraced } from './include-traced.ts'
import { originRuleOf } from './origin-rules/origin-rule-of.ts'
import { nowhere, type Traced } from './provenance.ts'
import { blame, type Tracing } from './tracing.ts'

export interface TracedCall {
  readonly identifier: IdentifierNode
  readonly whole: Node
  readonly args: readonly OperandNode[]
  readonly final: Traced | undefined
}

type EvaluateOperand = (tracing: Tracing, node: OperandNode) => Traced

export function callTraced(tracing: Tracing, call: TracedCall, evaluate: EvaluateOperand): Traced {
  const { identifier, args, final } = call
  const { name } = identifier
  const { tree } = tracing.frame
  const found = tracing.findFunction(name)
  if (found === undefined) {
    throw execError(tree, identifier, `"${name}" is not a defined function`)
  }
  const fault = arityFault(name, found.func, args.length, final === undefined ? 0 : 1)
  if (fault !== undefined) throw execError(tree, identifier, fault)
  if (found.isBuiltin && (name === 'and' || name === 'or')) {
    return decide(tracing, call, evaluate)
  }
  const given: Traced[] = []
  for (const arg of args) given.push(evaluateArgument(tracing, arg, evaluate))
  if (final !== undefined) given.push(final)
  return blame(
    tracing,
    call.whole,
    () => given,
    () => callChecked(tracing, call, found.func, given),
  )
}

/** Literals wait for the type of their parameter. */
function evaluateArgument(tracing: Tracing, node: OperandNode, evaluate: EvaluateOperand): Traced {
  if (isConstant(node)) return { value: undefined, from: nowhere }
  return evaluate(tracing, node)
}

function callChecked(
  tracing: Tracing,
  call: TracedCall,
  func: TemplateFunc,
  given: readonly Traced[],
): Traced {
  const { tree } = tracing.frame
  const checked = given.map((traced, index) => check(tracing, call, func, { traced, index }))
  if (func === include) return includeTraced(tracing, call.whole, checked)
  if (func === tpl) return tplTraced(tracing, call.whole, checked)
  const { name } = call.identifier
  const unwraps = call.whole !== call.identifier
  const site = { tree, node: call.whole, name, func, unwraps }
  return originRuleOf(name)(tracing, checked, () =>
    invoke(
      tracing.run,
      site,
      checked.map(({ value }) => value),
    ),
  )
}

/** The argument as its parameter takes it. */
function check(
  tracing: Tracing,
  call: TracedCall,
  func: TemplateFunc,
  { traced, index }: { readonly traced: Traced; readonly index: number },
): Traced {
  const { tree } = tracing.frame
  const type = parameterType(func, index)
  const node = call.args[index]
  const argument =
    node !== undefined && isConstant(node)
      ? ({ node, expression: undefined, last: node } as const)
      : { expression: { eval: () => traced.value, last: node }, last: node }
  const value = typedArgument(tree, argument, type)(tracing.run, undefined)
  return value === traced.value ? traced : { value, from: traced.from }
}

/** `and` and `or`: what was looked at before the operand that decided has decided as well. */
function decide(tracing: Tracing, call: TracedCall, evaluate: EvaluateOperand): Traced {
  const { sets, origins } = tracing
  const isOr = call.identifier.name === 'or'
  let before = nowhere.reads
  let last: Traced | undefined
  for (const node of call.args) {
    const operand = isConstant(node) ? constant(tracing, node) : evaluate(tracing, node)
    last = { value: operand.value, from: origins.adding(operand.from, before) }
    if (isTrue(operand.value) === isOr) return last
    before = sets.union(before, operand.from.reads)
  }
  if (call.final === undefined) return last ?? { value: undefined, from: nowhere }
  return { value: call.final.value, from: origins.adding(call.final.from, before) }
}

function constant(tracing: Tracing, node: LiteralNode | NilNode): Traced {
  const argument = { node, expression: undefined, last: node } as const
  const value = typedArgument(
    tracing.frame.tree,
    argument,
    reflectValueType,
  )(tracing.run, undefined)
  return { value, from: nowhere }
}

function isConstant(node: OperandNode): node is LiteralNode | NilNode {
  return (
    node.kind === 'nil' || node.kind === 'bool' || node.kind === 'number' || node.kind === 'string'
  )
}
