// From text to trees: documents are split as kustomize splits them, by lines that begin with `---`;
// anchors, aliases and merge keys are resolved on the way.

import { composeDocument } from '../../formats/yaml/compose.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import {
  isMergeKey,
  type MappingNode,
  type Node,
  type ScalarNode,
  type SequenceNode,
} from '../../formats/yaml/nodes.ts'
import { KustomizeError } from '../errors.ts'
import { limits } from '../limits.ts'
import { emptyNode, isTaggedNull, stringTag, type Quote, type YamlNode } from './node.ts'
import { tagOfPlain } from './scalar.ts'

/** The trees of all documents that are not empty. */
export function parseDocuments(text: string): YamlNode[] {
  const found: YamlNode[] = []
  for (const document of splitDocuments(text.replaceAll('\r\n', '\n'))) {
    const node = parseDocument(document.text, document.line)
    if (node !== undefined && !isTaggedNull(node)) found.push(node)
  }
  return found
}

/** The tree of a text with one document; undefined when there is nothing in it. */
export function parseDocument(text: string, firstLine = 0): YamlNode | undefined {
  const budget = { nodes: limits.nodes, firstLine }
  try {
    const root = composeDocument(text)
    return root === undefined ? undefined : convert(root, budget, false)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const line = error.line === undefined ? '' : ` (line ${error.line + firstLine} of the file)`
    throw new KustomizeError('invalid', `malformed YAML: ${error.problem}${line}`, { cause: error })
  }
}

interface Document {
  readonly text: string
  /** How many lines of the file are before it. */
  readonly line: number
}

const separator = /\n---.*\n/g

function splitDocuments(text: string): Document[] {
  const documents: Document[] = []
  let from = 0
  let line = 0
  for (const match of text.matchAll(separator)) {
    const rest = match[0].slice(4).trim()
    if (rest !== '' && !rest.startsWith('#')) {
      const message = `invalid document separator: ${match[0].trim()}`
      throw new KustomizeError('invalid', message)
    }
    const part = `${text.slice(from, match.index)}\n`
    documents.push({ text: part, line })
    line += countLines(part) + 1
    from = match.index + match[0].length
  }
  documents.push({ text: text.slice(from), line })
  return documents
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

interface Budget {
  /** The number of nodes, which bounds what aliases may make of a small file. */
  nodes: number
  readonly firstLine: number
}

function convert(node: Node, budget: Budget, inFlow: boolean): YamlNode {
  if (--budget.nodes < 0)
    throw new KustomizeError('limit', `a document has more than ${limits.nodes} nodes`)
  switch (node.kind) {
    case 'alias':
      return convert(node.target, budget, inFlow)
    case 'sequence':
      return collection('list', node, budget, inFlow)
    case 'mapping':
      return node.children.some((child, index) => index % 2 === 0 && isMergeKey(child))
        ? mergedMap(node, budget, inFlow)
        : collection('map', node, budget, inFlow)
    case 'scalar':
      return scalar(node, budget, inFlow)
  }
}

function scalar(node: ScalarNode, budget: Budget, inFlow: boolean): YamlNode {
  const { value, isImplicit, tag, line } = node
  const quote = node.quote as Quote
  const short = tag === '' || tag === '!' ? '' : shortTag(tag)
  const implied = isImplicit && quote === '' ? impliedTag(value, inFlow) : stringTag
  const made = emptyNode('scalar')
  made.tag = short === '' ? implied : short
  made.value = value
  made.quote = quote
  made.isTagged = short !== ''
  made.line = at(line, budget)
  return made
}

// In brackets kustomize writes a colon only in quotes, so that a time of day becomes a string.
function impliedTag(value: string, inFlow: boolean): string {
  const tag = tagOfPlain(value)
  return inFlow && tag === '!!timestamp' && value.includes(':') ? stringTag : tag
}

function collection(
  kind: 'list' | 'map',
  node: SequenceNode | MappingNode,
  budget: Budget,
  inFlow: boolean,
): YamlNode {
  const isFlow = inFlow || node.isFlow
  const made = emptyNode(kind)
  made.tag = kind === 'map' ? '!!map' : '!!seq'
  made.content = node.children.map((child) => convert(child, budget, isFlow))
  made.isFlow = isFlow
  made.line = at(node.line, budget)
  return made
}

function at(line: number, { firstLine }: Budget): number {
  return firstLine + line + 1
}

const tagPrefix = 'tag:yaml.org,2002:'

function shortTag(tag: string): string {
  return tag.startsWith(tagPrefix) ? `!!${tag.slice(tagPrefix.length)}` : tag
}

/** The map with what its merge key names; its own fields win, and of several maps the first. */
function mergedMap(node: MappingNode, budget: Budget, inFlow: boolean): YamlNode {
  const isFlow = inFlow || node.isFlow
  const own = emptyNode('map')
  const merged: YamlNode[] = []
  for (let i = 0; i + 1 < node.children.length; i += 2) {
    const key = node.children[i]
    const value = node.children[i + 1]
    if (key === undefined || value === undefined) continue
    if (isMergeKey(key)) merged.push(...mapsToMerge(convert(value, budget, isFlow)))
    else own.content.push(convert(key, budget, isFlow), convert(value, budget, isFlow))
  }
  const result = collection('map', { ...node, children: [] }, budget, inFlow)
  for (const map of [...merged, own]) setAll(result, map)
  return result
}

function mapsToMerge(value: YamlNode): YamlNode[] {
  if (value.kind === 'map') return [value]
  if (value.kind === 'list' && value.content.every((item) => item.kind === 'map'))
    return value.content.toReversed()
  const message = 'map merge requires map or sequence of maps as the value'
  throw new KustomizeError('invalid', `line ${value.line}: ${message}`)
}

function setAll(into: YamlNode, map: YamlNode): void {
  for (let i = 0; i + 1 < map.content.length; i += 2) {
    const key = map.content[i]
    const value = map.content[i + 1]
    if (key === undefined || value === undefined) continue
    const at = into.content.findIndex((one, index) => index % 2 === 0 && one.value === key.value)
    if (at < 0) into.content.push(key, value)
    else into.content.splice(at, 2, key, value)
  }
}
