import type { Environment } from '@marcbachmann/cel-js'
import type { ExpressionNode } from '../expression-node.ts'

// Macros that go over keys and values, or indices and items, at once; the library has those for one variable only.

interface Type {
  readonly kind: string
  readonly name: string
  readonly keyType?: Type
  readonly valueType?: Type
}

interface Scope {
  readonly forkWithVariable: (name: string, type: Type) => Scope
  readonly reuse: (parent: Scope) => Scope
  readonly setIterValue: (value: unknown, evaluator: Evaluator) => Scope
}

interface Checker {
  readonly check: (node: ExpressionNode, context: Scope) => Type
  readonly getType: (name: string) => Type
  readonly createError: (code: string, message: string, node: ExpressionNode) => Error
}

interface Evaluator {
  readonly run: (node: ExpressionNode, context: Scope) => unknown
  readonly createError: (code: string, message: string, node: ExpressionNode) => Error
}

interface Expansion {
  readonly ast: ExpressionNode
  readonly args: readonly ExpressionNode[]
  readonly receiver: ExpressionNode
}

/** Runs an argument of the macro for one pair. */
type RunFor = (argument: ExpressionNode) => unknown

interface Macro {
  readonly name: string
  /** How many arguments come after the two variables. */
  readonly takes: number
  readonly result: (checker: Checker, types: readonly Type[]) => Type
  /** The truths among the arguments, by their places. */
  readonly predicates: readonly number[]
  readonly evaluate: (pairs: readonly Pair[], args: readonly ExpressionNode[]) => unknown
}

interface Pair {
  readonly key: unknown
  readonly run: RunFor
}

const truth = (checker: Checker): Type => checker.getType('bool')
const last = (types: readonly Type[]): string => types.at(-1)?.name ?? 'dyn'

const macros: readonly Macro[] = [
  {
    name: 'all',
    takes: 1,
    predicates: [0],
    result: truth,
    evaluate: (pairs, [test]) => !decide(pairs, test, false),
  },
  {
    name: 'exists',
    takes: 1,
    predicates: [0],
    result: truth,
    evaluate: (pairs, [test]) => decide(pairs, test, true),
  },
  ...['existsOne', 'exists_one'].map((name): Macro => ({
    name,
    takes: 1,
    predicates: [0],
    result: truth,
    evaluate: (pairs, [test]) => pairs.filter(({ run }) => isTrue(run, test)).length === 1,
  })),
  ...[1, 2].flatMap((takes): readonly Macro[] => [
    {
      name: 'transformList',
      takes,
      predicates: takes === 2 ? [0] : [],
      result: (checker, types) => checker.getType(`list<${last(types)}>`),
      evaluate: (pairs, args) => chosen(pairs, args).map(({ run }) => valueFor(run, args)),
    },
    {
      name: 'transformMap',
      takes,
      predicates: takes === 2 ? [0] : [],
      result: (checker, [key, ...types]) =>
        checker.getType(`map<${key?.name ?? 'dyn'}, ${last(types)}>`),
      evaluate: (pairs, args) =>
        new Map(chosen(pairs, args).map(({ key, run }) => [key, valueFor(run, args)])),
    },
    {
      name: 'transformMapEntry',
      takes,
      predicates: takes === 2 ? [0] : [],
      result: (_, types) => types.at(-1) ?? types[0] ?? { kind: 'dyn', name: 'dyn' },
      evaluate: (pairs, args) => mergedEntries(chosen(pairs, args), args),
    },
  ]),
]

/** The macros with two variables. */
export function registerTwoVariables(environment: Environment): void {
  for (const macro of macros) {
    const args = Array.from({ length: macro.takes + 2 }, () => 'ast').join(', ')
    const expand = (expansion: Expansion): object => expandMacro(macro, expansion)
    environment.registerFunction(`list.${macro.name}(${args}): dyn`, expand as never)
  }
}

