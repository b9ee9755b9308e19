// The objects of a build in their order. No two are called the same.

import { KustomizeError } from '../errors.ts'
import { fieldOf } from '../yaml/edit.ts'
import { copyNode, textOf, type YamlNode } from '../yaml/node.ts'
import * as notes from './annotations.ts'
import { base64Lines, loadIntoSecret, setDataMap } from './data-map.ts'
import { effectiveNamespace, equalIds, printId, type ResId } from './res-id.ts'
import type { Resource, StringMap } from './resource.ts'

export class ResMap {
  resources: Resource[] = []
  // The number of objects by identity; kept for appending only, which is done in long runs.
  private known: Map<string, number> | undefined

  /** Adds an object at the end; one that is called the same is refused. */
  append(resource: Resource): void {
    const { id } = resource
    const known = (this.known ??= countIds(this.resources))
    const key = keyOf(id)
    if (known.has(key)) {
      const message = `may not add resource with an already registered id: ${printId(id)}`
      throw new KustomizeError('conflict', message)
    }
    known.set(key, 1)
    this.resources.push(resource)
  }

  /** Says that objects were changed, and may be called otherwise now. */
  touch(): void {
    this.known = undefined
  }

  appendAll(resources: readonly Resource[]): void {
    this.touch()
    for (const resource of resources) this.append(resource)
  }

  /** Takes generated objects in: as new ones, or over those that are there, as each of them says. */
  absorb(resources: readonly Resource[]): void {
    this.touch()
    for (const resource of resources) this.absorbOne(resource)
  }

  private absorbOne(resource: Resource): void {
    const { id } = resource
    const behavior = resource.annotations.get(notes.generatorBehavior)
    const matches = this.matchingAnyId((one) => equalIds(one, id))
    const [old] = matches
    if (old === undefined) {
      if (behavior !== 'merge' && behavior !== 'replace') return this.append(resource)
      const message = `${printId(id)} does not exist; cannot merge or replace`
      throw new KustomizeError('conflict', message)
    }
    if (matches.length > 1) {
      const message = `found ${matches.length} objects that could accept merge of ${printId(id)}`
      throw new KustomizeError('conflict', message)
    }
    if (behavior === 'replace') copyMetadata(resource, old)
    else if (behavior === 'merge') mergeGenerated(resource, old)
    else {
      const message = `${printId(id)} exists; behavior must be merge or replace`
      throw new KustomizeError('conflict', message)
    }
    const at = this.resources.findIndex((one) => equalIds(one.id, resource.id))
    if (at < 0)
      throw new KustomizeError('conflict', `cannot find ${printId(resource.id)} to replace`)
    this.resources[at] = resource
    this.touch()
  }

  /** The objects that have or had such an id. */
  matchingAnyId(matches: (id: ResId) => boolean): Resource[] {
    return this.resources.filter(
      (one) => !one.isEmpty() && (one.previousIds.some(matches) || matches(one.id)),
    )
  }

  /** The one object that is or was called so. */
  oneOf(id: ResId): Resource {
    const found = this.matchingAnyId((one) => equalIds(one, id))
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    const what = found.length === 0 ? 'no matches' : 'multiple matches'
    const message = `${what} for Id ${printId(id)}; failed to find unique target for patch`
    throw new KustomizeError('conflict', message)
  }

  dropEmpty(): void {
    this.resources = this.resources.filter((one) => !one.isEmpty())
    this.touch()
  }
}

function countIds(resources: readonly Resource[]): Map<string, number> {
  return new Map(resources.map((one) => [keyOf(one.id), 1]))
}

function keyOf(id: ResId): string {
  return [id.group, id.version, id.kind, effectiveNamespace(id), id.name].join('\n')
}

/**
 * Gives an object the name, namespace, labels and annotations of another one under its own. The
 * notes of the build are the other one's, but for the request for a hash.
 */
export function copyMetadata(resource: Resource, other: Resource): void {
  resource.labels = new Map([...other.labels, ...resource.labels])
  const own = resource.annotations
  const others = other.annotations
  const merged: StringMap = new Map([...others, ...own])
  for (const annotation of notes.buildAnnotations) {
    const value = others.get(annotation)
    if (value === undefined) merged.delete(annotation)
    else merged.set(annotation, value)
  }
  if (!own.has(notes.needsHashSuffix)) merged.delete(notes.needsHashSuffix)
  resource.annotations = merged
  resource.name = other.name
  resource.namespace = other.namespace
  resource.varNames = [...other.varNames]
}

function mergeGenerated(resource: Resource, old: Resource): void {
  const origin = old.annotations.get(notes.origin)
  const isSecret = resource.apiVersion === 'v1' && resource.kind === 'Secret'
  const oldNode = isSecret ? withEncodedStrings(old.node) : old.node
  const oldData = dataOf(oldNode, 'data')
  const oldBinary = dataOf(old.node, 'binaryData')
  const data = new Map([...oldData, ...dataOf(resource.node, 'data')])
  const binary = new Map([...oldBinary, ...dataOf(resource.node, 'binaryData')])
  copyMetadata(resource, old)
  setDataMap(resource.node, 'data', data)
  setDataMap(resource.node, 'binaryData', binary)
  if (origin !== undefined) resource.annotations = resource.annotations.set(notes.origin, origin)
}

function dataOf(node: YamlNode, field: 'data' | 'binaryData' | 'stringData'): StringMap {
  const map: StringMap = new Map()
  const content = fieldOf(node, field)?.content ?? []
  for (let i = 0; i + 1 < content.length; i += 2)
    map.set(textOf(content[i]), textOf(content[i + 1]))
  return map
}

/** A copy of a Secret whose stringData is in its data. */
function withEncodedStrings(node: YamlNode): YamlNode {
  const copied = copyNode(node)
  const strings = dataOf(copied, 'stringData')
  const encoded = [...strings].map(([key, value]) => [key, base64Lines(value)] as const)
  if (strings.size > 0) loadIntoSecret(copied, new Map(encoded))
  return copied
}
