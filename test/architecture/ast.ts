import { visitorKeys } from 'oxc-parser'

/** A node of the tree that the parser gives, read by field name. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** The nodes below this one, in source order. */
export function childrenOf(node: Node): readonly Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((field) => nodesAt(node, field))
}

/** The nodes in one field, whether it holds none, one or a list with holes. */
export function nodesAt(node: Node, field: string): readonly Node[] {
  const value = node[field]
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

/** The node in one field, if there is one. */
export function nodeAt(node: Node | undefined, field: string): Node | undefined {
  return node === undefined ? undefined : nodesAt(node, field)[0]
}

/** The node without the wrappers that change no value: casts, `!`, `?.` chains. */
export function unwrap(node: Node | undefined): Node | undefined {
  let inner = node
  while (inner !== undefined && wrappers.has(inner.type)) inner = nodeAt(inner, 'expression')
  return inner
}

/** The text of a string or of a template without holes. */
export function literalText(node: Node | undefined): string | undefined {
  const inner = unwrap(node)
  if (inner?.type === 'Literal' && typeof inner['value'] === 'string') return inner['value']
  if (inner?.type !== 'TemplateLiteral' || nodesAt(inner, 'expressions').length > 0)
    return undefined
  const written = nodeAt(inner, 'quasis')?.['value'] as { readonly cooked?: string } | undefined
  return written?.cooked
}

/** The name of an identifier, or of a string used as one. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  return typeof node['name'] === 'string' ? node['name'] : literalText(node)
}

/** The member a member expression reads, `[…]` when it is computed at run time. */
export function memberOf(node: Node): string {
  const property = nodeAt(node, 'property')
  if (node['computed'] !== true) return nameOf(property) ?? '[…]'
  return literalText(property) ?? '[…]'
}

/** Whether this node is a function of any form. */
export function isFunction(node: Node | undefined): boolean {
  return node !== undefined && functions.has(node.type)
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const wrappers = new Set([
  'ChainExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
