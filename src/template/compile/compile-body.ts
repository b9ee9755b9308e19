import { compilePipe } from './compile-pipe.ts'
import { compileRange } from './compile-range.ts'
import type { CompileScope } from './compile-scope.ts'
import { compileTemplateCall } from './compile-template-call.ts'
import type { ActionNode, BodyNode, BranchNode, ListNode } from '../parse/nodes.ts'
import { printed } from '../run/print.ts'
import type { Eval, Exec } from '../run/run.ts'
import { isTrue } from '../run/truth.ts'

/** Characters of template text that cost one step. */
const charactersPerStep = 32

/**
 * Runs the nodes of a body one after the other. The loop that repeats a body has charged one step
 * for it.
 */
export function compileList(scope: CompileScope, list: ListNode): Exec {
  const [only] = list.nodes
  if (list.nodes.length === 1 && only !== undefined && only.kind !== 'text') {
    return scope.deeper(() => compileNode(scope, only))
  }
  const nodes = list.nodes.map((node) => scope.deeper(() => compileNode(scope, node), 2))
  const cost = list.nodes.reduce((sum, node) => sum + costOf(node), 0)
  return (run, dot) => {
    run.spend(cost)
    for (const node of nodes) {
      const signal = node(run, dot)
      if (signal !== 0) return signal
    }
    return 0
  }
}

function costOf(node: BodyNode): number {
  return node.kind === 'text' ? 1 + Math.floor(node.text.length / charactersPerStep) : 1
}

function compileNode(scope: CompileScope, node: BodyNode): Exec {
  switch (node.kind) {
    case 'text': {
      const { text } = node
      return (run) => {
        run.out += text
        return 0
      }
    }
    case 'action':
      return compileAction(scope, node)
    case 'if':
    case 'with':
      return compileChoice(scope, node)
    case 'range':
      return compileRange(scope, node, compileList)
    case 'template':
      return compileTemplateCall(scope, node)
    case 'break':
      return () => 1
    case 'continue':
      return () => 2
  }
}

function compileAction(scope: CompileScope, node: ActionNode): Exec {
  const { eval: evaluate } = compilePipe(scope, node.pipe)
  if (node.pipe.declared.length > 0) {
    return (run, dot) => {
      evaluate(run, dot)
      return 0
    }
  }
  return (run, dot) => {
    const value = evaluate(run, dot)
    run.out += typeof value === 'string' ? value : printed(value, run.spend)
    return 0
  }
}

/** `if` and `with`; what they declare is visible in both branches and gone afterwards. */
function compileChoice(scope: CompileScope, node: BranchNode): Exec {
  const outside = scope.save()
  const { eval: condition } = compilePipe(scope, node.pipe)
  const inside = scope.save()
  const { dotFlag } = scope
  if (node.kind === 'with') scope.dotFlag = { slot: undefined }
  const then = compileLater(scope, node.list)
  scope.dotFlag = dotFlag
  scope.restore(inside)
  const otherwise = node.elseList === undefined ? undefined : compileLater(scope, node.elseList)
  scope.restore(outside)
  return node.kind === 'if'
    ? ifThen(condition, then, otherwise)
    : withThen(condition, then, otherwise)
}

/** A body that is compiled when it is first taken: most branches of a chart never are. */
interface Later {
  body: Exec
}

function compileLater(scope: CompileScope, list: ListNode): Later {
  const there = scope.fork()
  const later: Later = {
    body: (run, dot) => {
      later.body = compileList(there, list)
      return later.body(run, dot)
    },
  }
  return later
}

function ifThen(condition: Eval, then: Later, otherwise: Later | undefined): Exec {
  if (otherwise === undefined) {
    return (run, dot) => (isTrue(condition(run, dot)) ? then.body(run, dot) : 0)
  }
  return (run, dot) => (isTrue(condition(run, dot)) ? then : otherwise).body(run, dot)
}

function withThen(condition: Eval, then: Later, otherwise: Later | undefined): Exec {
  return (run, dot) => {
    const value = condition(run, dot)
    if (isTrue(value)) return then.body(run, value)
    return otherwise === undefined ? 0 : otherwise.body(run, dot)
  }
}
