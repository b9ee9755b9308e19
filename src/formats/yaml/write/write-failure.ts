// Why a value cannot be written as YAML, in Go's words.

import { runesOf } from '../../go-string.ts'
import { encodeJson } from '../../json/encode.ts'
import type { Value } from '../../value.ts'

const longestKey = 1024
const maxDepth = 10000
const controlCharacter = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/u
const documentMarker = /\u0085(?:---|\.\.\.)[ \u0085]/g

/** The error that Helm's mustToYaml ends with for a value that cannot be written. */
export function explainFailure(value: Value, cause: unknown): Error {
  let json: string
  try {
    json = encodeJson(value, { html: true })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return new Error(`error marshaling into JSON: ${text}`, { cause: error })
  }
  return new Error(`yaml: ${problemIn(json)}`, { cause })
}

/** The first problem that go-yaml's reader meets in a JSON text. */
function problemIn(json: string): string {
  let depth = 0
  let i = 0
  while (i < json.length) {
    const char = json.charAt(i)
    if (char === '[' || char === '{') depth++
    if (char === ']' || char === '}') depth--
    if (depth > maxDepth) return `exceeded max depth of ${maxDepth}`
    if (char !== '"') {
      i++
      continue
    }
    const end = endOfString(json, i)
    const problem = problemInString(json, i, end)
    if (problem !== undefined) return problem
    i = end
  }
  return 'unknown problem parsing YAML content'
}

function problemInString(json: string, start: number, end: number): string | undefined {
  const text = json.slice(start, end)
  if (controlCharacter.test(text)) return 'control characters are not allowed'
  documentMarker.lastIndex = 0
  const marker = documentMarker.exec(text)
  if (marker !== null) {
    const line = linesIn(json, start + marker.index + 1) + 1
    return `line ${line}: found unexpected document indicator`
  }
  if (json.charAt(end) !== ':') return undefined
  if (linesIn(text, text.length) === 0 && runesOf(text).length <= longestKey) return undefined
  const line = linesIn(json, end)
  return `${line === 0 ? '' : `line ${line}: `}did not find expected ',' or '}'`
}

function endOfString(json: string, start: number): number {
  let i = start + 1
  while (json.charAt(i) !== '"') i += json.charAt(i) === '\\' ? 2 : 1
  return i + 1
}

// Only U+0085 breaks lines in what encoding/json writes.
function linesIn(text: string, end: number): number {
  let count = 0
  for (let i = 0; i < end; i++) if (text.charCodeAt(i) === 0x85) count++
  return count
}
