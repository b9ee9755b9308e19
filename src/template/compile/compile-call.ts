import { typeOf, type Value } from '../../formats/value.ts'
import { chargeCall, chargeResult } from '../run/call-cost.ts'
import { prepareArgument, typedArgument, type PreparedArgument } from './compile-argument.ts'
import { compileEngineCall } from './compile-engine-call.ts'
import { compileLogic } from './compile-logic.ts'
import type { CompileScope, Expression } from './compile-scope.ts'
import { checkedValue } from './check-argument.ts'
import { callError, execError } from '../run/exec-error.ts'
import { FuncError, type TemplateFunc } from '../func.ts'
import { nodeText } from '../parse/node-text.ts'
import type { IdentifierNode, Node, OperandNode, Tree } from '../parse/nodes.ts'
import type { Eval, Run } from '../run/run.ts'
import { arityFault, parameterType } from '../run/signature.ts'

/** A call of a function by name. */
export interface CallParts {
  readonly identifier: IdentifierNode
  /** The node that errors of the function are reported at: the whole command. */
  readonly whole: Node
  readonly args: readonly OperandNode[]
  /** The value piped in, which becomes the last argument. */
  readonly final: Expression | undefined
}

export function compileCall(scope: CompileScope, parts: CallParts): Expression {
  const { identifier, args, final } = parts
  const { tree } = scope
  const { name } = identifier
  const found = scope.compilers.findFunction(name)
  if (found === undefined) return failing(scope, identifier, `"${name}" is not a defined function`)
  const { func } = found
  const fault = arityFault(name, func, args.length, final === undefined ? 0 : 1)
  if (fault !== undefined) return failing(scope, identifier, fault, final)
  if (found.isBuiltin && (name === 'and' || name === 'or')) {
    return compileLogic(scope, { node: identifier, isOr: name === 'or', args, final })
  }
  const prepared = args.map((arg) => prepareArgument(scope, arg))
  const last = prepared.length === 0 ? identifier : prepared.at(-1)?.last
  const evals = argumentEvals(tree, func, prepared, { final, last })
  const unwraps = parts.whole !== identifier
  const site: CallSite = { tree, node: parts.whole, name, func, unwraps }
  if (found.isBuiltin && name === 'call') return { eval: notCallable(site, evals, args), last }
  const engineCall = compileEngineCall(site, func, evals, scope.depth)
  return { eval: engineCall ?? callWith(site, evals), last, isUnwrapped: site.unwraps }
}

export interface CallSite {
  readonly tree: Tree
  readonly node: Node
  readonly name: string
  readonly func: TemplateFunc
  /** A command of a pipeline gives no value where its function gives a nil interface. */
  readonly unwraps: boolean
}

/** Arguments in the order of the parameters; the piped one last, though it is evaluated first. */
export interface ArgumentEvals {
  readonly explicit: readonly Eval[]
  readonly final: Eval | undefined
  /** The piped value is checked after the explicit arguments are evaluated. */
  readonly checkFinal: (run: Run, value: Value) => Value
}

function argumentEvals(
  tree: Tree,
  func: TemplateFunc,
  prepared: readonly PreparedArgument[],
  piped: { readonly final: Expression | undefined; readonly last: Node | undefined },
): ArgumentEvals {
  const explicit = prepared.map((argument, index) =>
    typedArgument(tree, argument, parameterType(func, index)),
  )
  const type = parameterType(func, prepared.length)
  // The value travels as dot through the check, which saves a place to keep it.
  const check = checkedValue(tree, { eval: (_run, value) => value, last: piped.last }, type)
  return { explicit, final: piped.final?.eval, checkFinal: check }
}

function callWith(site: CallSite, { explicit, final, checkFinal }: ArgumentEvals): Eval {
  const [first, second] = explicit
  if (final === undefined) {
    if (first === undefined) return (run) => invoke(run, site, [])
    if (second === undefined) return (run, dot) => invoke(run, site, [first(run, dot)])
    if (explicit.length === 2) {
      return (run, dot) => invoke(run, site, [first(run, dot), second(run, dot)])
    }
    return (run, dot) => invoke(run, site, evaluateAll(run, dot, explicit))
  }
  if (first === undefined) {
    return (run, dot) => invoke(run, site, [checkFinal(run, final(run, dot))])
  }
  if (second === undefined) {
    return (run, dot) => {
      const piped = final(run, dot)
      return invoke(run, site, [first(run, dot), checkFinal(run, piped)])
    }
  }
  return (run, dot) => {
    const piped = final(run, dot)
    const args = evaluateAll(run, dot, explicit)
    args.push(checkFinal(run, piped))
    return invoke(run, site, args)
  }
}

function evaluateAll(run: Run, dot: Value, evals: readonly Eval[]): Value[] {
  const values: Value[] = []
  for (const evaluate of evals) values.push(evaluate(run, dot))
  return values
}

/** Calls a function whose arguments are checked. */
export function invoke(run: Run, site: CallSite, args: readonly Value[]): Value {
  chargeCall(run, args, site.func)
  try {
    const result = site.func.call(args, run)
    if (result === null) return site.unwraps ? undefined : null
    return typeof result === 'boolean' ? result : chargeResult(run, result)
  } catch (error) {
    throw callError(site.tree, site.node, site.name, error)
  }
}

/** `call`: there is no function value that a chart could give it. */
function notCallable(
  site: CallSite,
  { explicit, final, checkFinal }: ArgumentEvals,
  nodes: readonly OperandNode[],
): Eval {
  return (run, dot) => {
    const piped = final?.(run, dot)
    const args = evaluateAll(run, dot, explicit)
    const callee = args.length === 0 ? checkFinal(run, piped) : args[0]
    const [node] = nodes
    const shown = node === undefined ? reflectText(callee) : nodeText(node)
    const message =
      callee === undefined || callee === null
        ? 'call of nil'
        : `non-function ${shown} of type ${typeOf(callee)}`
    throw callError(site.tree, site.node, site.name, new FuncError(message))
  }
}

/** Go's reflect.Value.String. */
function reflectText(value: Value): string {
  return typeof value === 'string' ? value : `<${typeOf(value)} Value>`
}

/** An expression that fails as soon as what is piped into it has been evaluated. */
function failing(scope: CompileScope, node: Node, message: string, final?: Expression): Expression {
  const { tree } = scope
  return {
    last: node,
    eval: (run, dot) => {
      final?.eval(run, dot)
      throw execError(tree, node, message)
    },
  }
}
