// Replacements inside texts: a field whose text is itself YAML or JSON is taken apart, changed and
// written again. Comments in such a text are not kept.

import { encodeJson } from '../../formats/json/encode.ts'
import { KustomizeError } from '../errors.ts'
import { lookup } from '../yaml/edit.ts'
import type { NodeKind, YamlNode } from '../yaml/node.ts'
import { parseDocument } from '../yaml/parse.ts'
import { matchPath } from '../yaml/path-matcher.ts'
import { printNode } from '../yaml/print-node.ts'
import { valueOf } from '../yaml/value.ts'

/** Sets what a path names inside the text of a field; says whether there is such a place. */
export function editStructured(
  root: YamlNode,
  path: readonly string[],
  create: NodeKind | undefined,
  set: (node: YamlNode) => void,
): boolean {
  const holder = findText(root, path)
  if (holder === undefined || holder.field.value.trim() === '') return false
  try {
    const data = parseDocument(holder.field.value)
    const found = data === undefined ? undefined : matchPath(data, holder.rest, create)
    if (data === undefined || found === undefined || found.length === 0) return false
    found.forEach(set)
    holder.field.value = printData(data, holder.field.value)
    return true
  } catch (error) {
    // A text that is no document is handled like any other text.
    if (error instanceof KustomizeError) return false
    throw error
  }
}

interface TextField {
  readonly field: YamlNode
  /** The part of the path that is inside the text. */
  readonly rest: readonly string[]
}

function findText(root: YamlNode, path: readonly string[]): TextField | undefined {
  for (let length = 1; length < path.length; length++) {
    const field = tryLookup(root, path.slice(0, length))
    if (field?.kind === 'scalar' && isParsable(field.value))
      return { field, rest: path.slice(length) }
  }
  return undefined
}

function tryLookup(root: YamlNode, path: readonly string[]): YamlNode | undefined {
  try {
    return lookup(root, path)
  } catch (error) {
    if (error instanceof KustomizeError) return undefined
    throw error
  }
}

function isParsable(text: string): boolean {
  try {
    parseDocument(text)
    return true
  } catch (error) {
    if (error instanceof KustomizeError) return false
    throw error
  }
}

function printData(data: YamlNode, original: string): string {
  const first = original.trim().charAt(0)
  if (first !== '{' && first !== '[') return printNode(data).trim()
  const isPretty = original.includes('\n') && original.includes('  ')
  return encodeJson(valueOf(data), isPretty ? { html: true, indent: '  ' } : { html: true })
}
