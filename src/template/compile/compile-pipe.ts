import type { Value } from '../../formats/value.ts'
import { compileCall } from './compile-call.ts'
import { idealLiteral } from './compile-literal.ts'
import { compileChain, compileField, compileVariable } from './compile-operand.ts'
import { unset, type Binding, type CompileScope, type Expression } from './compile-scope.ts'
import { execError } from '../run/exec-error.ts'
import { nodeText } from '../parse/node-text.ts'
import type { CommandNode, Node, PipeNode, VariableNode } from '../parse/nodes.ts'
import type { Run } from '../run/run.ts'

/** A pipeline with its declarations. Its value is never a nil interface: that becomes no value. */
export function compilePipe(scope: CompileScope, pipe: PipeNode): Expression {
  if (pipe.declared.length === 0) return compileCommands(scope, pipe)
  return declaring(
    scope,
    pipe,
    scope.deeper(() => compileCommands(scope, pipe)),
  )
}

/** The value of a pipeline, its declarations left out. */
export function compileCommands(scope: CompileScope, pipe: PipeNode): Expression {
  let value: Expression | undefined
  // Each stage calls the one before it, so the first is deepest.
  let depth = pipe.commands.length
  for (const command of pipe.commands) {
    const piped = value
    value = scope.deeper(() => unwrapped(compileCommand(scope, command, piped, pipe)), depth--)
  }
  if (value === undefined) throw new Error('a parsed pipeline has commands')
  return value
}

function unwrapped(expression: Expression): Expression {
  if (expression.isUnwrapped === true) return expression
  const { eval: evaluate, last } = expression
  return {
    last,
    isUnwrapped: true,
    eval: (run, dot) => {
      const value = evaluate(run, dot)
      return value === null ? undefined : value
    },
  }
}

function compileCommand(
  scope: CompileScope,
  command: CommandNode,
  final: Expression | undefined,
  pipe: PipeNode,
): Expression {
  const [first, ...args] = command.args
  if (first === undefined) throw new Error('a parsed command has operands')
  switch (first.kind) {
    case 'field':
      return compileField(scope, first, { args, final })
    case 'chain':
      return compileChain(scope, first, { args, final })
    case 'identifier':
      return compileCall(scope, { identifier: first, whole: command, args, final })
    case 'pipe':
      // The parenthesised pipeline is not visited before the arguments are refused.
      return args.length > 0 || final !== undefined
        ? refusing(scope, { shown: first, at: undefined, before: pipe }, final)
        : compilePipe(scope, first)
    case 'variable':
      if (first.fields.length > 0 || (args.length === 0 && final === undefined)) {
        return compileVariable(scope, first, { args, final })
      }
      return refusing(scope, { shown: first, at: first, before: pipe }, final)
    default:
      if (args.length > 0 || final !== undefined) {
        return refusing(scope, { shown: first, at: first, before: pipe }, final)
      }
      return compileConstant(scope, first)
  }
}

function compileConstant(
  scope: CompileScope,
  node: Extract<Node, { kind: 'dot' | 'nil' | 'bool' | 'number' | 'string' }>,
): Expression {
  if (node.kind === 'dot') return { eval: (_run, dot) => dot, last: node }
  if (node.kind === 'nil') return failing(scope, node, 'nil is not a command')
  const literal = idealLiteral(node)
  if ('fault' in literal) return failing(scope, node, literal.fault)
  const { value } = literal
  return { eval: () => value, last: node, isUnwrapped: true }
}

interface Refused {
  readonly shown: Node
  /** The node to report at; undefined for the one visited before. */
  readonly at: Node | undefined
  readonly before: Node
}

function refusing(
  scope: CompileScope,
  refused: Refused,
  final: Expression | undefined,
): Expression {
  const { tree } = scope
  const message = `can't give argument to non-function ${nodeText(refused.shown)}`
  // Go visits the pipeline itself before its first command.
  const at = refused.at ?? (final === undefined ? refused.before : final.last)
  return {
    last: refused.shown,
    eval: (run, dot) => {
      final?.eval(run, dot)
      throw execError(tree, at ?? run.last ?? refused.before, message)
    },
  }
}

function failing(scope: CompileScope, node: Node, message: string): Expression {
  const { tree } = scope
  return {
    last: node,
    eval: () => {
      throw execError(tree, node, message)
    },
  }
}

function declaring(scope: CompileScope, pipe: PipeNode, value: Expression): Expression {
  const stores = pipe.declared.map((variable) => compileStore(scope, pipe, variable, value))
  const { eval: evaluate, last } = value
  const [only] = stores
  if (stores.length === 1 && only !== undefined) {
    return {
      last,
      eval: (run, dot) => {
        const result = evaluate(run, dot)
        only(run, result)
        return result
      },
    }
  }
  return {
    last,
    eval: (run, dot) => {
      const result = evaluate(run, dot)
      for (const store of stores) store(run, result)
      return result
    },
  }
}

export type Store = (run: Run, value: Value) => void

function compileStore(
  scope: CompileScope,
  pipe: PipeNode,
  variable: VariableNode,
  value: Expression,
): Store {
  if (pipe.isAssign) return compileAssign(scope, variable, { last: value.last, pipe })
  const slot = scope.declare(variable.name)
  return (run, result) => {
    run.vars[slot] = result
  }
}

/** Where an unknown variable is reported: at the node visited last, which the run knows where `last` does not. */
interface AssignPlace {
  readonly last: Node | undefined
  readonly pipe: PipeNode
}

/** Stores to the innermost variable of the name. */
export function compileAssign(
  scope: CompileScope,
  variable: VariableNode,
  place: AssignPlace,
): Store {
  return storeTo(scope, scope.find(variable.name), variable.name, place)
}

function storeTo(
  scope: CompileScope,
  binding: Binding | undefined,
  name: string,
  place: AssignPlace,
): Store {
  if (binding === undefined) {
    const { tree } = scope
    return (run) => {
      throw execError(tree, place.last ?? run.last ?? place.pipe, `undefined variable: ${name}`)
    }
  }
  const { slot, otherwise, flag } = binding
  if (otherwise === 'always') {
    return (run, value) => {
      run.vars[slot] = value
      // The variable may have held an interface, as a part of the template says that was compiled later.
      if (flag.slot !== undefined) run.vars[flag.slot] = false
    }
  }
  const other = storeTo(scope, otherwise, name, place)
  return (run, value) => {
    if (run.vars[slot] === unset) other(run, value)
    else run.vars[slot] = value
  }
}