function expandMacro(macro: Macro, { ast, args, receiver }: Expansion): object {
  const [first, second, ...rest] = args
  let scopes: readonly [outer: Scope, inner: Scope] | undefined
  return {
    ast,
    receiver,
    args: rest,
    typeCheck: (checker: Checker, _: unknown, context: Scope): Type => {
      const names = [first, second].map((node) => variableName(checker, macro, node ?? ast))
      const [key, value] = pairTypes(checker, receiver, context)
      const outer = context.forkWithVariable(names[0] ?? '', key)
      const inner = outer.forkWithVariable(names[1] ?? '', value)
      scopes = [outer, inner]
      const types = rest.map((node) => checker.check(node, inner))
      for (const at of macro.predicates) needTruth(checker, macro, types[at], rest[at] ?? ast)
      return macro.result(checker, [key, ...types])
    },
    evaluate: (evaluator: Evaluator, _: unknown, context: Scope): unknown => {
      if (scopes === undefined) throw new Error(`${macro.name} was not checked`)
      const [outer, inner] = scopes
      const pairs = pairsIn(evaluator, receiver, evaluator.run(receiver, context)).map(
        ([key, value]) => ({
          key,
          run: (node: ExpressionNode) => {
            const within = outer.reuse(context).setIterValue(key, evaluator)
            return evaluator.run(node, inner.reuse(within).setIterValue(value, evaluator))
          },
        }),
      )
      return macro.evaluate(pairs, rest)
    },
    async: false,
  }
}

function variableName(checker: Checker, { name }: Macro, node: ExpressionNode): string {
  if (node.op === 'id') return String(node.args)
  throw checker.createError('invalid_macro_argument', `${name}() wants names of variables`, node)
}

function pairTypes(
  checker: Checker,
  receiver: ExpressionNode,
  context: Scope,
): readonly [key: Type, value: Type] {
  const type = checker.check(receiver, context)
  const open = checker.getType('dyn')
  if (type.kind === 'list') return [checker.getType('int'), type.valueType ?? open]
  if (type.kind === 'map') return [type.keyType ?? open, type.valueType ?? open]
  if (type.kind === 'dyn') return [open, open]
  const message = `expression of type '${type.name}' cannot be range of a comprehension (must be list, map, or dynamic)`
  throw checker.createError('invalid_comprehension_range', message, receiver)
}

function needTruth(
  checker: Checker,
  { name }: Macro,
  type: Type | undefined,
  node: ExpressionNode,
): void {
  if (type === undefined || type.name === 'bool' || type.kind === 'dyn') return
  const message = `${name}() predicate must return bool, got '${type.name}'`
  throw checker.createError('invalid_macro_argument', message, node)
}

function pairsIn(
  evaluator: Evaluator,
  receiver: ExpressionNode,
  range: unknown,
): readonly (readonly [key: unknown, value: unknown])[] {
  if (Array.isArray(range)) return range.map((item: unknown, at) => [BigInt(at), item])
  if (range instanceof Map) return [...(range as ReadonlyMap<unknown, unknown>)]
  if (typeof range === 'object' && range !== null) return Object.entries(range)
  const message = 'expression cannot be range of a comprehension (must be list, map, or dynamic)'
  throw evaluator.createError('invalid_comprehension_range', message, receiver)
}

function isTrue(run: RunFor, test: ExpressionNode | undefined): boolean {
  return test !== undefined && run(test) === true
}

/** Whether the wanted truth is found; what goes wrong counts only when it is not. */
function decide(
  pairs: readonly Pair[],
  test: ExpressionNode | undefined,
  wanted: boolean,
): boolean {
  const faults: unknown[] = []
  for (const { run } of pairs) {
    try {
      if (isTrue(run, test) === wanted) return true
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return false
}

function chosen(pairs: readonly Pair[], args: readonly ExpressionNode[]): readonly Pair[] {
  if (args.length < 2) return pairs
  return pairs.filter(({ run }) => isTrue(run, args[0]))
}

function valueFor(run: RunFor, args: readonly ExpressionNode[]): unknown {
  const transform = args.at(-1)
  return transform === undefined ? undefined : run(transform)
}

function mergedEntries(
  pairs: readonly Pair[],
  args: readonly ExpressionNode[],
): ReadonlyMap<unknown, unknown> {
  const merged = new Map<unknown, unknown>()
  for (const { run } of pairs) {
    const made = valueFor(run, args)
    const entries = made instanceof Map ? [...made] : Object.entries(made ?? {})
    for (const [key, value] of entries as readonly (readonly [unknown, unknown])[]) {
      if (merged.has(key)) throw new Error(`insert failed: key ${String(key)} already exists`)
      merged.set(key, value)
    }
  }
  return merged
}
