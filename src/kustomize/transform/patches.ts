// Patches: strategic merge by the name of the object or by a target, JSON patches by a target.

import type { Json } from '../../objects/json.ts'
import { applyJsonPatch } from '../../objects/patch/json-patch.ts'
import { KustomizeError, within } from '../errors.ts'
import { strategicMerge } from '../merge/strategic-merge.ts'
import * as notes from '../resource/annotations.ts'
import { printId } from '../resource/res-id.ts'
import { copyMetadata, type ResMap } from '../resource/res-map.ts'
import type { Resource } from '../resource/resource.ts'
import { selectResources, type Selector } from '../resource/selector.ts'
import { jsonOf, nodeOfJson } from '../yaml/json.ts'
import type { Transformer } from './transformer.ts'

/** Merges a patch into one object. Its name and kind stay, unless the patch may change them. */
function mergeInto(resource: Resource, patch: Resource): void {
  const { name, namespace, kind } = resource
  const mayRename = patch.isEnabled(notes.allowNameChange)
  const mayChangeKind = patch.isEnabled(notes.allowKindChange)
  if (mayRename || mayChangeKind) resource.rememberId()
  const merge = { schemas: resource.schemas, growth: 'prepend' } as const
  try {
    if (strategicMerge(patch.node, resource.node, merge) === undefined) resource.delete()
  } catch (error) {
    throw within(`merging a patch into ${kind} ${name}`, error)
  }
  if (resource.isEmpty()) return
  if (!mayChangeKind) resource.kind = kind
  if (!mayRename) resource.name = name
  resource.namespace = namespace
}

/** Merges each patch into the object that it names. */
export function namedMergeTransformer(
  patches: readonly Resource[],
  way: 'patches' | 'patchesStrategicMerge',
): Transformer {
  return (map) => {
    for (const patch of patches) {
      const target = targetOf(map, patch)
      if (way === 'patches') mergeInto(target, patch)
      else mergeIntoAll(map, [target], patch)
    }
    map.touch()
  }
}

function targetOf(map: ResMap, patch: Resource): Resource {
  try {
    return map.oneOf(patch.originalId)
  } catch (error) {
    const what = `no resource matches strategic merge patch "${printId(patch.originalId)}"`
    throw within(what, error)
  }
}

/** Merges a patch into every object of a target. */
export function targetMergeTransformer(patch: Resource, target: Selector): Transformer {
  return (map) => mergeIntoAll(map, selectResources(map.resources, target), patch)
}

function mergeIntoAll(map: ResMap, selected: readonly Resource[], patch: Resource): void {
  const wanted = new Set(selected.map(({ id }) => printId(id)))
  const kept: Resource[] = []
  for (const resource of map.resources) {
    if (wanted.has(printId(resource.id))) {
      const copy = patch.copy()
      copyMetadata(copy, patch)
      copy.gvk = resource.gvk
      copy.kind = patch.kind
      mergeInto(resource, copy)
    }
    if (!resource.isEmpty()) kept.push(resource)
  }
  map.resources = []
  map.appendAll(kept)
}

/** Applies a JSON patch to every object of a target. */
export function jsonPatchTransformer(
  operations: Json,
  target: Selector,
  way: 'patches' | 'patchesJson6902',
): Transformer {
  return (map) => {
    for (const resource of selectResources(map.resources, target)) {
      if (way === 'patches') resource.rememberId()
      applyOperations(resource, operations)
    }
    map.touch()
  }
}

function applyOperations(resource: Resource, operations: Json): void {
  const { kind, name } = resource
  const remembered = [...resource.annotations].filter(([key]) => notes.isInternal(key))
  try {
    resource.node = nodeOfJson(applyJsonPatch(jsonOf(resource.node), operations))
  } catch (error) {
    throw within(`applying a JSON patch to ${kind} ${name}`, error)
  }
  resource.annotations = new Map([...resource.annotations, ...remembered])
}

/** Refuses a list of operations that is none. */
export function checkOperations(operations: Json | undefined): Json {
  if (Array.isArray(operations)) return operations as Json
  throw new KustomizeError('invalid', 'a JSON patch must be a list of operations')
}
