import type { StructuralSchema } from '../structural-schema.ts'
import { costOfCall, type Argument, type CallCost, type ValueKind } from './call-cost.ts'
import { elementInRules, fieldInRules, mostElements } from './declared-size.ts'
import type { ExpressionNode } from './expression-node.ts'
import { times, unknownSize, type Size } from './size.ts'

// The highest cost of a rule, before there is a value: the sizes come from the schema, and where
// that gives none, from the size of a request. The prices are those of the real server, for a
// definition that it takes must be taken here as well.

/** Where in the object a value is; without a schema nothing is known about its size. */
interface SchemaSpot {
  readonly schema: StructuralSchema | undefined
}

interface Variable {
  readonly place: SchemaSpot | undefined
  readonly size: Size | undefined
}

interface Scope {
  readonly root: SchemaSpot
  readonly variables: ReadonlyMap<string, Variable>
}

const listMaking = 10
const mapMaking = 30
/** Per item, besides the predicate, and once at the end; for the macros that go over a list or the keys of a map. */
const loops: Readonly<Record<string, { readonly item: number; readonly once: number }>> = {
  all: { item: 3, once: 1 },
  exists: { item: 4, once: 1 },
  exists_one: { item: 2, once: 2 },
  existsOne: { item: 2, once: 2 },
  map: { item: 12, once: 11 },
  filter: { item: 13, once: 11 },
  transformList: { item: 12, once: 11 },
  transformMap: { item: 3, once: 31 },
  transformMapEntry: { item: 2, once: 31 },
}

export function estimateCost(root: ExpressionNode, schema: StructuralSchema): number {
  return costOf(root, { root: { schema }, variables: new Map() })
}

function costOf(value: unknown, scope: Scope): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + costOf(one, scope), 0)
  if (!isNode(value)) return 0
  const { op, args } = value
  switch (op) {
    case 'value':
      return 0
    case 'id':
      return 1
    case '.':
      return costOf(firstOf(args), scope) + (kindOf(firstOf(args), scope) === 'dyn' ? 0 : 1)
    case 'list':
      return costOf(args, scope) + listMaking
    case 'map':
      return costOf(args, scope) + mapMaking
    case '?:':
      return costOfChoice(args as readonly unknown[], scope)
    case '&&':
    case '||':
      return costOf(args, scope)
    default:
      return costOfOther(value, scope)
  }
}

function costOfChoice([condition, ...branches]: readonly unknown[], scope: Scope): number {
  return costOf(condition, scope) + Math.max(...branches.map((one) => costOf(one, scope)))
}

function costOfOther(node: ExpressionNode, scope: Scope): number {
  const call = readCall(node)
  const { name, target, args } = call
  if (name === 'has') return costOf(firstOf(argsOf(args[0])), scope)
  if (isBinding(node)) {
    return listMaking + costOf(args[1], scope) + costOf(args[2], within(args, scope))
  }
  if (isLoop(node)) return costOfLoop(call, scope, hasTwoVariables(node))
  const before = costOf(target, scope) + costOf(args, scope)
  return before + pricedCall(call, scope).cost
}

interface CallNode {
  readonly name: string
  readonly target: unknown
  readonly args: readonly unknown[]
}

function readCall({ op, args }: ExpressionNode): CallNode {
  const list: readonly unknown[] = Array.isArray(args) ? args : [args]
  if (op === 'call') return { name: String(list[0]), target: undefined, args: argsList(list[1]) }
  if (op === 'rcall') return { name: String(list[0]), target: list[1], args: argsList(list[2]) }
  return { name: op, target: undefined, args: list }
}

function argsList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

function isBinding(node: ExpressionNode): boolean {
  const { name, target } = readCall(node)
  return node.op === 'rcall' && name === 'bind' && isNode(target) && target.args === 'cel'
}

function within([name, value]: readonly unknown[], scope: Scope): Scope {
  const bound = { place: placeOf(value, scope), size: sizeOf(value, scope) }
  return withVariable(scope, String(isNode(name) ? name.args : ''), bound)
}

function isLoop(node: ExpressionNode): boolean {
  const { alternate, macro } = node.meta
  const isMacro = alternate !== undefined || macro !== undefined
  return node.op === 'rcall' && isMacro && loops[readCall(node).name] !== undefined
}

/** Those with two variables are our own macros. */
function hasTwoVariables({ meta }: ExpressionNode): boolean {
  return meta.alternate === undefined
}

function costOfLoop({ name, target, args }: CallNode, scope: Scope, isOfPairs: boolean): number {
  const { item, once } = loops[name] ?? { item: 0, once: 0 }
  const variables = args.slice(0, isOfPairs ? 2 : 1)
  const inner = costOf(args.slice(variables.length), insideLoop(target, variables, scope))
  const count = (sizeOf(target, scope) ?? unknownSize).most
  return costOf(target, scope) + once + times(count, item + inner)
}

/** A target that has no place of its own is taken for the whole value; so does the real server. */
function insideLoop(target: unknown, variables: readonly unknown[], scope: Scope): Scope {
  const over = placeOf(target, scope)
  const isMap = kindOf(target, scope) === 'map'
  const element = over === undefined ? scope.root : elementOf(over)
  const key = over === undefined ? scope.root : isMap ? keys : { schema: undefined }
  const places = variables.length === 2 ? [key, element] : [isMap ? key : element]
  return places.reduce((inner, place, at) => {
    const variable = variables[at]
    const name = String(isNode(variable) ? variable.args : '')
    return withVariable(inner, name, { place, size: undefined })
  }, scope)
}

const keys: SchemaSpot = { schema: { type: 'string', enum: [''] } }

function elementOf({ schema }: SchemaSpot): SchemaSpot {
  return { schema: schema === undefined ? undefined : elementInRules(schema) }
}

