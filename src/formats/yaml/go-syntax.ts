// Values in the words of Go's %#v, which go-yaml and sigs.k8s.io/yaml use in errors about map keys.

import { formatFloat } from '../format-float.ts'
import { compareStrings } from '../go-string.ts'
import { quote } from '../quote.ts'
import { isMergeKey, targetOf, type MappingNode, type Node } from './nodes.ts'
import { resolveScalar, type Scalar } from './resolve.ts'

/** A scalar as an argument of its own. */
export function scalarInGoSyntax(scalar: Scalar): string {
  switch (scalar.type) {
    case 'null':
      return '<nil>'
    case 'str':
    case 'timestamp':
      return quote(scalar.value)
    case 'uint':
      return `0x${scalar.value.toString(16)}`
    case 'float':
      return formatFloat(scalar.value, 'g', -1)
    default:
      return String(scalar.value)
  }
}

/** The decoded value of a node. The node has been decoded before, hence has neither wrong tags nor loops. */
export function nodeInGoSyntax(node: Node): string {
  const root = targetOf(node)
  if (root.kind === 'scalar') return scalarInGoSyntax(resolveScalar(root))
  // Nesting is not limited by the stack: what is still to be printed lies here, last part first.
  const left: (string | Node)[] = [root]
  let text = ''
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const current = targetOf(part)
    if (current.kind === 'scalar') text += elementInGoSyntax(resolveScalar(current))
    else for (const inner of partsOf(current).toReversed()) left.push(inner)
  }
  return text
}

function partsOf(node: Exclude<Node, { kind: 'scalar' | 'alias' }>): (string | Node)[] {
  const parts: (string | Node)[] = []
  if (node.kind === 'sequence') {
    parts.push('[]interface {}{')
    for (const child of node.children) parts.push(parts.length > 1 ? ', ' : '', child)
  } else {
    parts.push('map[interface {}]interface {}{')
    for (const { key, value } of entriesOf(node))
      parts.push(`${parts.length > 1 ? ', ' : ''}${elementInGoSyntax(key)}:`, value)
  }
  parts.push('}')
  return parts
}

function elementInGoSyntax(scalar: Scalar): string {
  return scalar.type === 'null' ? 'interface {}(nil)' : scalarInGoSyntax(scalar)
}

interface Entry {
  readonly key: Scalar
  readonly value: Node
}

function entriesOf(node: MappingNode): Entry[] {
  const entries = new Map<string, Entry>()
  collect(node, entries)
  return [...entries.values()].toSorted((a, b) => compareKeys(a.key, b.key))
}

function collect(node: MappingNode, entries: Map<string, Entry>): void {
  for (let i = 0; i + 1 < node.children.length; i += 2) {
    const [key, value] = node.children.slice(i, i + 2)
    if (key === undefined || value === undefined) return
    if (isMergeKey(key)) for (const merged of mergedBy(value)) collect(merged, entries)
    else {
      const target = targetOf(key)
      if (target.kind !== 'scalar') continue
      const scalar = resolveScalar(target)
      entries.set(identityOf(scalar), { key: scalar, value })
    }
  }
}

// The mappings that a merge key brings in, in the order in which they are merged: the first one last.
function mergedBy(value: Node): MappingNode[] {
  const target = targetOf(value)
  const nodes = target.kind === 'sequence' ? target.children.toReversed() : [target]
  return nodes.map(targetOf).filter((node) => node.kind === 'mapping')
}

/** Tells apart the keys that Go tells apart: 1, 1.0 and "1" are three. */
export function identityOf(scalar: Scalar): string {
  return `${scalar.type === 'timestamp' ? 'str' : scalar.type} ${String(scalar.value)}`
}

// Go orders keys of different types by the addresses of the types: nil first, then as in Helm's binary.
const typeOrder: readonly Scalar['type'][] = [
  'null',
  'str',
  'timestamp',
  'uint',
  'int',
  'float',
  'bool',
]

function compareKeys(a: Scalar, b: Scalar): number {
  if (typeof a.value === 'string' && typeof b.value === 'string')
    return compareStrings(a.value, b.value)
  if (a.type !== b.type) return typeOrder.indexOf(a.type) - typeOrder.indexOf(b.type)
  if (Number.isNaN(a.value)) return -1
  return Number(a.value) - Number(b.value)
}
