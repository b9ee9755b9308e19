// From the tree of a document to a value: what go-yaml's decoder does, and what the way through JSON
// makes of the result in sigs.k8s.io/yaml. Nothing here is recursive, since a document may be nested
// deeper than the stack.

import { formatFloat32 } from '../format-float.ts'
import { replaceInvalid } from '../go-string.ts'
import type { Value } from '../value.ts'
import { AliasGuard } from './alias-guard.ts'
import { YamlError, yamlError } from './errors.ts'
import { identityOf, nodeInGoSyntax, scalarInGoSyntax } from './go-syntax.ts'
import { checkJson, maxJsonDepth, type UnsupportedKeys } from './json-limits.ts'
import {
  isMergeKey,
  targetOf,
  type AliasNode,
  type MappingNode,
  type Node,
  type ScalarNode,
  type SequenceNode,
} from './nodes.ts'
import { isPlainlyString, resolveScalar, type Scalar } from './resolve.ts'
import { elementShape, memberShape, type Shape } from './shape.ts'

export interface DecodeOptions {
  /** Whether a key that is already in a mapping is an error; otherwise it gets the new value. */
  readonly isStrict: boolean
  readonly shape: Shape
}

/** Decodes a document. */
export function decodeDocument(root: Node, options: DecodeOptions): Value {
  return new Decoder(options).decode(root)
}

interface OpenNode {
  readonly shape: Shape
  /** The alias that led here. */
  readonly alias: AliasNode | undefined
  next: number
}

interface OpenSequence extends OpenNode {
  readonly kind: 'sequence'
  readonly node: SequenceNode
  readonly list: Value[]
}

interface OpenMapping extends OpenNode {
  readonly kind: 'mapping'
  readonly node: MappingNode
  readonly map: Map<string, Value>
  /** Whether the map belongs to the mapping that this one is merged into. */
  readonly isMerged: boolean
  /** The key whose value comes next, and its type unless it is a string. */
  key: string
  keyScalar: Scalar | undefined
  /** The key itself while it is decoded, which only collections take time for. */
  openKey: Node | undefined
}

/** Mappings that are merged one by one, the last one first. */
interface OpenMerge extends OpenNode {
  readonly kind: 'merge'
  readonly node: SequenceNode
  readonly map: Map<string, Value>
}

const pending = Symbol('pending')

class Decoder {
  private readonly options: DecodeOptions
  private readonly guard = new AliasGuard()
  private readonly open: (OpenSequence | OpenMapping | OpenMerge)[] = []
  private readonly duplicates: string[] = []
  private readonly identities = new Map<ReadonlyMap<string, Value>, Set<string>>()
  private readonly unsupported: UnsupportedKeys = new Map()
  private needsCheck = false

  constructor(options: DecodeOptions) {
    this.options = options
  }

