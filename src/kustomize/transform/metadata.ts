// Names, namespaces, labels, annotations and replicas.

import { compareStrings } from '../../formats/go-string.ts'
import { editField, editFields, type FieldSpec } from '../config/field-spec.ts'
import { KustomizeError } from '../errors.ts'
import * as notes from '../resource/annotations.ts'
import { equalIds, isSelectedBy, printGvk, printId, type Gvk } from '../resource/res-id.ts'
import type { Resource } from '../resource/resource.ts'
import { fieldOf, setField, setScalar } from '../yaml/edit.ts'
import {
  integerTag,
  mapTag,
  plainScalar,
  stringTag,
  taggedScalar,
  type YamlNode,
} from '../yaml/node.ts'
import { editNamespace, type NamespaceEdit } from './namespace.ts'
import type { Transformer } from './transformer.ts'

/** Sets labels or annotations in the fields that are named. */
export function mapTransformer(
  pairs: ReadonlyMap<string, string>,
  specs: readonly FieldSpec[],
): Transformer {
  const keys = [...pairs.keys()].toSorted(compareStrings)
  const create = { kind: 'map', tag: mapTag } as const
  return (map) => {
    for (const { node } of map.resources)
      for (const key of keys) {
        // One node for all fields of an object, so that they go on changing together.
        const value = taggedScalar(pairs.get(key) ?? '', stringTag)
        const set = (field: YamlNode) => setField(field, key, value)
        editFields(node, specs, { set, create })
      }
    map.touch()
  }
}

const neverPrefixed: readonly Gvk[] = [
  { group: '', version: '', kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', version: '', kind: 'APIService' },
  { group: '', version: '', kind: 'Namespace' },
]

/** Puts a text before or after the names of objects, and remembers what they were called. */
export function affixTransformer(
  affix: { readonly prefix: string } | { readonly suffix: string },
  specs: readonly FieldSpec[],
): Transformer {
  const [text, annotation] =
    'prefix' in affix ? [affix.prefix, notes.prefixes] : [affix.suffix, notes.suffixes]
  const changed = (value: string) => ('prefix' in affix ? text + value : value + text)
  const set = (node: YamlNode) => setScalar(node, plainScalar(changed(node.value)))
  const create = { kind: 'scalar', tag: stringTag } as const
  const apply = (resource: Resource) => {
    const id = resource.originalId
    if (neverPrefixed.some((gvk) => isSelectedBy(id, gvk))) return
    for (const spec of specs) {
      if (!isSelectedBy(id, spec)) continue
      if (spec.path === 'metadata/name') {
        resource.appendAnnotation(annotation, text)
        if (text !== '') resource.rememberId()
      }
      editField(resource.node, spec, { set, create })
    }
  }
  return (map) => {
    map.resources.forEach(apply)
    map.touch()
  }
}

/** Moves objects into a namespace, and remembers what they were called. */
export function namespaceTransformer(edit: NamespaceEdit): Transformer {
  return (map) => {
    if (edit.namespace === '') return
    for (const resource of map.resources) {
      if (resource.isEmpty()) continue
      if (resource.annotations.get(notes.helmGenerated) === 'true') continue
      resource.rememberId()
      editNamespace(resource, edit)
      map.touch()
      const { id } = resource
      const same = map.resources.filter((one) => equalIds(one.id, id))
      if (same.length === 1) continue
      const message = `namespace transformation produces ID conflict: ${printId(id)}`
      throw new KustomizeError('conflict', message)
    }
  }
}

/** Sets the number of replicas of the objects of a name. */
export function replicaTransformer(
  replica: { readonly name: string; readonly count: number },
  specs: readonly FieldSpec[],
): Transformer {
  const value = String(replica.count)
  const set = (node: YamlNode) => setScalar(node, taggedScalar(value, integerTag))
  const create = { kind: 'scalar', tag: integerTag } as const
  return (map) => {
    let isFound = false
    for (const spec of specs)
      for (const resource of map.matchingAnyId(
        (id) => id.name === replica.name && isSelectedBy(id, spec),
      )) {
        isFound = true
        editField(resource.node, spec, { set, create })
      }
    if (isFound) return
    const kinds = specs.map(printGvk).join(' ')
    const message = `replicas: no resource with name ${replica.name} of [${kinds}]`
    throw new KustomizeError('conflict', message)
  }
}

/** Whether an object is a definition of a kind, in which images mean nothing. */
export function isDefinition(node: YamlNode): boolean {
  return fieldOf(node, 'kind')?.value === 'CustomResourceDefinition'
}
