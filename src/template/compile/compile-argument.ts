import type { GoType, Value } from '../../formats/value.ts'
import { checkedValue } from './check-argument.ts'
import type { CompileScope, Expression } from './compile-scope.ts'
import { literalFor } from './compile-literal.ts'
import { execError } from '../run/exec-error.ts'
import { canBeNil, zeroOf } from '../go-types.ts'
import type { LiteralNode, NilNode, Node, OperandNode, Tree } from '../parse/nodes.ts'
import type { Eval } from '../run/run.ts'

/** An argument before the type of its parameter is known. */
export type PreparedArgument =
  | { readonly node: LiteralNode | NilNode; readonly expression: undefined; readonly last: Node }
  | { readonly expression: Expression; readonly last: Node | undefined }

export function prepareArgument(scope: CompileScope, node: OperandNode): PreparedArgument {
  if (isConstant(node)) return { node, expression: undefined, last: node }
  const expression = scope.deeper(() => scope.compilers.compileOperand(scope, node))
  return { expression, last: expression.last }
}

/** The argument for a parameter of this type, checked each time it is evaluated. */
export function typedArgument(tree: Tree, argument: PreparedArgument, type: GoType): Eval {
  if (argument.expression !== undefined) return checkedValue(tree, argument.expression, type)
  const { node } = argument
  const constant = node.kind === 'nil' ? nilFor(type) : literalFor(node, type)
  if ('value' in constant) return () => constant.value
  return () => {
    throw execError(tree, node, constant.fault)
  }
}

function nilFor(type: GoType): { readonly value: Value } | { readonly fault: string } {
  if (canBeNil(type)) return { value: zeroOf(type) }
  return { fault: `cannot assign nil to ${type}` }
}

function isConstant(node: OperandNode): node is LiteralNode | NilNode {
  return (
    node.kind === 'nil' || node.kind === 'bool' || node.kind === 'number' || node.kind === 'string'
  )
}