function withVariable(scope: Scope, name: string, variable: Variable): Scope {
  return { ...scope, variables: new Map([...scope.variables, [name, variable] as const]) }
}

function pricedCall({ name, target, args }: CallNode, scope: Scope): CallCost {
  const describe = (node: unknown): Argument => {
    const place = placeOf(node, scope)
    const element = place === undefined ? undefined : elementOf(place)
    return {
      size: sizeOf(node, scope) ?? unknownSize,
      kind: kindOf(node, scope),
      type: isNode(node) ? (node.checkedType?.name ?? '') : '',
      elements: {
        kind: elementKind(node, element),
        size: sizeAt(element) ?? unknownSize,
      },
    }
  }
  return costOfCall(name, target === undefined ? undefined : describe(target), args.map(describe))
}

function elementKind(node: unknown, element: SchemaSpot | undefined): ValueKind {
  if (element?.schema !== undefined) return kindOfSchema(element.schema)
  return kindOfName(isNode(node) ? (node.checkedType?.valueType?.name ?? 'dyn') : 'dyn')
}

function sizeOf(value: unknown, scope: Scope): Size | undefined {
  if (!isNode(value)) return undefined
  const { op, args } = value
  if (op === 'value') return literalSize(args)
  if (op === 'list' || op === 'map') return fixed(argsList(args).length)
  if (op === '?:')
    return union(
      argsList(args)
        .slice(1)
        .map((one) => sizeOf(one, scope)),
    )
  const known = sizeAt(placeOf(value, scope)) ?? sizeOfResult(value, scope)
  if (known !== undefined) return known
  if (scalars.has(kindOf(value, scope))) return fixed(1)
  return op === 'id' ? scope.variables.get(String(args))?.size : undefined
}

function sizeOfResult(node: ExpressionNode, scope: Scope): Size | undefined {
  if (node.op === 'id' || node.op === '.') return undefined
  const call = readCall(node)
  if (isBinding(node)) return sizeOf(call.args[2], within(call.args, scope))
  if (isLoop(node)) {
    return kindOf(node, scope) === 'bool' ? fixed(1) : sizeOf(call.target, scope)
  }
  if (call.name === 'dyn') return sizeOf(call.args[0], scope)
  return pricedCall(call, scope).size
}

function literalSize(value: unknown): Size | undefined {
  if (typeof value === 'string') return fixed([...value].length)
  if (value instanceof Uint8Array) return fixed(value.length)
  return fixed(1)
}

function fixed(size: number): Size {
  return { least: size, most: size }
}

function union(sizes: readonly (Size | undefined)[]): Size {
  const known = sizes.map((size) => size ?? unknownSize)
  return {
    least: Math.min(...known.map(({ least }) => least)),
    most: Math.max(...known.map(({ most }) => most)),
  }
}

function sizeAt(place: SchemaSpot | undefined): Size | undefined {
  if (place?.schema === undefined) return undefined
  return { least: 0, most: mostElements(place.schema) }
}

/** Where a value is in the object; undefined when it is made by the rule. */
function placeOf(value: unknown, scope: Scope): SchemaSpot | undefined {
  if (!isNode(value)) return undefined
  const { op, args } = value
  if (op === 'id') {
    const variable = scope.variables.get(String(args))
    return variable === undefined ? scope.root : variable.place
  }
  if (op !== '.' && op !== '[]') return undefined
  const of = placeOf(firstOf(args), scope)
  if (of === undefined) return scope.root
  if (op === '[]') return elementOf(of)
  const name = String(argsList(args)[1])
  return { schema: of.schema === undefined ? undefined : fieldInRules(of.schema, name) }
}

const scalars: ReadonlySet<ValueKind> = new Set(['bool', 'number', 'time'])

function kindOf(value: unknown, scope: Scope): ValueKind {
  if (!isNode(value)) return 'dyn'
  const isPart = value.op === '.' || value.op === '[]' || value.op === 'id'
  const name = value.checkedType?.name ?? 'dyn'
  // A value that may be null has no type for our reader of the language, but one for the real
  // server.
  const schema = isPart && name === 'dyn' ? placeOf(value, scope)?.schema : undefined
  return schema === undefined ? kindOfName(name) : kindOfSchema(schema)
}

function kindOfSchema(schema: StructuralSchema): ValueKind {
  if (schema['x-kubernetes-int-or-string'] === true) return 'dyn'
  switch (schema.type) {
    case 'string':
      return schema.format === 'byte'
        ? 'bytes'
        : timeFormats.has(schema.format ?? '')
          ? 'time'
          : 'string'
    case 'boolean':
      return 'bool'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return 'list'
    default:
      return typeof schema.additionalProperties === 'object' ? 'map' : 'object'
  }
}

const timeFormats: ReadonlySet<string> = new Set(['date', 'date-time', 'duration'])
const kinds: Readonly<Record<string, ValueKind>> = {
  bool: 'bool',
  int: 'number',
  uint: 'number',
  double: 'number',
  string: 'string',
  bytes: 'bytes',
  dyn: 'dyn',
  'google.protobuf.Timestamp': 'time',
  'google.protobuf.Duration': 'time',
}

function kindOfName(name: string): ValueKind {
  const optional = /^optional<(.*)>$/.exec(name)?.[1]
  if (optional !== undefined) return scalars.has(kindOfName(optional)) ? 'number' : 'object'
  if (name.startsWith('list')) return 'list'
  if (name.startsWith('map')) return 'map'
  return kinds[name] ?? 'object'
}

function firstOf(args: unknown): unknown {
  return argsList(args)[0]
}

function argsOf(node: unknown): unknown {
  return isNode(node) ? node.args : undefined
}

function isNode(value: unknown): value is ExpressionNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'meta' in value
}
