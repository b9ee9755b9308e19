import type { ExpressionNode } from './expression-node.ts'

// The library's `has` takes fields of variables only, not of items or calls, and does not look
// whether there can be such a field.

interface Checker {
  readonly check: (node: ExpressionNode, context: unknown) => unknown
  readonly getType: (name: string) => unknown
  readonly createError: (code: string, message: string, node: ExpressionNode) => Error
}

interface Evaluator {
  readonly run: (node: ExpressionNode, context: unknown) => unknown
  readonly debugType: (value: unknown) => {
    readonly fieldLazy: (...args: readonly unknown[]) => unknown
  }
}

/** The macro `has`; undefined when the node is something else. */
export function presenceOf({ op, args }: ExpressionNode): object | undefined {
  if (op !== 'call' || !Array.isArray(args) || args[0] !== 'has') return undefined
  const [field] = args[1] as readonly [ExpressionNode]
  const parts: readonly unknown[] = Array.isArray(field.args) ? field.args : []
  const [of, name] = parts as readonly [ExpressionNode?, string?]
  return {
    field,
    typeCheck: (checker: Checker, _: unknown, context: unknown) => {
      if (field.op !== '.') {
        const message = 'invalid argument to has() macro'
        throw checker.createError('invalid_macro_argument', message, field)
      }
      checker.check(field, context)
      return checker.getType('bool')
    },
    evaluate: (evaluator: Evaluator, _: unknown, context: unknown) => {
      if (of === undefined) return false
      const value = evaluator.run(of, context)
      return evaluator.debugType(value).fieldLazy(value, name, field, evaluator) !== undefined
    },
  }
}
