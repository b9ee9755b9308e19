import { quote } from '../../formats/quote.ts'
import { FuncError } from '../func.ts'
import { LimitError } from '../limits.ts'
import { locationText, nodeText } from '../parse/node-text.ts'
import type { Node, Tree } from '../parse/nodes.ts'

/** The marks that Helm puts around the texts of `required` and `fail` to find them again. */
export const failStart = 'HELM_ERR_START'
export const failEnd = 'HELM_ERR_END'

/** A template that failed while it was executed; the message is text/template's. */
export class ExecError extends Error {
  /** The error that a called function gave, where one did. */
  override readonly cause: ExecError | FuncError | undefined
  readonly tree: Tree
  /** The node that was being executed. */
  readonly node: Node

  constructor(
    message: string,
    at: { readonly tree: Tree; readonly node: Node },
    cause: ExecError | FuncError | undefined,
  ) {
    super(message)
    this.tree = at.tree
    this.node = at.node
    this.cause = cause
  }
}

/** An error at a node of a template. */
export function execError(
  tree: Tree,
  node: Node,
  message: string,
  cause?: ExecError | FuncError,
): ExecError {
  const place = locationText(tree.source, node.pos)
  return new ExecError(
    `template: ${place}: executing ${quote(tree.name)} at <${nodeText(node)}>: ${message}`,
    { tree, node },
    cause,
  )
}

/** The error of a call, made from the error of its function. `node` is the call as a whole. */
export function callError(tree: Tree, node: Node, name: string, thrown: unknown): Error {
  if (thrown instanceof ExecError || thrown instanceof FuncError) {
    return execError(tree, node, `error calling ${name}: ${errorText(thrown)}`, thrown)
  }
  return asLimitError(thrown)
}

/** The text of an error as it stands in the text of the error around it. */
export function errorText(error: ExecError | FuncError): string {
  const isFail = error instanceof FuncError && error.code === 'fail'
  return isFail ? failStart + error.message + failEnd : error.message
}

/** Turns what the JavaScript engine throws when stack or string sizes run out into our own error. */
export function asLimitError(thrown: unknown): Error {
  if (!(thrown instanceof RangeError)) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
  if (thrown.message.includes('call stack')) {
    return new LimitError('nesting', 'templates and values are nested too deep', { cause: thrown })
  }
  return new LimitError('string-length', `a value is too large: ${thrown.message}`, {
    cause: thrown,
  })
}
