// Objects out of text, as kustomize takes them: empty documents are left out, lists are taken apart,
// and what has no kind or no name is refused.

import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'
import type { Schemas } from '../schema/schema.ts'
import { fieldOf } from '../yaml/edit.ts'
import { isEmpty, textOf, type YamlNode } from '../yaml/node.ts'
import { parseDocuments } from '../yaml/parse.ts'
import { mapOf, nodeOf } from '../yaml/value.ts'
import { Resource } from './resource.ts'

/** The objects of a text. */
export function readResources(text: string, schemas: Schemas): Resource[] {
  const nodes = checked(unwrap(parseDocuments(text)))
  return withoutLists(nodes).map((node) => new Resource(node, schemas))
}

// A text that is one list of objects is that list.
function unwrap(nodes: YamlNode[]): YamlNode[] {
  const [only] = nodes
  if (nodes.length !== 1 || only === undefined) return nodes
  const kind = textOf(fieldOf(only, 'kind'))
  const items = fieldOf(only, 'items')
  if ((kind !== 'List' && kind !== 'ResourceList') || items === undefined) return nodes
  return items.content
}

function checked(nodes: readonly YamlNode[]): YamlNode[] {
  const kept = nodes.filter((node) => !isEmpty(node))
  for (const node of kept) checkMetadata(node)
  return kept
}

function checkMetadata(node: YamlNode): void {
  const place = `line ${node.line}`
  const kind = textOf(fieldOf(node, 'kind'))
  const metadata = fieldOf(node, 'metadata')
  const name = isEmpty(metadata) ? '' : textOf(fieldOf(metadata, 'name'))
  const apiVersion = textOf(fieldOf(node, 'apiVersion'))
  if (kind === '') {
    const what = apiVersion === '' && name === '' ? 'an object' : `the object ${name || apiVersion}`
    throw new KustomizeError('invalid', `${place}: missing kind: ${what} has none`)
  }
  if (name !== '' || kind.endsWith('List')) return
  throw new KustomizeError(
    'invalid',
    `${place}: missing metadata.name in an object of kind ${kind}`,
  )
}

function withoutLists(nodes: readonly YamlNode[]): YamlNode[] {
  const result: YamlNode[] = []
  const waiting = [...nodes]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const kind = fieldOf(node, 'kind')?.value ?? ''
    const items = kind.endsWith('List') ? mapOf(node).get('items') : undefined
    if (items === undefined) result.push(node)
    else waiting.push(...itemsOf(items, kind, node))
  }
  return result
}

function itemsOf(items: Value, kind: string, list: YamlNode): YamlNode[] {
  if (items === null) return []
  if (Array.isArray(items)) return checked(items.map((item: Value) => nodeOf(item)))
  const message = `line ${list.line}: ${kind}.items must be a list`
  throw new KustomizeError('invalid', message)
}
