import { times, traversal, unknownSize, type Size } from './size.ts'

export type ValueKind =
  | 'bool'
  | 'number'
  | 'time'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'object'
  | 'dyn'

/** The facts about an argument of a function. */
export interface Argument {
  readonly size: Size
  readonly kind: ValueKind
  /** Its type in the language of rules. */
  readonly type: string
  readonly elements: { readonly kind: ValueKind; readonly size: Size }
}

export interface CallCost {
  readonly cost: number
  /** Of the result, when it has one that can be told. */
  readonly size?: Size
}

type Price = (target: Argument, args: readonly Argument[]) => CallCost

const none: Argument = {
  size: unknownSize,
  kind: 'dyn',
  type: '',
  elements: { kind: 'dyn', size: unknownSize },
}
const perPattern = 0.25
/** The longest pattern of a named format. */
const formatPattern = 128
const longestIp = 16

/** The cost of a call or an operator, without the cost of its arguments. */
export function costOfCall(
  name: string,
  target: Argument | undefined,
  args: readonly Argument[],
): CallCost {
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined
  return price?.(target ?? none, args) ?? { cost: 1 }
}

const at = (args: readonly Argument[], index: number): Argument => args[index] ?? none
const mostOf = ({ size }: Argument): number => size.most

const walkTarget: Price = (target) => ({ cost: traversal(mostOf(target)), size: target.size })
const walkFirst: Price = (_, args) => ({ cost: traversal(mostOf(at(args, 0))) })

/** Each item is looked at once, texts from the beginning to the end. */
const walkItems: Price = (target) => {
  if (target.kind !== 'list') return { cost: traversal(mostOf(target)) }
  const { kind, size } = target.elements
  const isText = kind === 'string' || kind === 'bytes'
  return { cost: times(mostOf(target), 1 + (isText ? traversal(size.most) : 0)) }
}

const match: Price = (target, args) => {
  const text = traversal(mostOf(target) + 1)
  const cost = times(text, traversal(mostOf(at(args, 0)), perPattern))
  return { cost, size: { least: 0, most: mostOf(target) } }
}

const join: Price = (target, args) => {
  const { least, most } = target.size
  const { size: item } = target.elements
  const separator = args[0]?.size ?? { least: 0, most: 0 }
  const size = {
    least: times(least, item.least) + times(Math.max(0, least - 1), separator.least),
    most: times(most, item.most) + times(Math.max(0, most - 1), separator.most),
  }
  return { cost: traversal(size.most), size }
}

const replace: Price = (target, args) => {
  const { most } = target.size
  const [old, by] = [at(args, 0).size, at(args, 1).size]
  const longest =
    old.least === 0
      ? times(most + 1, by.most) + most
      : by.most <= old.least
        ? most
        : times(Math.ceil(most / old.least), by.most)
  return { cost: traversal(most, 0.2), size: { least: 0, most: longest } }
}

const split: Price = (target) => {
  const { most } = target.size
  return { cost: traversal(most, 0.2), size: { least: 0, most } }
}

const add: Price = (_, args) => {
  const [a, b] = [at(args, 0), at(args, 1)]
  const size = { least: a.size.least + b.size.least, most: a.size.most + b.size.most }
  if (a.kind === 'list') return { cost: 1, size }
  if (a.kind === 'number' || a.kind === 'time') return { cost: 1 }
  return { cost: traversal(size.most), size }
}

/** Types of Kubernetes that are compared at a fixed price. */
const quick: ReadonlySet<string> = new Set([
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'net.IP',
  'net.CIDR',
])

const equal: Price = (_, args) => {
  if (quick.has(at(args, 0).type)) return { cost: 1 }
  return { cost: traversal(Math.min(mostOf(at(args, 0)), mostOf(at(args, 1)))) }
}

const differ: Price = (_, args) => ({
  cost: traversal(Math.min(mostOf(at(args, 0)), mostOf(at(args, 1)))),
})

const order: Price = (_, args) => {
  const isText = [at(args, 0), at(args, 1)].every(({ kind }) => texts.has(kind))
  if (!isText) return { cost: 1 }
  return { cost: Math.max(1, traversal(Math.min(mostOf(at(args, 0)), mostOf(at(args, 1))))) }
}

const texts: ReadonlySet<ValueKind> = new Set(['string', 'bytes', 'dyn'])

const compareSets =
  (factor: number): Price =>
  (_, args) => ({ cost: times(mostOf(at(args, 0)), mostOf(at(args, 1))) * factor + 1 })

const contains: Price = (target, args) => {
  // The same name for sets, which are asked with two lists.
  if (args.length === 2) return compareSets(1)(target, args)
  return { cost: times(traversal(mostOf(target)), traversal(mostOf(at(args, 0)))) }
}

const containsRange =
  (base: number): Price =>
  (_, args) => {
    const isText = at(args, 0).kind === 'string'
    return { cost: base + (isText ? traversal(mostOf(at(args, 0))) : 0) }
  }

const compareIp = traversal(longestIp * 2)

const prices: Readonly<Record<string, Price>> = {
  '+': add,
  '==': equal,
  '!=': differ,
  '<': order,
  '<=': order,
  '>': order,
  '>=': order,
  in: (_, args) => ({ cost: at(args, 1).kind === 'map' ? 1 : mostOf(at(args, 1)) }),
  isSorted: walkItems,
  sum: walkItems,
  min: walkItems,
  max: walkItems,
  indexOf: walkItems,
  lastIndexOf: walkItems,
  url: walkFirst,
  isURL: () => ({ cost: 1 }),
  lowerAscii: walkTarget,
  upperAscii: walkTarget,
  substring: walkTarget,
  trim: walkTarget,
  replace,
  split,
  join,
  joinBounded: join,
  matches: match,
  matchesLinearly: match,
  find: match,
  findAll: match,
  contains,
  startsWith: walkFirst,
  endsWith: walkFirst,
  format: (target) => ({ cost: traversal(mostOf(target)) }),
  equivalent: compareSets(2),
  intersects: compareSets(1),
  cidr: walkFirst,
  ip: (target, args) => (args.length === 0 ? { cost: 1 } : walkFirst(target, args)),
  isIP: walkFirst,
  isCIDR: walkFirst,
  isCanonical: (_, args) => ({ cost: traversal(mostOf(at(args, 0)), 0.2) }),
  containsIP: containsRange(compareIp),
  containsCIDR: containsRange(compareIp + traversal(longestIp) + 1),
  quantity: walkFirst,
  isQuantity: walkFirst,
  semver: walkFirst,
  isSemver: walkFirst,
  validate: (_, args) => ({
    cost: traversal(traversal(mostOf(at(args, 0))), formatPattern * perPattern),
  }),
}
