import { sha256 } from '@noble/hashes/sha2.js'
import { toBytes } from '../../formats/go-string.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'
import * as notes from '../resource/annotations.ts'
import type { Resource } from '../resource/resource.ts'
import { fieldOf } from '../yaml/edit.ts'
import type { YamlNode } from '../yaml/node.ts'
import { valueOf } from '../yaml/value.ts'
import type { Transformer } from './transformer.ts'

/** Puts the hash of their content behind the names of generated objects. */
export const hashTransformer: Transformer = (map) => {
  for (const resource of map.resources) {
    if (!resource.isEnabled(notes.needsHashSuffix)) continue
    const hash = hashOf(resource)
    resource.rememberId()
    resource.name = `${resource.name}-${hash}`
  }
  map.touch()
}

function hashOf(resource: Resource): string {
  const { kind, node } = resource
  if (kind === 'ConfigMap') return hashText(configMapText(node))
  if (kind === 'Secret') return hashText(secretText(node))
  const what = `a hash is made for ConfigMaps and Secrets; ${kind} ${resource.name} asks for one`
  throw new KustomizeError('refused', what)
}

// The name is looked for in a field "metadata/name", which no object has.
function configMapText(node: YamlNode): string {
  const binary = partOf(node, 'binaryData')
  const members: [string, Value][] = [
    ['kind', 'ConfigMap'],
    ['name', ''],
    ['data', partOf(node, 'data')],
  ]
  if (binary instanceof Map) members.push(['binaryData', binary])
  return encodeJson(new Map(members), { html: true })
}

function secretText(node: YamlNode): string {
  const strings = partOf(node, 'stringData')
  const members: [string, Value][] = [
    ['kind', 'Secret'],
    ['type', partOf(node, 'type')],
    ['name', ''],
    ['data', partOf(node, 'data')],
  ]
  if (strings instanceof Map) members.push(['stringData', strings])
  return encodeJson(new Map(members), { html: true })
}

function partOf(node: YamlNode, field: string): Value {
  const found = fieldOf(node, field)
  if (found === undefined) return ''
  return found.kind === 'scalar' ? found.value : valueOf(found)
}

const letters: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

function hashText(text: string): string {
  const bytes = sha256(toBytes(text)).slice(0, 5)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replaceAll(/[013ae]/g, (letter) => letters[letter] ?? letter)
}
