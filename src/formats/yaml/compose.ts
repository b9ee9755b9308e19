import { yamlError } from './errors.ts'
import * as events from './events.ts'
import type { AliasNode, Node } from './nodes.ts'
import { Parser } from './parser.ts'
import { openSource } from './scan/source.ts'

type Anchored = Exclude<Node, AliasNode>
type Collection = Extract<Node, { children: Node[] }>

/** The tree of the first document of a text; undefined for a text without a document. */
export function composeDocument(text: string): Node | undefined {
  const parser = new Parser(openSource(text))
  if (parser.next() === events.streamEndEvent) return undefined
  const anchors = new Map<string, Anchored>()
  const open: Collection[] = []
  for (;;) {
    const event = parser.next()
    let node: Node | undefined
    switch (event) {
      case events.sequenceEndEvent:
      case events.mappingEndEvent:
        node = open.pop()
        break
      case events.aliasEvent:
        node = aliasOf(parser, anchors)
        break
      default:
        node = nodeOf(parser, event)
        if (parser.anchor !== '') anchors.set(parser.anchor, node)
        if (node.kind !== 'scalar') {
          open.push(node)
          continue
        }
    }
    const parent = open[open.length - 1]
    if (parent === undefined) {
      // The end of the document is looked for as well, and may be wrong.
      parser.next()
      return node
    }
    if (node !== undefined) parent.children.push(node)
  }
}

function nodeOf(parser: Parser, event: number): Anchored {
  const { line } = parser
  const { isFlow } = parser
  if (event === events.sequenceStartEvent) return { kind: 'sequence', line, isFlow, children: [] }
  if (event === events.mappingStartEvent) return { kind: 'mapping', line, isFlow, children: [] }
  const { value, tag, isImplicit, quote } = parser
  return { kind: 'scalar', line, value, tag, isImplicit, quote }
}

function aliasOf(parser: Parser, anchors: ReadonlyMap<string, Anchored>): AliasNode {
  const { line, value: name } = parser
  const target = anchors.get(name)
  if (target === undefined) throw yamlError('alias', `unknown anchor '${name}' referenced`, 0)
  return { kind: 'alias', line, name, target }
}
