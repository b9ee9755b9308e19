import type { StructuralSchema } from '../structural-schema.ts'
import { fieldSchema } from '../structural-schema.ts'
import type { ExpressionNode } from './expression-node.ts'

// What a rule may cost in the worst case, before there is a value: the sizes come from the schema, and
// where that gives none, from the size of a request. Simpler than what the real server counts.

/** The most bytes that a request can have. */
export const largestRequest = 3 * 1024 * 1024
const perCharacter = 0.1
const sizes: Readonly<Record<string, number>> = { string: 2, boolean: 4, array: 2, object: 2 }

type Scope = ReadonlyMap<string, StructuralSchema | undefined>

export function estimateCost(root: ExpressionNode, schema: StructuralSchema): number {
  const scope = new Map([
    ['self', schema],
    ['oldSelf', schema],
  ])
  return costOf(root, scope)
}

/** The fewest bytes in which a value can be written. */
export function smallestSize(schema: StructuralSchema): number {
  const { type = '', required = [], properties = {} } = schema
  const fields = required.flatMap((name) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
    return inner === undefined ? [] : [name.length + 4 + smallestSize(inner)]
  })
  return fields.reduce((sum, size) => sum + size, sizes[type] ?? 1)
}

/** The most items, entries or characters of a value. */
function mostElements(schema: StructuralSchema | undefined): number {
  if (schema === undefined) return 1
  const { type, items, additionalProperties: values } = schema
  if (type === 'string') return schema.maxLength ?? largestRequest
  if (type === 'array') {
    const smallest = items === undefined ? 1 : smallestSize(items)
    return schema.maxItems ?? Math.floor((largestRequest - 2) / (smallest + 1))
  }
  if (type !== 'object' || typeof values !== 'object') return 1
  return schema.maxProperties ?? Math.floor((largestRequest - 2) / (smallestSize(values) + 6))
}

function costOf(value: unknown, scope: Scope): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + costOf(one, scope), 0)
  if (!isNode(value)) return 0
  const { op, args } = value
  const { alternate, macro } = value.meta
  if (alternate !== undefined) return costOf(alternate, scope)
  if (op === 'comprehension') return costOfLoop(args as Loop, scope)
  if (op === 'value') return 0
  const isPresence = op === 'call' && Array.isArray(args) && args[0] === 'has'
  if (isPresence) return Math.max(1, costOf(args[1], scope) - 1)
  if (op === '?:' && Array.isArray(args)) {
    const [condition, ...branches] = args.map((one) => costOf(one, scope))
    return (condition ?? 0) + Math.max(...branches)
  }
  const inner = macro === undefined ? costOf(args, scope) : costOf(Object.values(macro), scope)
  const base = op === '&&' || op === '||' ? 0 : 1
  return base + inner + ownCost(op, Array.isArray(args) ? args : [], scope)
}

function ownCost(op: string, args: readonly unknown[], scope: Scope): number {
  const size = (value: unknown) => traversal(schemaOf(value, scope))
  if (op === 'in') return mostElements(schemaOf(args[1], scope))
  if (op === '==' || op === '!=') return Math.min(size(args[0]), size(args[1]))
  return op === 'rcall' && args[0] !== 'size' ? size(args[1]) : 0
}

/** What it takes to look at the whole of a value. */
function traversal(schema: StructuralSchema | undefined): number {
  const most = mostElements(schema)
  return schema?.type === 'string' ? most * perCharacter : most
}

interface Loop {
  readonly iterable: unknown
  readonly iterVarName: string
  readonly step: unknown
}

function costOfLoop({ iterable, iterVarName, step }: Loop, scope: Scope): number {
  const over = schemaOf(iterable, scope)
  const item = over?.type === 'array' ? over.items : undefined
  const within = new Map([...scope, [iterVarName, item] as const])
  return costOf(iterable, scope) + mostElements(over) * (costOf(step, within) + 1)
}

/** The schema of what an expression gives; undefined when it is not a part of the object. */
function schemaOf(value: unknown, scope: Scope): StructuralSchema | undefined {
  if (!isNode(value)) return undefined
  const { op, args } = value
  if (op === 'id') return scope.get(String(args))
  if (!Array.isArray(args)) return undefined
  const of = schemaOf(args[0], scope)
  if (of === undefined) return undefined
  if (op === '.' || op === '.?') return fieldSchema(of, String(args[1]))
  if (op !== '[]' && op !== '[?]') return undefined
  return of.type === 'array' ? of.items : fieldSchema(of, '')
}

function isNode(value: unknown): value is ExpressionNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'meta' in value
}
