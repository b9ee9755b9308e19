// A strategic merge as kyaml does it: maps field by field, lists as a whole unless the schema names
// their keys, and `$patch` directives. New items of a merged list come first.

import { compareStrings } from '../../formats/go-string.ts'
import type { Schema, Schemas } from '../schema/schema.ts'
import {
  clearField,
  fieldNames,
  fieldOf,
  requireKind,
  setField,
  setFieldEvenNull,
} from '../yaml/edit.ts'
import {
  isMissingOrNull,
  isTaggedNull,
  taggedScalar,
  nullTag,
  textOf,
  type YamlNode,
} from '../yaml/node.ts'
import { directiveOf } from './directive.ts'
import { mergeLists } from './merge-lists.ts'
import type { Merge, Merged, Pair } from './pair.ts'

/** Merges a patch into an object, which is changed; gives undefined when the patch deletes it. */
export function strategicMerge(
  patch: YamlNode,
  dest: YamlNode,
  merge: Merge,
): YamlNode | undefined {
  return mergePair({ dest, patch }, undefined, merge)?.node
}

/** Merges one place. */
function mergePair(pair: Pair, known: Schema | undefined, merge: Merge): Merged | undefined {
  const schema = known ?? schemaByMeta(pair, merge.schemas)
  const { dest, patch } = pair
  const first = isMissingOrNull(dest) ? patch : dest
  const kind = first === undefined || isMissingOrNull(first) ? 'none' : first.kind
  if (kind !== 'none') {
    requireKind(dest, kind)
    requireKind(patch, kind)
  }
  switch (kind) {
    case 'scalar':
      return kept(patch ?? dest)
    case 'list':
      return schema?.mergeKeys === undefined
        ? kept(patch ?? dest)
        : mergeLists(pair, schema, merge, mergePair)
    default:
      return mergeMaps(pair, schema, merge)
  }
}

function kept(node: YamlNode | undefined): Merged | undefined {
  return node === undefined ? undefined : { node, keepsNull: false }
}

// Objects inside objects say themselves what they are, where the schema does not.
function schemaByMeta({ dest, patch }: Pair, schemas: Schemas): Schema | undefined {
  for (const node of [dest, patch]) {
    if (node === undefined || isMissingOrNull(node)) continue
    const kind = textOf(fieldOf(node, 'kind'))
    const apiVersion = textOf(fieldOf(node, 'apiVersion'))
    if (kind === '' || apiVersion === '') continue
    const schema = schemas.schemaOf(apiVersion, kind)
    if (schema !== undefined) return schema
  }
  return undefined
}

function mergeMaps(pair: Pair, schema: Schema | undefined, merge: Merge): Merged | undefined {
  const start = startOfMap(pair)
  if (start === undefined) return undefined
  const { node: dest } = start
  const { patch } = pair
  const names = new Set([...fieldNames(dest), ...(patch === undefined ? [] : fieldNames(patch))])
  for (const name of [...names].toSorted(compareStrings)) {
    const inner = { dest: fieldOf(dest, name), patch: fieldOf(patch, name) }
    const merged = mergePair(inner, schema?.field(name), merge)
    setMerged(dest, name, merged)
  }
  return start
}

/** The map that the fields of the patch go into. */
function startOfMap({ dest, patch }: Pair): Merged | undefined {
  if (dest === undefined || isMissingOrNull(dest)) {
    if (patch !== undefined && directiveOf(patch) === 'delete') return undefined
    if (patch === undefined && dest !== undefined && dest.value !== '')
      return { node: taggedScalar(dest.value, nullTag), keepsNull: true }
    return kept(patch)
  }
  if (isTaggedNull(patch)) return undefined
  switch (patch === undefined ? 'merge' : directiveOf(patch)) {
    case 'delete':
      return undefined
    case 'replace':
      return kept(patch)
    default:
      return kept(dest)
  }
}

function setMerged(dest: YamlNode, name: string, merged: Merged | undefined): void {
  if (merged === undefined || (isTaggedNull(merged.node) && !merged.keepsNull)) {
    if (dest.kind === 'map') clearField(dest, name)
  } else if (merged.keepsNull) setFieldEvenNull(dest, name, merged.node)
  else setField(dest, name, merged.node)
}
