import { splitManifests } from '../../chart/split-manifests.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import { fieldOf, isJsonList } from '../../objects/json.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, isKubeObject } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import { jsonOfValue } from '../record/values-json.ts'

/** The objects in a text of one or more documents. Lists give their items, empty documents nothing. */
export function readManifest(text: string): readonly KubeObject[] {
  return splitManifests(text).flatMap(readDocument)
}

/** Reads texts, each of them once: most documents of two revisions are the same. */
export function createManifestReader(): (text: string) => readonly KubeObject[] {
  const read = new Map<string, readonly KubeObject[]>()
  return (text) => {
    const key = text.trimEnd()
    const objects = read.get(key) ?? readManifest(text)
    read.set(key, objects)
    return objects
  }
}

function readDocument(text: string): readonly KubeObject[] {
  const value = jsonOfValue(readYaml(text))
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
