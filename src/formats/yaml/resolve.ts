// The meaning of a scalar: the types of YAML 1.1 as go-yaml v2 knows them (https://yaml.org/type/).

import { decodeBase64 } from '../base64.ts'
import { fromBytes } from '../go-string.ts'
import { parseFloat64, parseInt64, parseUint64 } from '../parse-number.ts'
import { yamlError } from './errors.ts'
import type { ScalarNode } from './nodes.ts'
import { isTimestamp } from './plain-timestamp.ts'

/** A scalar with its Go type. `int` fits int64, `uint` only uint64. */
export type Scalar =
  | { readonly type: 'str' | 'timestamp'; readonly value: string }
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null }

const tagPrefix = 'tag:yaml.org,2002:'
const binaryTag = `${tagPrefix}binary`
const checkedTypes: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'null', 'timestamp'])

const inWords = 1
const inFloats = 2
const inNumbers = 3

// The types that the first character of a text can begin; a text that begins otherwise is a string.
const hints = new Uint8Array(0x80)
for (const char of 'yYnNtTfFoO~') hints[char.charCodeAt(0)] = inWords
for (const char of '+-0123456789') hints[char.charCodeAt(0)] = inNumbers
hints['.'.charCodeAt(0)] = inFloats

const wordLists: readonly (readonly [string, Scalar])[] = [
  ['y Y yes Yes YES true True TRUE on On ON', { type: 'bool', value: true }],
  ['n N no No NO false False FALSE off Off OFF', { type: 'bool', value: false }],
  ['~ null Null NULL', { type: 'null', value: null }],
  ['.nan .NaN .NAN', { type: 'float', value: NaN }],
  ['.inf .Inf .INF +.inf +.Inf +.INF', { type: 'float', value: Infinity }],
  ['-.inf -.Inf -.INF', { type: 'float', value: -Infinity }],
]
const words: ReadonlyMap<string, Scalar> = new Map(
  wordLists.flatMap(([texts, scalar]) => texts.split(' ').map((text) => [text, scalar] as const)),
)
const longestWord = 5

const nothing: Scalar = { type: 'null', value: null }
// No number passes that is not of this shape; the test is much quicker than the number.
const yamlInteger = /^[-+]?(?:[0-9]+|0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+))$/
const yamlFloat = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/

/** Whether a scalar is surely the string that its text is; the quick answer for most of them. */
export function isPlainlyString(node: ScalarNode): boolean {
  if (node.tag !== '') return false
  if (!node.isImplicit) return true
  if (node.value === '') return false
  const first = node.value.charCodeAt(0)
  return first >= 0x80 || hints[first] === 0
}

/** Resolves a scalar by its tag, or by what it looks like. */
export function resolveScalar(node: ScalarNode): Scalar {
  const { tag, value } = node
  if (tag === '') return node.isImplicit ? resolvePlain(value, 'untagged') : string(value)
  if (tag === binaryTag) return string(decodeBinary(value))
  const type = tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : ''
  return checkedTypes.has(type) ? resolveTagged(value, type) : string(value)
}

function resolveTagged(text: string, type: string): Scalar {
  const found = resolvePlain(text, type)
  if (found.type === type || (found.type === 'uint' && type === 'int')) return found
  if (type === 'float' && found.type === 'int') return { type: 'float', value: Number(found.value) }
  const foundTag = found.type === 'uint' ? 'int' : found.type
  throw yamlError('tag', `cannot decode !!${foundTag} \`${text}\` as a !!${type}`, 0)
}

function resolvePlain(text: string, wanted: string): Scalar {
  if (text === '') return nothing
  const first = text.charCodeAt(0)
  const hint = first < 0x80 ? hints[first] : 0
  if (hint === 0) return string(text)
  const word = text.length <= longestWord ? words.get(text) : undefined
  if (word !== undefined) return word
  if (hint === inWords) return string(text)
  if (hint === inFloats) return float(text) ?? string(text)
  if ((wanted === 'untagged' || wanted === 'timestamp') && isTimestamp(text))
    return { type: 'timestamp', value: text }
  return resolveNumber(text) ?? string(text)
}

function resolveNumber(text: string): Scalar | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text
  return (
    (yamlInteger.test(digits) ? integer(digits, 0) : undefined) ??
    (yamlFloat.test(digits) ? float(digits) : undefined) ??
    // Behind its own prefix a binary number may have a second sign: `0b-1`.
    (digits.startsWith('0b') ? integer(digits.slice(2), 2) : undefined)
  )
}

function integer(digits: string, base: number): Scalar | undefined {
  const signed = parseInt64(digits, base)
  if (signed.ok) return { type: 'int', value: signed.value }
  const unsigned = parseUint64(digits, base)
  return unsigned.ok ? { type: 'uint', value: unsigned.value } : undefined
}

function float(text: string): Scalar | undefined {
  const parsed = parseFloat64(text)
  return parsed.ok ? { type: 'float', value: parsed.value } : undefined
}

function string(value: string): Scalar {
  return { type: 'str', value }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

// Line breaks do not count in Go's base64.
function decodeBinary(text: string): string {
  const digits = text.replaceAll(/[\r\n]/g, '')
  if (!base64.test(digits)) throw yamlError('tag', '!!binary value contains invalid base64 data', 0)
  return fromBytes(decodeBase64(digits))
}
