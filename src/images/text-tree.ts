import { composeDocument } from '../formats/yaml/compose.ts'
import type { Node } from '../formats/yaml/nodes.ts'
import type { Json } from '../objects/json.ts'
import type { ImagePath } from './found-image.ts'

/** A structure that was read from a text, and where its texts stand in it. */
export interface TextTree {
  readonly value: Json
  /** Where the text at a path begins; undefined when it is not written as it reads. */
  readonly spanOf: (path: ImagePath) => number | undefined
}

const separator = /^---[ \t]*(?:#.*)?$/m

/** The documents of a text that is YAML or JSON; undefined when it is neither, or no structure. */
export function readTextTree(text: string): readonly TextTree[] | undefined {
  const trees: TextTree[] = []
  let offset = 0
  for (const part of text.split(new RegExp(`(${separator.source})`, 'm'))) {
    if (!separator.test(part) && part.trim() !== '') {
      const tree = readPart(part, offset)
      if (tree === undefined) return undefined
      trees.push(tree)
    }
    offset += part.length
  }
  return trees.length === 0 ? undefined : trees
}

function readPart(text: string, offset: number): TextTree | undefined {
  let root: Node | undefined
  try {
    root = composeDocument(text)
  } catch {
    // A template or another format; the caller looks at its lines.
    return undefined
  }
  if (root === undefined || root.kind === 'scalar' || root.kind === 'alias') return undefined
  const reader = new Reader(text)
  const value = reader.read(root, [])
  return {
    value,
    spanOf: (path) => {
      const at = reader.spans.get(JSON.stringify(path))
      return at === undefined ? undefined : at + offset
    },
  }
}

/** Reads nodes in the order of the text, and finds each scalar after the one before it. */
class Reader {
  readonly spans = new Map<string, number>()
  private readonly text: string
  private readonly lines: readonly number[]
  private at = 0

  constructor(text: string) {
    this.text = text
    const lines = [0]
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1))
      lines.push(end + 1)
    this.lines = lines
  }

  read(node: Node, path: ImagePath): Json {
    // The value behind an alias is found where it is written; following aliases could take for
    // ever.
    if (node.kind === 'alias') return null
    if (node.kind === 'scalar') {
      const start = this.find(node.value, node.line)
      if (start !== undefined) this.spans.set(JSON.stringify(path), start)
      return scalarOf(node)
    }
    if (node.kind === 'sequence')
      return node.children.map((one, at) => this.read(one, [...path, at]))
    const entries: [string, Json][] = []
    for (let at = 0; at + 1 < node.children.length; at += 2) {
      const [key, value] = [node.children[at], node.children[at + 1]]
      if (key?.kind !== 'scalar' || value === undefined) continue
      this.find(key.value, key.line)
      entries.push([key.value, this.read(value, [...path, key.value])])
    }
    return Object.fromEntries(entries)
  }

  private find(value: string, line: number): number | undefined {
    const from = Math.max(this.at, this.lines[line] ?? 0)
    const start = this.text.indexOf(value, from)
    if (value === '' || start < 0 || start >= (this.lines[line + 1] ?? Infinity)) return undefined
    this.at = start + value.length
    return start
  }
}

// Everything stays a text: a tag 1.10 is no number here.
function scalarOf(node: Extract<Node, { kind: 'scalar' }>): Json {
  return node.isImplicit && /^(?:null|~|)$/.test(node.value) ? null : node.value
}
