import type { Context, Environment } from '@marcbachmann/cel-js'
import { CompileFault, describeFault } from './compile-fault.ts'
import { equalInRules } from './equal-in-rules.ts'
import { addLists } from './libraries/list-types.ts'
import type { Meter } from './meter.ts'
import type { Evaluate, ExpressionNode } from './expression-node.ts'
import { presenceOf } from './presence.ts'

/** An expression that is ready to run. */
export interface Program {
  /** The type of its result. */
  readonly type: string
  readonly root: ExpressionNode
  readonly usesOldSelf: boolean
  readonly run: (variables: Context) => unknown
}

/** Operators and calls may look at the whole of what they are given. */
const lookingAtAll = new Set(['==', '!=', 'in', '+', '<', '<=', '>', '>=', 'call', 'rcall'])
const making = new Set(['+', 'call', 'rcall', 'list', 'map'])

/** The functions that the library has too, but in a way that a stranger could make slow. */
const replaced: Readonly<Record<string, string>> = {
  matches: 'matchesLinearly',
  join: 'joinBounded',
}

/** Compiles an expression. Throws a CompileFault. */
export function compileExpression(environment: Environment, source: string, meter: Meter): Program {
  const parsed = parse(environment, source)
  const root = parsed.ast as unknown as ExpressionNode
  let usesOldSelf = false
  visit(root, false, (node) => {
    if (node.op === 'id' && node.args === 'oldSelf') usesOldSelf = true
    const presence = presenceOf(node)
    if (presence !== undefined) node.setMeta('macro', presence)
    if (node.op === 'rcall' && Array.isArray(node.args)) {
      node.args[0] = replaced[String(node.args[0])] ?? node.args[0]
    }
  })
  const checked = parsed.check()
  if (!checked.valid) throw new CompileFault(describeFault(source, checked.error))
  visit(root, false, (node, isLookedAt) => {
    followListTypes(node)
    addMeter(node, isLookedAt, meter)
  })
  return {
    type: checked.type ?? 'dyn',
    root,
    usesOldSelf,
    run: (variables): unknown => parsed(variables),
  }
}

function parse(environment: Environment, source: string): ReturnType<Environment['parse']> {
  try {
    return environment.parse(source)
  } catch (error) {
    throw new CompileFault(describeFault(source, error), { cause: error })
  }
}

/** Every node of an expression once, also those that macros are made of. */
function visit(
  root: ExpressionNode,
  isLookedAt: boolean,
  see: (node: ExpressionNode, isLookedAt: boolean) => void,
): void {
  const seen = new Set<unknown>()
  const walk = (value: unknown, within: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (Array.isArray(value)) for (const one of value) walk(one, within)
    else if (isNode(value)) {
      const { alternate, macro } = value.meta
      see(value, within)
      walk(alternate, within)
      walk(macro, within)
      walk(value.args, lookingAtAll.has(value.op))
    } else if (Object.getPrototypeOf(value) === Object.prototype) {
      for (const one of Object.values(value)) walk(one, within)
    }
  }
  walk(root, isLookedAt)
}

function isNode(value: object): value is ExpressionNode {
  return 'op' in value && 'setMeta' in value
}

interface Evaluator {
  readonly run: (node: unknown, context: unknown) => unknown
}

type Lists = readonly unknown[]

const ofLists: Readonly<Record<string, (a: Lists, b: Lists) => unknown>> = {
  '==': equalInRules,
  '!=': (a, b) => !equalInRules(a, b),
  '+': addLists,
}

/** To the library the order of every list counts. */
function followListTypes(node: ExpressionNode): void {
  const work = ofLists[node.op]
  const [left, right] = (Array.isArray(node.args) ? node.args : []) as readonly ExpressionNode[]
  const kinds = [left?.checkedType?.kind, right?.checkedType?.kind]
  if (work === undefined || !kinds.every((kind) => kind === 'list')) return
  const evaluate: Evaluate = (evaluator, _, context) => {
    const { run } = evaluator as Evaluator
    const [a, b] = [left, right].map((side) => run.call(evaluator, side, context) as Lists)
    return work(a ?? [], b ?? [])
  }
  node.setMeta('evaluate', evaluate)
}

function addMeter(node: ExpressionNode, isLookedAt: boolean, meter: Meter): void {
  const { alternate, macro, evaluate } = node.meta
  if (alternate !== undefined) return
  const isSized = isLookedAt || making.has(node.op)
  const metered =
    (inner: Evaluate): Evaluate =>
    (evaluator, self, context) => {
      meter.charge(1)
      const result = inner(evaluator, self, context)
      if (isSized) meter.chargeFor(result)
      return result
    }
  if (macro === undefined) node.setMeta('evaluate', metered(evaluate))
  else macro.evaluate = metered(macro.evaluate)
}
