export type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown

/**
 * The part of the library's syntax tree that we use; its types leave out how a macro was expanded.
 */
export interface ExpressionNode {
  readonly op: string
  readonly args: unknown
  /** Known after the check. */
  readonly checkedType?: {
    readonly kind: string
    readonly name: string
    readonly valueType?: { readonly name: string }
  }
  readonly meta: {
    readonly evaluate: Evaluate
    readonly alternate?: ExpressionNode
    readonly macro?: { evaluate: Evaluate }
  }
  readonly setMeta: (key: string, value: unknown) => unknown
}
