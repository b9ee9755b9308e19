// The changes that the fields of a kustomization make to its objects, in kustomize's order.

import type { Value } from '../formats/value.ts'
import { mergeSpec, mergeSpecs, type FieldSpec } from './config/field-spec.ts'
import {
  flagAt,
  integerAt,
  listAt,
  textAt,
  textMapAt,
  textsAt,
  type Fields,
} from './config/read-as.ts'
import { imageChangeOf } from './config/selectors.ts'
import { fieldSpecOf, type TransformerConfig } from './config/transformer-config.ts'
import type { BuildContext } from './context.ts'
import type { Loader } from './loader.ts'
import { jsonPatchPlugin, mergePatchTransformer, patchTransformer } from './plugin/patch-plugins.ts'
import { transformerPlugins } from './plugin/transformer-plugins.ts'
import { imageTransformer } from './transform/images.ts'
import {
  affixTransformer,
  mapTransformer,
  namespaceTransformer,
  replicaTransformer,
} from './transform/metadata.ts'
import type { Transformer } from './transform/transformer.ts'

export interface NamedTransformer {
  /** Its built-in kind. */
  readonly kind: string
  readonly run: Transformer
}

/** The transformers that fields ask for. */
export function fieldTransformers(
  fields: Fields,
  config: TransformerConfig,
  loader: Loader,
  context: BuildContext,
): NamedTransformer[] {
  const input = (own: Fields) => ({ config: own, loader, context })
  const merges = textsAt(fields, 'patchesStrategicMerge')
  const replacements = listAt(fields, 'replacements')
  return [
    ...named(
      'PatchStrategicMergeTransformer',
      merges.length === 0 ? [] : [mergePatchTransformer(input(new Map([['paths', merges]])))],
    ),
    ...named(
      'PatchTransformer',
      listAt(fields, 'patches').map((patch) => patchTransformer(input(patch))),
    ),
    ...named('NamespaceTransformer', namespaceOf(fields, config)),
    ...named('PrefixTransformer', affixOf('prefix', textAt(fields, 'namePrefix'), config)),
    ...named('SuffixTransformer', affixOf('suffix', textAt(fields, 'nameSuffix'), config)),
    ...named('LabelTransformer', labelsOf(fields, config)),
    ...named('AnnotationsTransformer', annotationsOf(fields, config)),
    ...named(
      'PatchJson6902Transformer',
      listAt(fields, 'patchesJson6902').map((patch) => jsonPatchPlugin(input(jsonPatch(patch)))),
    ),
    ...named('ReplicaCountTransformer', replicasOf(fields, config)),
    ...named(
      'ImageTagTransformer',
      listAt(fields, 'images').map((image) =>
        imageTransformer(imageChangeOf(image), config.images),
      ),
    ),
    ...named(
      'ReplacementTransformer',
      replacements.length === 0
        ? []
        : [replacing(input(new Map([['replacements', replacements]])))],
    ),
  ]
}

function named(kind: string, runs: readonly Transformer[]): NamedTransformer[] {
  return runs.map((run) => ({ kind, run }))
}

const replacing = transformerPlugins['ReplacementTransformer'] ?? (() => () => {})

function jsonPatch(patch: Fields): Fields {
  const members = ['target', 'path'].flatMap((name): [string, Value][] =>
    patch.has(name) ? [[name, patch.get(name)]] : [],
  )
  return new Map([...members, ['jsonOp', textAt(patch, 'patch')]])
}

function namespaceOf(fields: Fields, config: TransformerConfig): Transformer[] {
  const namespace = textAt(fields, 'namespace')
  if (namespace === '') return []
  const specs = config.namespace
  return [namespaceTransformer({ namespace, specs, unsetOnly: false, subjects: 'defaultOnly' })]
}

function affixOf(
  kind: 'prefix' | 'suffix',
  text: string,
  config: TransformerConfig,
): Transformer[] {
  if (text === '') return []
  return kind === 'prefix'
    ? [affixTransformer({ prefix: text }, config.namePrefix)]
    : [affixTransformer({ suffix: text }, config.nameSuffix)]
}

function labelsOf(fields: Fields, config: TransformerConfig): Transformer[] {
  const labels = listAt(fields, 'labels')
  const common = textMapAt(fields, 'commonLabels')
  if (labels.length === 0 && common.size === 0) return []
  return [
    ...labels.map((label) => mapTransformer(textMapAt(label, 'pairs'), labelSpecs(label, config))),
    mapTransformer(common, config.commonLabels),
  ]
}

const metadataLabels: FieldSpec = {
  group: '',
  version: '',
  kind: '',
  path: 'metadata/labels',
  create: true,
}

function labelSpecs(label: Fields, config: TransformerConfig): readonly FieldSpec[] {
  const own = mergeSpecs(listAt(label, 'fields').map(fieldSpecOf), config.labels)
  if (flagAt(label, 'includeSelectors')) return mergeSpecs(own, config.commonLabels)
  const templates = flagAt(label, 'includeTemplates') ? config.templateLabels : []
  const claims = flagAt(label, 'includeVolumeClaimTemplates')
    ? config.volumeClaimTemplateLabels
    : []
  return mergeSpec(mergeSpecs(mergeSpecs(own, templates), claims), metadataLabels)
}

function annotationsOf(fields: Fields, config: TransformerConfig): Transformer[] {
  const annotations = textMapAt(fields, 'commonAnnotations')
  return annotations.size === 0 ? [] : [mapTransformer(annotations, config.commonAnnotations)]
}

function replicasOf(fields: Fields, config: TransformerConfig): Transformer[] {
  return listAt(fields, 'replicas').map((one) =>
    replicaTransformer(
      { name: textAt(one, 'name'), count: integerAt(one, 'count') },
      config.replicas,
    ),
  )
}
