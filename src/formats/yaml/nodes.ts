// The tree of a document, before its scalars are given a meaning.

export type Node = ScalarNode | SequenceNode | MappingNode | AliasNode

export interface ScalarNode {
  readonly kind: 'scalar'
  /** Where it begins, counted from zero. */
  readonly line: number
  readonly value: string
  /** The tag in full; empty where there is none. */
  readonly tag: string
  /** Whether it is resolved by what it looks like: plain, or tagged `!`. */
  readonly isImplicit: boolean
  /** The character that begins it where it is not plain: a quote, `|` or `>`; else empty. */
  readonly quote: string
}

export interface SequenceNode {
  readonly kind: 'sequence'
  readonly line: number
  /** Whether it is written in brackets. */
  readonly isFlow: boolean
  readonly children: Node[]
}

export interface MappingNode {
  readonly kind: 'mapping'
  readonly line: number
  /** Whether it is written in braces. */
  readonly isFlow: boolean
  /** Keys and values by turns. */
  readonly children: Node[]
}

export interface AliasNode {
  readonly kind: 'alias'
  readonly line: number
  readonly name: string
  readonly target: Exclude<Node, AliasNode>
}

const mergeTag = 'tag:yaml.org,2002:merge'

/** Whether the key of a mapping says that another mapping is to be merged in. */
export function isMergeKey(node: Node): boolean {
  return node.kind === 'scalar' && node.value === '<<' && (node.isImplicit || node.tag === mergeTag)
}

/** The node itself, or what an alias stands for. */
export function targetOf(node: Node): Exclude<Node, AliasNode> {
  return node.kind === 'alias' ? node.target : node
}
