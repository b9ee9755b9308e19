import { readYaml } from '../../formats/yaml/read.ts'
import { fieldOf, isJsonList, type Json } from '../../objects/json.ts'
import { type KubeObject, isKubeObject } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import { jsonOfValue } from '../record/values-json.ts'

/** The objects in a text of one or more documents. Lists give their items, empty documents nothing. */
export function readManifest(text: string): readonly KubeObject[] {
  return splitDocuments(text).flatMap(readDocument)
}

const separator = /^---[ \t]*(?:#.*)?\r?(?:\n|$)/m

/**
 * The documents of a text as Helm's reader of manifests splits them, without the line break at the
 * end of each. Other than where rendered files are split, white space at the end stays: it can be
 * part of a text in the document.
 */
export function splitDocuments(text: string): readonly string[] {
  const parts = text.split(separator)
  const last = parts.length - 1
  return parts
    .map((part, at) => (at < last && part.endsWith('\n') ? part.slice(0, -1) : part))
    .filter((part) => part.trim() !== '')
}

/** Reads texts, each of them once: most documents of two revisions are the same. */
export function createManifestReader(): (text: string) => readonly KubeObject[] {
  const read = new Map<string, readonly KubeObject[]>()
  return (text) => {
    const objects = read.get(text) ?? readManifest(text)
    read.set(text, objects)
    return objects
  }
}

function readDocument(text: string): readonly KubeObject[] {
  // Helm's reader ends every line, the last one too, which a text at the end gets to see.
  const value = jsonOfValue(readYaml(`${text}\n`))
  if (value === null) return []
  const items = isList(value) ? fieldOf(value, 'items') : undefined
  return isJsonList(items) ? items.map(asObject) : [asObject(value)]
}

// As kubectl's builder tells lists: by kind and by having items.
function isList(value: Json): boolean {
  const kind = fieldOf(value, 'kind')
  return typeof kind === 'string' && kind.endsWith('List') && isJsonList(fieldOf(value, 'items'))
}

function asObject(value: Json): KubeObject {
  if (isKubeObject(value)) return value
  const kind = fieldOf(value, 'kind')
  const what = typeof kind === 'string' && kind !== '' ? `the ${kind}` : 'a document'
  throw new ReleaseError(
    'bad-manifest',
    `${what} is no Kubernetes object: apiVersion, kind and metadata must be set`,
  )
}
