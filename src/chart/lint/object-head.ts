// A stream of objects as k8s.io/apimachinery's YAMLOrJSONDecoder takes it apart: a text that starts
// with a brace is tried as JSON values one after another, and as YAML from the first that is none.

import { byteLength } from '../../formats/go-string.ts'
import { JsonReader } from '../../formats/json/read.ts'
import { isSpace } from '../../formats/unicode/space.ts'
import type { Value } from '../../formats/value.ts'
import { splitYamlDocuments } from '../../formats/yaml/documents.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { fitToShape } from '../../formats/yaml/fit-shape.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import { isTable } from '../values/table.ts'

/** The fields of an object that the linter reads; absent texts are empty. */
export interface ObjectHead {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

/** Why the stream cannot be read any further, in the decoder's words. */
export interface HeadProblem {
  readonly problem: string
}

// The type's own field names, which error texts show.
const headShape: Shape = {
  kind: 'struct',
  type: 'rules.k8sYamlStruct',
  isPointer: true,
  fields: {
    apiVersion: 'string',
    Kind: 'string',
    Metadata: {
      kind: 'struct',
      type: 'rules.k8sYamlMetadata',
      fields: { Namespace: 'string', Name: 'string' },
    },
  },
}

/** The heads of all objects of a text; documents that are empty or null are left out. */
export function* readObjectHeads(text: string): Generator<ObjectHead | HeadProblem> {
  if (!startsWithBrace(text)) return yield* readYamlHeads(text, undefined)
  let at = 0
  for (let count = 0; ; count++) {
    if (isBlank(text, at)) return
    const read = readJsonValue(text, at)
    if ('value' in read) {
      at = read.end
      if (read.value !== null) yield headOf(read.value)
      continue
    }
    // After two values the stream is JSON for good.
    if (count > 1) return yield { problem: read.problem }
    return yield* readYamlHeads(text.slice(skipBlankLine(text, at)), read.shown)
  }
}

/** YAML fails with the words of the JSON decoder if that one was asked before. */
function* readYamlHeads(
  text: string,
  earlier: string | undefined,
): Generator<ObjectHead | HeadProblem> {
  let first = earlier
  try {
    for (const document of splitYamlDocuments(text)) {
      const value = readYamlAs(document, headShape)
      first = undefined
      if (value !== null) yield headOf(value)
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    // The splitter's own words have no prefix.
    const isSeparator = error.problem.startsWith('invalid Yaml document separator')
    yield { problem: first ?? (isSeparator ? error.problem : error.message) }
  }
}

type JsonRead =
  | { readonly value: Value; readonly end: number }
  | { readonly problem: string; readonly shown: string }

function readJsonValue(text: string, start: number): JsonRead {
  const reader = new JsonReader(text.slice(start))
  try {
    const value = reader.readOne()
    return { value: fitToShape(value, headShape), end: start + reader.end }
  } catch (error) {
    if (error instanceof YamlError) return { problem: error.problem, shown: error.problem }
    if (!(error instanceof SyntaxError)) throw error
    const stopped = start + reader.end
    if (stopped >= text.length) return { problem: 'unexpected EOF', shown: 'unexpected EOF' }
    // Go counts the byte that was wrong.
    const offset = byteLength(text.slice(0, stopped)) + 1
    return { problem: error.message, shown: `json: offset ${offset}: ${error.message}` }
  }
}

function headOf(value: Value): ObjectHead {
  const metadata = isTable(value) ? value.get('Metadata') : undefined
  return {
    apiVersion: textAt(value, 'apiVersion'),
    kind: textAt(value, 'Kind'),
    name: textAt(metadata, 'Name'),
  }
}

function textAt(table: Value, key: string): string {
  const value = isTable(table) ? table.get(key) : undefined
  return typeof value === 'string' ? value : ''
}

function startsWithBrace(text: string): boolean {
  let at = 0
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return text[at] === '{'
}

function isBlank(text: string, start: number): boolean {
  return /^[ \t\r\n]*$/.test(text.slice(start))
}

/** The decoder drops blanks up to the end of their line before it hands over to YAML. */
function skipBlankLine(text: string, start: number): number {
  let at = start
  while (at < text.length && isSpace(text.charCodeAt(at))) {
    if (text[at++] === '\n') break
  }
  return at
}