  decode(root: Node): Value {
    // The document itself counts as well.
    this.guard.count()
    let value = this.visit(root, this.options.shape)
    for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1))
      if (this.advance(top)) value = this.close(top)
    if (this.duplicates.length > 0) {
      const problem = `yaml: unmarshal errors:\n  ${this.duplicates.join('\n  ')}`
      throw new YamlError('duplicate-key', problem)
    }
    if (value === pending) throw new RangeError('a node was left open')
    if (this.needsCheck) checkJson(value, this.unsupported)
    return value
  }

  // The value of a scalar; a collection is opened, and its value comes later.
  private visit(node: Node, shape: Shape, mergeInto?: Map<string, Value>): Value | typeof pending {
    this.guard.count()
    let alias: AliasNode | undefined
    let target: Exclude<Node, AliasNode>
    if (node.kind === 'alias') {
      alias = node
      target = node.target
      this.guard.enter(alias)
      this.guard.count()
    } else target = node
    if (target.kind === 'scalar') {
      const value = this.scalarValue(target, shape)
      if (alias !== undefined) this.guard.leave(alias)
      return value
    }
    if (target.kind === 'sequence')
      this.open.push({ kind: 'sequence', node: target, shape, alias, next: 0, list: [] })
    else this.openMapping(target, shape, alias, mergeInto)
    if (this.open.length > maxJsonDepth) this.needsCheck = true
    return pending
  }

  private openMapping(
    node: MappingNode,
    shape: Shape,
    alias: AliasNode | undefined,
    mergeInto: Map<string, Value> | undefined,
  ): void {
    this.open.push({
      kind: 'mapping',
      node,
      shape,
      alias,
      next: 0,
      map: mergeInto ?? new Map<string, Value>(),
      isMerged: mergeInto !== undefined,
      key: '',
      keyScalar: undefined,
      openKey: undefined,
    })
  }

  // Goes on with a collection. Whether it is complete; otherwise another one was opened in it.
  private advance(top: OpenSequence | OpenMapping | OpenMerge): boolean {
    switch (top.kind) {
      case 'sequence':
        return this.advanceSequence(top)
      case 'mapping':
        return this.advanceMapping(top)
      case 'merge':
        return this.advanceMerge(top)
    }
  }

  private advanceSequence(top: OpenSequence): boolean {
    const { children } = top.node
    const shape = elementShape(top.shape)
    for (let child = children[top.next]; child !== undefined; child = children[top.next]) {
      top.next++
      const value = this.visit(child, shape)
      if (value === pending) return false
      top.list.push(value)
    }
    return true
  }

  private advanceMapping(top: OpenMapping): boolean {
    const { children } = top.node
    for (;;) {
      const key = children[top.next]
      const value = children[top.next + 1]
      if (key === undefined || value === undefined) return true
      if (isMergeKey(key)) {
        top.next += 2
        if (this.merge(value, top)) return false
        continue
      }
      if (!this.readKey(key, top)) return false
      const decoded = this.visit(value, memberShape(top.shape, top.key))
      if (decoded === pending) return false
      this.setMember(top, decoded)
    }
  }

  // Whether the key is a scalar, and read.
  private readKey(node: Node, top: OpenMapping): boolean {
    const target = targetOf(node)
    if (target.kind !== 'scalar') {
      top.openKey = node
      this.visit(node, 'any')
      return false
    }
    this.guard.count()
    if (node.kind === 'alias') {
      this.guard.enter(node)
      this.guard.count()
      this.guard.leave(node)
    }
    if (isPlainlyString(target)) {
      top.key = target.value
      top.keyScalar = undefined
    } else {
      top.keyScalar = resolveScalar(target)
      top.key = keyText(top.keyScalar)
    }
    return true
  }

  private setMember(top: OpenMapping, value: Value): void {
    const valueNode = top.node.children[top.next + 1]
    top.next += 2
    if (valueNode === undefined) return
    if (top.keyScalar === undefined && !this.options.isStrict) {
      top.map.set(top.key, value)
      return
    }
    const scalar: Scalar = top.keyScalar ?? { type: 'str', value: top.key }
    if (this.options.isStrict && this.isDuplicate(top.map, scalar)) {
      const key = scalarInGoSyntax(scalar)
      this.duplicates.push(`line ${valueNode.line + 1}: key ${key} already set in map`)
    } else if (scalar.type === 'null' || scalar.type === 'uint') {
      this.needsCheck = true
      const keys = this.unsupported.get(top.map) ?? new Map<string, { key: Scalar; value: Node }>()
      this.unsupported.set(top.map, keys.set(identityOf(scalar), { key: scalar, value: valueNode }))
    } else top.map.set(top.key, value)
  }

  private isDuplicate(map: ReadonlyMap<string, Value>, key: Scalar): boolean {
    const identity = identityOf(key)
    const identities = this.identities.get(map) ?? new Set()
    // Not a number is never equal to itself.
    if (identities.has(identity)) return !Number.isNaN(key.value)
    this.identities.set(map, identities.add(identity))
    return false
  }

  // Whether a mapping to be merged was opened.
  private merge(value: Node, into: OpenMapping): boolean {
    const { map, shape } = into
    if (value.kind !== 'sequence') {
      requireMapping(value)
      this.visit(value, shape, map)
      return true
    }
    const next = value.children.length - 1
    this.open.push({ kind: 'merge', node: value, shape, alias: undefined, next, map })
    return true
  }

  private advanceMerge(top: OpenMerge): boolean {
    const child = top.node.children[top.next--]
    if (child === undefined) return true
    requireMapping(child)
    this.visit(child, top.shape, top.map)
    return false
  }

  // Hands a complete collection to the one around it.
  private close(top: OpenSequence | OpenMapping | OpenMerge): Value | typeof pending {
    this.open.pop()
    if (top.alias !== undefined) this.guard.leave(top.alias)
    if (top.kind === 'merge' || (top.kind === 'mapping' && top.isMerged)) return pending
    const value = top.kind === 'sequence' ? top.list : top.map
    const parent = this.open.at(-1)
    if (parent?.kind === 'sequence') parent.list.push(value)
    else if (parent?.kind === 'mapping') {
      if (parent.openKey !== undefined)
        throw yamlError('map-key', `invalid map key: ${nodeInGoSyntax(parent.openKey)}`, 0)
      this.setMember(parent, value)
    }
    return value
  }

  private scalarValue(node: ScalarNode, shape: Shape): Value {
    if (isPlainlyString(node)) return node.value
    const quick = shape === 'string' ? undefined : quickInteger(node)
    if (quick !== undefined) return quick
    const scalar = resolveScalar(node)
    switch (scalar.type) {
      case 'str':
        // Only binary data can be invalid; JSON cannot carry it.
        return replaceInvalid(scalar.value)
      case 'timestamp':
      case 'null':
        return scalar.value
      case 'float':
        if (shape === 'string') return formatFloat32(scalar.value, 'g', -1)
        if (!Number.isFinite(scalar.value)) this.needsCheck = true
        return scalar.value
      case 'bool':
        return shape === 'string' ? String(scalar.value) : scalar.value
      default:
        return shape === 'string' ? String(scalar.value) : Number(scalar.value)
    }
  }
}

// A short decimal number, which most numbers are.
function quickInteger({ tag, value }: ScalarNode): number | undefined {
  if (tag !== '' || value.length > 15 || value === '') return undefined
  let number = 0
  for (let i = 0; i < value.length; i++) {
    const digit = value.charCodeAt(i) - 0x30
    if (digit < 0 || digit > 9 || (digit === 0 && number === 0 && value.length > 1))
      return undefined
    number = number * 10 + digit
  }
  return number
}

function requireMapping(node: Node): void {
  if (targetOf(node).kind !== 'mapping')
    throw yamlError('merge', 'map merge requires map or sequence of maps as the value', 0)
}

const infiniteKeys: Readonly<Record<string, string>> = {
  '+Inf': '.inf',
  '-Inf': '-.inf',
  NaN: '.nan',
}

function keyText(key: Scalar): string {
  if (key.type === 'str') return replaceInvalid(key.value)
  if (key.type !== 'float') return String(key.value)
  const text = formatFloat32(key.value, 'g', -1)
  return infiniteKeys[text] ?? text
}
