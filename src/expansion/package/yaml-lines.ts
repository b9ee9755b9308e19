import { encodeJson } from '../../formats/json/encode.ts'
import { composeDocument } from '../../formats/yaml/compose.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { type Node, targetOf } from '../../formats/yaml/nodes.ts'
import { readYamlStrict } from '../../formats/yaml/read.ts'
import type { Json } from '../../objects/json.ts'
import { parseJson } from '../../objects/json-text.ts'

/** A YAML file whose lines can be asked for. */
export interface YamlFile {
  readonly value: Json
  /** The line of a field, counted from one: that of its key, or of the item; the nearest above it that is there. */
  readonly lineOf: (path: readonly (string | number)[]) => number
}

export type ReadYamlFile =
  | { readonly ok: true; readonly file: YamlFile }
  | { readonly ok: false; readonly line: number; readonly message: string }

/** Reads a YAML document and remembers where its fields are; a key that is there twice is refused. */
export function readYamlFile(text: string): ReadYamlFile {
  try {
    const value = parseJson(encodeJson(readYamlStrict(text), { html: false }))
    const root = composeDocument(text)
    return { ok: true, file: { value, lineOf: (path) => lineOf(root, path) } }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { ok: false, line: error.line ?? 1, message: error.problem }
  }
}

/** Reads a path as the reader of schemas writes it: `a.b[0].c`. */
export function splitFieldPath(path: string): readonly (string | number)[] {
  return path.split('.').flatMap((part) => {
    const [name = '', ...indexes] = part.split('[')
    const numbers = indexes.map((index) => Number(index.replace(']', '')))
    return name === '' ? numbers : [name, ...numbers]
  })
}

/** The documents of a text, each with the lines before it. */
export function yamlDocuments(
  text: string,
): readonly { readonly start: number; readonly document: string }[] {
  let start = 0
  return text.split(/^---(?:[ \t].*)?$/m).map((document) => {
    const one = { start, document }
    start += document.split('\n').length - 1
    return one
  })
}

function lineOf(root: Node | undefined, path: readonly (string | number)[]): number {
  let node = root
  let line = (root?.line ?? 0) + 1
  for (const step of path) {
    const found = node === undefined ? undefined : childAt(targetOf(node), step)
    if (found === undefined) return line
    line = found.line + 1
    node = found.value
  }
  return line
}

function childAt(
  node: Exclude<Node, { readonly kind: 'alias' }>,
  step: string | number,
): { readonly line: number; readonly value: Node } | undefined {
  if (node.kind === 'sequence' && typeof step === 'number') {
    const value = node.children[step]
    return value && { line: value.line, value }
  }
  if (node.kind !== 'mapping') return undefined
  for (let at = 0; at + 1 < node.children.length; at += 2) {
    const [key, value] = [node.children[at], node.children[at + 1]]
    if (key?.kind === 'scalar' && key.value === String(step) && value !== undefined) {
      return { line: key.line, value }
    }
  }
  return undefined
}
