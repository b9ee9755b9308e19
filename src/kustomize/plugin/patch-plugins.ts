// The configurations of patches, in all the forms that they may have.

import { decodeJson } from '../../formats/json/decode.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import type { Json } from '../../objects/json.ts'
import { fieldsAt, flagAt, textAt, textsAt } from '../config/read-as.ts'
import { selectorOf } from '../config/selectors.ts'
import { resourcesOf, type BuildContext, type PluginInput } from '../context.ts'
import { KustomizeError, RemoteNeeded, within } from '../errors.ts'
import type { Loader } from '../loader.ts'
import * as notes from '../resource/annotations.ts'
import type { Resource } from '../resource/resource.ts'
import {
  checkOperations,
  jsonPatchTransformer,
  namedMergeTransformer,
  targetMergeTransformer,
} from '../transform/patches.ts'
import type { Transformer } from '../transform/transformer.ts'
import { toJson } from '../yaml/json.ts'

/** One entry of `patches`: strategic merge or JSON patch, inline or a file. */
export function patchTransformer({ config, loader, context }: PluginInput): Transformer {
  const { text, source } = patchText(textAt(config, 'patch').trim(), textAt(config, 'path'), loader)
  const merge = attempt(() => resourcesOf(text, context))
  const json = attempt(() => operationsOf(text))
  if ('error' in merge && 'error' in json)
    throw within(`unable to parse SM or JSON patch from ${source}`, merge.error)
  const target = fieldsAt(config, 'target')
  if ('error' in merge) {
    const operations = 'error' in json ? [] : json.value
    if (target !== undefined) return jsonPatchTransformer(operations, selectorOf(target), 'patches')
    throw new KustomizeError('invalid', `must specify a target for JSON patch ${source}`)
  }
  const patches = merge.value
  const isBoth = !('error' in json) && Array.isArray(json.value) && json.value.length > 0
  if (isBoth && patches.length > 0) {
    const message = `illegally qualifies as both an SM and JSON patch: ${source}`
    throw new KustomizeError('invalid', message)
  }
  const options = fieldsAt(config, 'options')
  for (const patch of patches) {
    if (flagAt(options, 'allowNameChange')) patch.enable(notes.allowNameChange)
    if (flagAt(options, 'allowKindChange')) patch.enable(notes.allowKindChange)
  }
  if (target === undefined) return namedMergeTransformer(patches, 'patches')
  const [only] = patches
  if (patches.length > 1) {
    const message = `several strategic merge patches in one entry may not have a target: ${source}`
    throw new KustomizeError('invalid', message)
  }
  return only === undefined ? () => {} : targetMergeTransformer(only, selectorOf(target))
}

interface PatchText {
  readonly text: string
  /** Where it is, for messages. */
  readonly source: string
}

function patchText(inline: string, path: string, loader: Loader): PatchText {
  if ((inline === '') === (path === '')) {
    const found = inline === '' ? 'it has neither' : 'it has both'
    throw new KustomizeError('invalid', `a patch must have one of patch and path; ${found}`)
  }
  if (inline !== '') return { text: inline, source: `[patch: ${JSON.stringify(inline)}]` }
  try {
    return { text: loader.load(path), source: `[path: ${JSON.stringify(path)}]` }
  } catch (error) {
    throw within(`failed to get the patch file from path(${path})`, error)
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof RemoteNeeded) throw error
    return { error }
  }
}

function operationsOf(text: string): Json {
  // A text that begins like JSON must be JSON.
  const operations = toJson(text.startsWith('[') ? decodeJson(text, 'any') : readYaml(text))
  if (operations === null) return []
  return checkOperations(operations)
}

/** `patchesStrategicMerge`: each entry is a patch or the path of one. */
export function mergePatchTransformer({ config, loader, context }: PluginInput): Transformer {
  const inline = textAt(config, 'patches')
  const patches = [
    ...textsAt(config, 'paths').flatMap((path) => patchesOf(path, loader, context)),
    ...(inline === '' ? [] : resourcesOf(inline, context)),
  ]
  if (patches.length > 0) return namedMergeTransformer(patches, 'patchesStrategicMerge')
  const files = textsAt(config, 'paths').join(', ')
  throw new KustomizeError('invalid', `a strategic merge patch is empty: ${files || inline}`)
}

function patchesOf(path: string, loader: Loader, context: BuildContext): Resource[] {
  const inline = attempt(() => resourcesOf(path, context))
  if (!('error' in inline)) return inline.value
  try {
    return resourcesOf(loader.load(path), context)
  } catch (error) {
    throw within(`the patch ${path}`, error)
  }
}

/** `patchesJson6902`: operations for one object by name. */
export function jsonPatchPlugin({ config, loader }: PluginInput): Transformer {
  const target = fieldsAt(config, 'target')
  if (textAt(target, 'name') === '' || target === undefined)
    throw new KustomizeError('invalid', 'a JSON patch must specify the target name')
  const inline = textAt(config, 'jsonOp')
  const { text, source } = patchText(inline, textAt(config, 'path'), loader)
  const operations = operationsOf(text)
  if (Array.isArray(operations) && operations.length === 0)
    throw new KustomizeError('invalid', `a JSON patch is empty: ${source}`)
  return jsonPatchTransformer(operations, selectorOf(target), 'patchesJson6902')
}
