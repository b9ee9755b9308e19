// Between trees and values. kustomize writes a tree as YAML and reads it again before it prints JSON;
// here the meaning of each scalar is decided directly, as that way would decide it.

import { formatFloat } from '../../formats/format-float.ts'
import { toBytes } from '../../formats/go-string.ts'
import { encodeBase64 } from '../../formats/base64.ts'
import { looksLikeOtherType } from '../../formats/yaml/plain.ts'
import { resolveScalar, type Scalar } from '../../formats/yaml/resolve.ts'
import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'
import { emptyNode, plainScalar, stringTag, taggedScalar, type YamlNode } from './node.ts'
import { refolded } from './refolded.ts'
import { resolvePlain, tagOfPlain } from './scalar.ts'

/** The value of a tree. Throws for a key that is there twice, or is not a string. */
export function valueOf(node: YamlNode | undefined): Value {
  if (node === undefined) return null
  return convert(node, 'top', false)
}

/** The value of a tree that is a map; anything else is refused. */
export function mapOf(node: YamlNode): Map<string, Value> {
  const value = valueOf(node)
  if (value instanceof Map) return value
  if (value === null) return new Map()
  throw new KustomizeError('invalid', `line ${node.line}: a map was wanted`)
}

function convert(node: YamlNode, place: 'top' | 'inner', inFlow: boolean): Value {
  const isFlow = inFlow || node.isFlow
  switch (node.kind) {
    case 'none':
      return null
    case 'scalar':
      return isEmptyInFlow(node, inFlow) ? '' : scalarValue(node)
    case 'list':
      return node.content.map((item) => convert(item, 'inner', isFlow))
    case 'map':
      return mapValue(node, place, isFlow)
  }
}

// In brackets kustomize writes a scalar without text as "", elsewhere as nothing, which is null.
function isEmptyInFlow({ tag, quote, value }: YamlNode, inFlow: boolean): boolean {
  return inFlow && tag === '' && quote === '' && value === ''
}

function mapValue(node: YamlNode, place: 'top' | 'inner', isFlow: boolean): Map<string, Value> {
  const map = new Map<string, Value>()
  for (let i = 0; i + 1 < node.content.length; i += 2) {
    const key = node.content[i]
    const value = node.content[i + 1]
    if (key === undefined || value === undefined) continue
    if (place === 'inner' && !isStringKey(key)) {
      const what = `the key ${key.value} of line ${key.line} is not a string`
      throw new KustomizeError('invalid', `${what}; put it in quotes`)
    }
    if (map.has(key.value)) {
      const what = `mapping key "${key.value}" already defined`
      throw new KustomizeError('invalid', `line ${key.line}: ${what}`)
    }
    map.set(key.value, convert(value, 'inner', isFlow))
  }
  return map
}

function isStringKey(key: YamlNode): boolean {
  if (key.kind !== 'scalar') return false
  if (key.tag === stringTag) return true
  return key.tag === '' && (key.quote !== '' || tagOfPlain(key.value) === stringTag)
}

function scalarValue(node: YamlNode): Value {
  const { tag, value, quote } = node
  if (tag === stringTag || tag === '') {
    if (quote === '>') return refolded(value)
    if (tag === stringTag) return value
  }
  if (tag === '') return quote !== '' || value.includes('\n') ? value : plainValue(value)
  return given(taggedMeaning(node))
}

function plainValue(text: string): Value {
  return given(resolvePlain(text))
}

// A tag that was not written out is left out again where the text says the same; in quotes it is then
// a string.
function taggedMeaning({ tag, value, quote, isTagged, line }: YamlNode): Scalar {
  if (!isTagged && tagOfPlain(value) === tag)
    return quote === '' ? resolvePlain(value) : { type: 'str', value }
  const full = tag.startsWith('!!') ? `tag:yaml.org,2002:${tag.slice(2)}` : tag
  try {
    return resolveScalar({ kind: 'scalar', line, value, tag: full, isImplicit: false, quote })
  } catch (cause) {
    const message = `line ${line}: cannot decode \`${value}\` as a ${tag}`
    throw new KustomizeError('invalid', message, { cause })
  }
}

function given(scalar: Scalar): Value {
  switch (scalar.type) {
    case 'timestamp':
      return timestampText(scalar.value)
    case 'float':
      if (Number.isFinite(scalar.value)) return scalar.value
      throw new KustomizeError('invalid', 'json: unsupported value: not a finite number')
    default:
      return scalar.value
  }
}

const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[-+]\d{2}:\d{2})?)?$/

/** A time as Go writes it in JSON: RFC 3339, without zeros at the end of the fraction. */
function timestampText(text: string): string {
  const [, year, month, day, hour, minute, second, fraction, zone] = timestamp.exec(text) ?? []
  const digits = (fraction ?? '').slice(0, 9).replace(/0+$/, '')
  const rest = digits === '' ? '' : `.${digits}`
  const offset = zone === undefined || /^[-+]00:00$/.test(zone) ? 'Z' : zone
  const time = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${rest}${offset}`
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${time}`
}

function twoDigits(part: string | undefined): string {
  return (part ?? '0').padStart(2, '0')
}

/** The tree of a value, as if go-yaml v3 had written it and it had been read again. */
export function nodeOf(value: Value): YamlNode {
  switch (typeof value) {
    case 'string':
      return stringNode(value)
    case 'number':
      return numberNode(value)
    case 'bigint':
      return taggedScalar(value.toString(), '!!int')
    case 'boolean':
      return taggedScalar(String(value), '!!bool')
    default:
      return collectionNode(value)
  }
}

function collectionNode(value: Value): YamlNode {
  if (Array.isArray(value))
    return { ...emptyNode('list'), tag: '!!seq', content: value.map((item: Value) => nodeOf(item)) }
  if (value instanceof Map) {
    const members = [...(value as ReadonlyMap<string, Value>)]
    const content = members.flatMap(([key, member]) => [stringNode(key), nodeOf(member)])
    return { ...emptyNode('map'), tag: '!!map', content }
  }
  return taggedScalar('null', '!!null')
}

function stringNode(value: string): YamlNode {
  if (!value.isWellFormed()) return taggedScalar(encodeBase64(toBytes(value)), '!!binary')
  if (value.includes('\n')) return { ...plainScalar(value), tag: stringTag, quote: '|' }
  const isPlain = tagOfPlain(value) === stringTag && !looksLikeOtherType(value, 'v3')
  return { ...plainScalar(value), tag: stringTag, quote: isPlain ? '' : '"' }
}

function numberNode(value: number): YamlNode {
  const text = formatFloat(value, 'g', -1)
  return taggedScalar(text, tagOfPlain(text))
}
