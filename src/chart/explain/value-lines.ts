import { composeDocument } from '../../formats/yaml/compose.ts'
import { splitYamlDocuments } from '../../formats/yaml/documents.ts'
import { isMergeKey, targetOf, type Node } from '../../formats/yaml/nodes.ts'

type Keys = readonly (string | number)[]

/** A values file that can say on which line a value is set. */
export class ValueLines {
  private readonly documents: readonly { readonly root: Node; readonly above: number }[]

  constructor(text: string) {
    this.documents = composeAll(text)
  }

  /** The line of a value, counted from 1; of a table or list, that of its key. */
  find(keys: Keys): number | undefined {
    for (const { root, above } of this.documents.toReversed()) {
      const line = lineOf(root, keys, root.line)
      if (line !== undefined) return above + line + 1
    }
    return undefined
  }
}

function composeAll(text: string): { root: Node; above: number }[] {
  const documents: { root: Node; above: number }[] = []
  let above = 0
  for (const document of splitYamlDocuments(text)) {
    const root = composeDocument(document)
    if (root !== undefined) documents.push({ root, above })
    // The separator belongs to none of the documents.
    above += document.split('\n').length
  }
  return documents
}

function lineOf(node: Node, keys: Keys, line: number): number | undefined {
  const [key, ...rest] = keys
  if (key === undefined) return line
  const target = targetOf(node)
  if (target.kind === 'sequence') {
    const child = typeof key === 'number' ? target.children[key] : undefined
    return child === undefined ? undefined : lineOf(child, rest, child.line)
  }
  if (target.kind !== 'mapping') return undefined
  let merged: number | undefined
  // The last of two equal keys is the one that counts.
  for (let at = target.children.length - 2; at >= 0; at -= 2) {
    const [name, value] = [target.children[at], target.children[at + 1]]
    if (name === undefined || value === undefined) continue
    if (isMergeKey(name)) merged ??= mergedLine(value, keys, name.line)
    else if (name.kind === 'scalar' && name.value === String(key)) {
      return lineOf(value, rest, name.line)
    }
  }
  return merged
}

function mergedLine(node: Node, keys: Keys, line: number): number | undefined {
  const target = targetOf(node)
  const sources = target.kind === 'sequence' ? target.children : [target]
  for (const source of sources) {
    const found = lineOf(source, keys, line)
    if (found !== undefined) return found
  }
  return undefined
}
