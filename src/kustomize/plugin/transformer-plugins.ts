// The built-in transformers by kind, each made of its configuration.

import { readYaml } from '../../formats/yaml/read.ts'
import { fitToShape } from '../../formats/yaml/fit-shape.ts'
import {
  fieldsAt,
  flagAt,
  integerAt,
  listAt,
  readAs,
  textAt,
  textMapAt,
  type Fields,
} from '../config/read-as.ts'
import type { FieldSpec } from '../config/field-spec.ts'
import { imageChangeOf, replacementOf, selectorOf } from '../config/selectors.ts'
import { replacementShape, valueAddTargetsShape } from '../config/shapes.ts'
import { fieldSpecOf } from '../config/transformer-config.ts'
import type { PluginInput } from '../context.ts'
import { KustomizeError } from '../errors.ts'
import { hashTransformer } from '../transform/hash.ts'
import { imageTransformer } from '../transform/images.ts'
import {
  affixTransformer,
  mapTransformer,
  namespaceTransformer,
  replicaTransformer,
} from '../transform/metadata.ts'
import { subjectModeOf } from '../transform/namespace.ts'
import { replacementTransformer, type Replacement } from '../transform/replacements.ts'
import type { Transformer } from '../transform/transformer.ts'
import { valueAddTransformer } from '../transform/value-add.ts'
import { jsonPatchPlugin, mergePatchTransformer, patchTransformer } from './patch-plugins.ts'

export const transformerPlugins: Readonly<Record<string, (input: PluginInput) => Transformer>> = {
  AnnotationsTransformer: ({ config }) =>
    mapTransformer(textMapAt(config, 'annotations'), specsOf(config)),
  HashTransformer: () => hashTransformer,
  ImageTagTransformer: ({ config }) =>
    imageTransformer(imageChangeOf(fieldsAt(config, 'imageTag')), specsOf(config)),
  LabelTransformer: ({ config }) => mapTransformer(textMapAt(config, 'labels'), specsOf(config)),
  NamespaceTransformer: ({ config }) =>
    namespaceTransformer({
      namespace: textAt(fieldsAt(config, 'metadata'), 'namespace'),
      specs: specsOf(config),
      unsetOnly: flagAt(config, 'unsetOnly'),
      subjects: subjectModeOf(textAt(config, 'setRoleBindingSubjects')),
    }),
  PatchJson6902Transformer: jsonPatchPlugin,
  PatchStrategicMergeTransformer: mergePatchTransformer,
  PatchTransformer: patchTransformer,
  PrefixSuffixTransformer: ({ config }) => {
    const prefix = prefixOf(config)
    const suffix = suffixOf(config)
    return (map) => {
      prefix(map)
      suffix(map)
    }
  },
  PrefixTransformer: ({ config }) => prefixOf(config),
  SuffixTransformer: ({ config }) => suffixOf(config),
  ReplacementTransformer: (input) => replacementTransformer(replacementsOf(input)),
  ReplicaCountTransformer: ({ config }) => {
    const replica = fieldsAt(config, 'replica')
    const wanted = { name: textAt(replica, 'name'), count: integerAt(replica, 'count') }
    return replicaTransformer(wanted, specsOf(config))
  },
  ValueAddTransformer: ({ config, loader }) => {
    const path = textAt(config, 'targetFilePath')
    const more =
      path === '' ? undefined : readAs(loader.load(path), valueAddTargetsShape, 'lenient')
    const targets = [...listAt(config, 'targets'), ...listAt(more, 'targets')].map((target) => {
      const selector = fieldsAt(target, 'selector')
      return {
        selector: selector === undefined ? undefined : selectorOf(selector),
        fieldPath: textAt(target, 'fieldPath'),
        position: integerAt(target, 'filePathPosition'),
      }
    })
    const value =
      textAt(config, 'value').trim() || loader.root.slice(loader.root.lastIndexOf('/') + 1)
    return valueAddTransformer(value, targets)
  },
}

function specsOf(config: Fields): readonly FieldSpec[] {
  return listAt(config, 'fieldSpecs').map(fieldSpecOf)
}

function prefixOf(config: Fields): Transformer {
  return affixTransformer({ prefix: textAt(config, 'prefix') }, requiredSpecs(config))
}

function suffixOf(config: Fields): Transformer {
  return affixTransformer({ suffix: textAt(config, 'suffix') }, requiredSpecs(config))
}

function requiredSpecs(config: Fields): readonly FieldSpec[] {
  if (config.has('fieldSpecs')) return specsOf(config)
  throw new KustomizeError('invalid', 'fieldSpecs is not expected to be nil')
}

function replacementsOf({ config, loader }: PluginInput): Replacement[] {
  return listAt(config, 'replacements').flatMap((field) => {
    const path = textAt(field, 'path')
    if (path === '') return [replacementOf(field)]
    if (field.has('source') || listAt(field, 'targets').length > 0) {
      const message = `a replacement has both path ${path} and an inline replacement`
      throw new KustomizeError('invalid', message)
    }
    const read = readYaml(loader.load(path))
    const shape = Array.isArray(read)
      ? ({ kind: 'list', of: replacementShape } as const)
      : replacementShape
    const fitted = fitToShape(read, shape)
    if (Array.isArray(fitted)) return (fitted as readonly Fields[]).map(replacementOf)
    if (fitted instanceof Map) return [replacementOf(fitted)]
    throw new KustomizeError('invalid', `${path}: a replacement or a list of them was wanted`)
  })
}
