// The tree that kustomize works on: YAML nodes that are changed in place. The meaning of a scalar
// is only decided when the tree is written, by its tag, its quotes and its text, so all three are
// kept. Nodes may stand in several places at once, and a change in one is then seen in the others,
// as in kustomize.

export type NodeKind = 'none' | 'scalar' | 'map' | 'list'

/** The character that begins a scalar; empty for a plain one. */
export type Quote = '' | '"' | "'" | '|' | '>'

export interface YamlNode {
  kind: NodeKind
  /** Short, such as `!!str`; empty where only the text decides. */
  tag: string
  /** The text of a scalar. */
  value: string
  quote: Quote
  /** Whether the tag was written out. */
  isTagged: boolean
  /** Whether a list or map stood in brackets. */
  isFlow: boolean
  /** The items of a list; keys and values of a map by turns. */
  content: YamlNode[]
  /** Where it stood in its file, counted from one; 0 for a node that was made here. */
  line: number
}

export const nullTag = '!!null'
export const stringTag = '!!str'
export const integerTag = '!!int'
export const floatTag = '!!float'
export const booleanTag = '!!bool'
export const mapTag = '!!map'

/** A plain scalar whose text decides what it is. */
export function plainScalar(value: string): YamlNode {
  return { ...emptyNode('scalar'), value }
}

/** A scalar with a tag. */
export function taggedScalar(value: string, tag: string): YamlNode {
  return { ...plainScalar(value), tag }
}

/** A scalar that is a string whatever it looks like; lines make it a literal. */
export function stringScalar(value: string): YamlNode {
  return { ...taggedScalar(value, stringTag), quote: value.includes('\n') ? '|' : '' }
}

export function emptyNode(kind: NodeKind): YamlNode {
  return {
    kind,
    tag: '',
    value: '',
    quote: '',
    isTagged: false,
    isFlow: false,
    content: [],
    line: 0,
  }
}

/** A copy of the whole tree below a node; a change of it is not seen in the original. */
export function copyNode(node: YamlNode): YamlNode {
  return { ...node, content: node.content.map(copyNode) }
}

/** Gives a node the quotes of another one. */
export function copyStyle(node: YamlNode, { quote, isTagged }: YamlNode): void {
  node.quote = quote
  node.isTagged = isTagged
}

/** Makes a node what another one is; whoever holds the node sees the change. */
export function assignNode(node: YamlNode, other: YamlNode): void {
  Object.assign(node, { ...other, content: other.content.slice() })
}

export function isMissingOrNull(node: YamlNode | undefined): boolean {
  return node === undefined || node.tag === nullTag
}

export function isTaggedNull(node: YamlNode | undefined): boolean {
  return node !== undefined && node.tag === nullTag
}

/** Null, absent, or a collection without members. */
export function isEmpty(node: YamlNode | undefined): boolean {
  if (node === undefined || node.tag === nullTag) return true
  if (node.kind === 'map' || node.kind === 'list') return node.content.length === 0
  return node.kind === 'none' && node.value === '' && node.tag === ''
}

export function isEmptyMap(node: YamlNode | undefined): boolean {
  return isMissingOrNull(node) || (node?.kind === 'map' && node.content.length === 0)
}

export function isString(node: YamlNode): boolean {
  return node.kind === 'scalar' && (node.tag === stringTag || node.tag === '')
}

/** The text of a scalar; empty for null and for what is not there. */
export function textOf(node: YamlNode | undefined): string {
  return node === undefined || isMissingOrNull(node) ? '' : node.value
}
