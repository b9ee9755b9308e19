import { prepareArgument, typedArgument } from './compile-argument.ts'
import { unset, type CompileScope, type Expression } from './compile-scope.ts'
import { reflectValueType } from '../go-types.ts'
import type { Node, OperandNode } from '../parse/nodes.ts'
import type { Eval } from '../run/run.ts'
import { isTrue } from '../run/truth.ts'

interface LogicParts {
  readonly node: Node
  readonly isOr: boolean
  readonly args: readonly OperandNode[]
  readonly final: Expression | undefined
}

interface Operand {
  readonly eval: Eval
  readonly last: Node | undefined
}

/** `and` and `or`: the value of the first argument that decides, the others not evaluated. */
export function compileLogic(scope: CompileScope, parts: LogicParts): Expression {
  const { isOr, final } = parts
  const skippable = scope.conditional
  const declared: number[] = []
  const operands = parts.args.map((arg, index): Operand => {
    // The first is always evaluated; declarations in the others may be skipped.
    if (index === 1) scope.conditional = declared
    const argument = prepareArgument(scope, arg)
    return {
      eval: typedArgument(scope.tree, argument, reflectValueType),
      last: argument.last,
    }
  })
  scope.conditional = skippable
  skippable?.push(...declared)
  const evaluate =
    final === undefined ? decide(operands, isOr) : decideWith(operands, isOr, final.eval)
  return {
    eval: declared.length === 0 ? evaluate : afterUnsetting(declared, evaluate),
    last: operands.length > 1 ? undefined : (operands[0] ?? { last: parts.node }).last,
  }
}

function decide(operands: readonly Operand[], isOr: boolean): Eval {
  return (run, dot) => {
    let value
    for (const operand of operands) {
      value = operand.eval(run, dot)
      if (operand.last !== undefined) run.last = operand.last
      if (isTrue(value) === isOr) return value
    }
    return value
  }
}

function decideWith(operands: readonly Operand[], isOr: boolean, final: Eval): Eval {
  const explicit = decide(operands, isOr)
  return (run, dot) => {
    const piped = final(run, dot)
    if (operands.length === 0) return piped
    const value = explicit(run, dot)
    return isTrue(value) === isOr ? value : piped
  }
}

function afterUnsetting(slots: readonly number[], evaluate: Eval): Eval {
  return (run, dot) => {
    for (const slot of slots) run.vars[slot] = unset
    return evaluate(run, dot)
  }
}
