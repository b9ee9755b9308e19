// The data of ConfigMaps and Secrets.

import { encodeBase64 } from '../../formats/base64.ts'
import { compareStrings, toBytes } from '../../formats/go-string.ts'
import { clearField, lookupCreate, setField } from '../yaml/edit.ts'
import { stringTag, taggedScalar, type YamlNode } from '../yaml/node.ts'
import type { StringMap } from './resource.ts'

const lineLength = 70

/** Puts texts into a ConfigMap: what is not UTF-8 goes into its binaryData. */
export function loadIntoConfigMap(node: YamlNode, data: StringMap): void {
  for (const [key, value] of sorted(data)) {
    const isText = value.isWellFormed()
    const map = lookupCreate(node, 'map', [isText ? 'data' : 'binaryData'])
    const text = isText ? value : base64Lines(value)
    if (map !== undefined) setField(map, key, literal(text))
  }
}

/** Puts values that are base64 already into a Secret. */
export function loadIntoSecret(node: YamlNode, data: StringMap): void {
  const map = lookupCreate(node, 'map', ['data'])
  if (map === undefined) return
  for (const [key, value] of sorted(data)) setField(map, key, literal(value))
}

/** Gives an object this data instead of its own. */
export function setDataMap(node: YamlNode, field: 'data' | 'binaryData', data: StringMap): void {
  clearField(node, field)
  if (data.size === 0) return
  if (field === 'data') return loadIntoConfigMap(node, data)
  const map = lookupCreate(node, 'map', [field])
  if (map === undefined) return
  for (const [key, value] of sorted(data)) setField(map, key, literal(value))
}

/** Base64 in lines, where it is longer than one. */
export function base64Lines(value: string): string {
  const text = encodeBase64(toBytes(value))
  if (text.length < lineLength) return text
  const lines = text.match(/.{1,70}/g) ?? []
  return lines.map((line) => `${line}\n`).join('')
}

function literal(value: string): YamlNode {
  return { ...taggedScalar(value, stringTag), quote: value.includes('\n') ? '|' : '' }
}

function sorted(data: StringMap): [string, string][] {
  return [...data].toSorted(([a], [b]) => compareStrings(a, b))
}
