// An object on its way through a build: its tree, and what the build remembers of it in annotations.

import { compareStrings } from '../../formats/go-string.ts'
import type { Schemas } from '../schema/schema.ts'
import { clearField, fieldOf, keyIndex, lookupCreate, requireKind, setField } from '../yaml/edit.ts'
import {
  copyNode,
  emptyNode,
  isEmpty,
  plainScalar,
  stringScalar,
  type YamlNode,
} from '../yaml/node.ts'
import * as notes from './annotations.ts'
import {
  apiVersionOf,
  effectiveNamespace,
  parseApiVersion,
  type Gvk,
  type ResId,
} from './res-id.ts'

export type StringMap = Map<string, string>

export class Resource {
  /** A resource that a patch deleted has an empty tree. */
  node: YamlNode
  readonly schemas: Schemas
  /** The vars that refer to it. */
  varNames: string[] = []

  constructor(node: YamlNode, schemas: Schemas) {
    this.node = node
    this.schemas = schemas
  }

  copy(): Resource {
    const copied = new Resource(copyNode(this.node), this.schemas)
    copied.varNames = [...this.varNames]
    return copied
  }

  isEmpty(): boolean {
    return isEmpty(this.node)
  }

  delete(): void {
    this.node = emptyNode('none')
  }

  get kind(): string {
    return fieldOf(this.node, 'kind')?.value ?? ''
  }

  get apiVersion(): string {
    return fieldOf(this.node, 'apiVersion')?.value ?? ''
  }

  get name(): string {
    return metadataText(this.node, 'name')
  }

  get namespace(): string {
    return metadataText(this.node, 'namespace')
  }

  get gvk(): Gvk {
    return { ...parseApiVersion(this.apiVersion), kind: this.kind }
  }

  set kind(kind: string) {
    setField(this.node, 'kind', plainScalar(kind))
  }

  set gvk(gvk: Gvk) {
    this.kind = gvk.kind
    setField(this.node, 'apiVersion', plainScalar(apiVersionOf(gvk)))
  }

  set name(name: string) {
    const metadata = lookupCreate(this.node, 'map', ['metadata'])
    if (metadata !== undefined) setField(metadata, 'name', plainScalar(name))
  }

  set namespace(namespace: string) {
    if (namespace === '') {
      const metadata = fieldOf(this.node, 'metadata')
      if (metadata !== undefined) clearField(metadata, 'namespace')
      return
    }
    const metadata = lookupCreate(this.node, 'map', ['metadata'])
    if (metadata !== undefined) setField(metadata, 'namespace', plainScalar(namespace))
  }

  /** The identity of the object now. */
  get id(): ResId {
    const { name, namespace, gvk } = this
    const isClusterScoped = this.schemas.isClusterScoped(this.apiVersion, gvk.kind)
    return { ...gvk, name, namespace, isClusterScoped }
  }

  /** The identities of the object before, the oldest first. */
  get previousIds(): ResId[] {
    return previousIdsOf(this.node)
  }

  /** The identity of the object in its file. */
  get originalId(): ResId {
    return this.previousIds[0] ?? this.id
  }

  rememberId(): void {
    const { id } = this
    this.appendAnnotation(notes.previousNames, id.name)
    this.appendAnnotation(notes.previousNamespaces, effectiveNamespace(id))
    this.appendAnnotation(notes.previousKinds, id.kind)
  }

  get annotations(): StringMap {
    return metadataMap(this.node, 'annotations')
  }

  get labels(): StringMap {
    return metadataMap(this.node, 'labels')
  }

  set annotations(map: StringMap) {
    setMetadataMap(this.node, 'annotations', map)
  }

  set labels(map: StringMap) {
    setMetadataMap(this.node, 'labels', map)
  }

  isEnabled(annotation: string): boolean {
    return this.annotations.get(annotation) === notes.enabled
  }

  enable(annotation: string): void {
    this.annotations = this.annotations.set(annotation, notes.enabled)
  }

  listAnnotation(annotation: string): string[] {
    const { annotations } = this
    return annotations.get(annotation)?.split(',') ?? []
  }

  appendAnnotation(annotation: string, value: string): void {
    if (value === '') return
    const text = [...this.listAnnotation(annotation), value].join(',')
    setAnnotation(this.node, annotation, text)
  }

  removeBuildAnnotations(): void {
    const { annotations } = this
    if (annotations.size === 0) return
    for (const annotation of notes.buildAnnotations) annotations.delete(annotation)
    this.annotations = annotations
  }
}

/** The former names in the annotations of an object. Whether it has a namespace is not asked. */
function previousIdsOf(node: YamlNode): ResId[] {
  const annotations = metadataMap(node, 'annotations')
  const names = annotations.get(notes.previousNames)
  if (names === undefined) return []
  const namespaces = (annotations.get(notes.previousNamespaces) ?? '').split(',')
  const kinds = (annotations.get(notes.previousKinds) ?? '').split(',')
  const version = parseApiVersion(fieldOf(node, 'apiVersion')?.value ?? '')
  return names.split(',').map((name, index) => ({
    ...version,
    kind: kinds[index] ?? '',
    name,
    namespace: namespaces[index] ?? '',
    isClusterScoped: false,
  }))
}

/** Sets an annotation, in quotes. */
export function setAnnotation(node: YamlNode, key: string, value: string): void {
  const empty = fieldOf(fieldOf(node, 'metadata'), 'annotations')
  if (empty !== undefined && empty.content.length === 0)
    clearField(fieldOf(node, 'metadata') ?? node, 'annotations')
  setMetadataEntry(node, 'annotations', key, value)
}

/** Sets a label or an annotation, in quotes. */
export function setMetadataEntry(
  node: YamlNode,
  field: 'labels' | 'annotations',
  key: string,
  value: string,
): void {
  const map = lookupCreate(node, 'map', ['metadata', field])
  if (map !== undefined) setField(map, key, { ...stringScalar(value), quote: "'" })
}

function metadataText(node: YamlNode, field: string): string {
  const metadata = fieldOf(node, 'metadata')
  const found = isEmpty(metadata) ? undefined : fieldOf(metadata, field)
  return found === undefined || isEmpty(found) ? '' : found.value
}

function metadataMap(node: YamlNode, field: string): StringMap {
  const metadata = fieldOf(node, 'metadata')
  const map: StringMap = new Map()
  const at = metadata === undefined ? -1 : keyIndex(metadata, field)
  const content = at < 0 ? [] : (metadata?.content[at + 1]?.content ?? [])
  for (let i = 0; i + 1 < content.length; i += 2)
    map.set(content[i]?.value ?? '', content[i + 1]?.value ?? '')
  return map
}

function setMetadataMap(node: YamlNode, field: string, map: StringMap): void {
  const metadata = lookupCreate(node, 'map', ['metadata'])
  if (metadata === undefined) return
  requireKind(metadata, 'map')
  clearField(metadata, field)
  if (map.size === 0) return
  const target = lookupCreate(metadata, 'map', [field])
  if (target === undefined) return
  for (const key of [...map.keys()].toSorted(compareStrings))
    setField(target, key, stringScalar(map.get(key) ?? ''))
}
