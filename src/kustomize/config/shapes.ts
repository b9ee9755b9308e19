// The Go types of a kustomization and of what it refers to, as far as decoding cares. Numbers are
// 'any': what is not one is found where it is used.

import type { Shape, StructShape } from '../../formats/yaml/shape.ts'

const strings: Shape = { kind: 'list', of: 'string' }
const stringMap: Shape = { kind: 'map', of: 'string' }

function struct(type: string, fields: Record<string, Shape>): StructShape {
  return { kind: 'struct', type: `types.${type}`, fields }
}

function listOf(of: Shape): Shape {
  return { kind: 'list', of }
}

const gvk = { group: 'string', version: 'string', kind: 'string' } as const
const resId = { ...gvk, name: 'string', namespace: 'string' } as const

const objectMeta = struct('ObjectMeta', {
  name: 'string',
  namespace: 'string',
  labels: stringMap,
  annotations: stringMap,
})
const selectorShape = struct('Selector', {
  ...resId,
  annotationSelector: 'string',
  labelSelector: 'string',
})
const patchOptions = struct('PatchArgs', { allowNameChange: 'bool', allowKindChange: 'bool' })
const patch = struct('Patch', {
  path: 'string',
  patch: 'string',
  target: selectorShape,
  options: patchOptions,
})
const image = struct('Image', {
  name: 'string',
  newName: 'string',
  tagSuffix: 'string',
  newTag: 'string',
  digest: 'string',
})
const replica = struct('Replica', { name: 'string', count: 'any' })
const fieldOptions = struct('FieldOptions', {
  delimiter: 'string',
  index: 'any',
  encoding: 'string',
  create: 'bool',
})
const replacementFields = {
  source: struct('SourceSelector', { ...resId, fieldPath: 'string', options: fieldOptions }),
  targets: listOf(
    struct('TargetSelector', {
      select: selectorShape,
      reject: listOf(selectorShape),
      fieldPaths: strings,
      options: fieldOptions,
    }),
  ),
  sourceValue: 'string',
} as const
export const replacementShape = struct('Replacement', replacementFields)
const generatorOptions = struct('GeneratorOptions', {
  labels: stringMap,
  annotations: stringMap,
  disableNameSuffixHash: 'bool',
  immutable: 'bool',
})
const generatorArgs = {
  namespace: 'string',
  name: 'string',
  behavior: 'string',
  literals: strings,
  files: strings,
  envs: strings,
  env: 'string',
  options: generatorOptions,
} as const
const fieldSpec = struct('FieldSpec', { ...gvk, path: 'string', create: 'bool' })
const fieldSpecs = listOf(fieldSpec)
const varShape = struct('Var', {
  name: 'string',
  objref: struct('Target', { apiVersion: 'string', ...resId }),
  fieldref: struct('FieldSelector', { fieldPath: 'string' }),
})
const sortOptions = struct('SortOptions', {
  order: 'string',
  legacySortOptions: struct('LegacySortOptions', { orderFirst: strings, orderLast: strings }),
})
const helmGlobals = { chartHome: 'string', configHome: 'string' } as const
const helmChart = {
  name: 'string',
  version: 'string',
  repo: 'string',
  releaseName: 'string',
  namespace: 'string',
  additionalValuesFiles: strings,
  valuesFile: 'string',
  valuesInline: { kind: 'map', of: 'any' },
  valuesMerge: 'string',
  includeCRDs: 'bool',
  skipHooks: 'bool',
  apiVersions: strings,
  kubeVersion: 'string',
  nameTemplate: 'string',
  skipTests: 'bool',
  debug: 'bool',
  devel: 'bool',
} as const satisfies Record<string, Shape>
const oldHelmChart = struct('HelmChartArgs', {
  chartName: 'string',
  chartVersion: 'string',
  chartRepoUrl: 'string',
  chartHome: 'string',
  chartRepoName: 'string',
  helmBin: 'string',
  helmHome: 'string',
  values: 'string',
  valuesLocal: { kind: 'map', of: 'any' },
  valuesMerge: 'string',
  releaseName: 'string',
  releaseNamespace: 'string',
  extraArgs: strings,
})

export const kustomizationShape = struct('Kustomization', {
  kind: 'string',
  apiVersion: 'string',
  metadata: objectMeta,
  openapi: stringMap,
  namePrefix: 'string',
  nameSuffix: 'string',
  namespace: 'string',
  commonLabels: stringMap,
  labels: listOf(
    struct('Label', {
      pairs: stringMap,
      includeSelectors: 'bool',
      includeTemplates: 'bool',
      includeVolumeClaimTemplates: 'bool',
      fields: fieldSpecs,
    }),
  ),
  commonAnnotations: stringMap,
  patchesStrategicMerge: strings,
  patchesJson6902: listOf(patch),
  patches: listOf(patch),
  images: listOf(image),
  imageTags: listOf(image),
  replacements: listOf(struct('ReplacementField', { ...replacementFields, path: 'string' })),
  replicas: listOf(replica),
  vars: listOf(varShape),
  sortOptions,
  resources: strings,
  components: strings,
  crds: strings,
  bases: strings,
  configMapGenerator: listOf(struct('ConfigMapArgs', generatorArgs)),
  secretGenerator: listOf(struct('SecretArgs', { ...generatorArgs, type: 'string' })),
  helmGlobals: struct('HelmGlobals', helmGlobals),
  helmCharts: listOf(struct('HelmChart', helmChart)),
  helmChartInflationGenerator: listOf(oldHelmChart),
  generatorOptions,
  configurations: strings,
  generators: strings,
  transformers: strings,
  validators: strings,
  buildMetadata: strings,
})

export const transformerConfigShape = struct('TransformerConfig', {
  namePrefix: fieldSpecs,
  nameSuffix: fieldSpecs,
  namespace: fieldSpecs,
  commonLabels: fieldSpecs,
  labels: fieldSpecs,
  templateLabels: fieldSpecs,
  volumeClaimTemplateLabels: fieldSpecs,
  commonAnnotations: fieldSpecs,
  nameReference: listOf(struct('NameBackReferences', { ...gvk, fieldSpecs })),
  varReference: fieldSpecs,
  images: fieldSpecs,
  replicas: fieldSpecs,
})

/** The configurations of the built-in generators and transformers, by kind. */
export const pluginShapes: Readonly<Record<string, StructShape>> = {
  ConfigMapGenerator: struct('ConfigMapArgs', { metadata: objectMeta, ...generatorArgs }),
  SecretGenerator: struct('SecretArgs', {
    metadata: objectMeta,
    ...generatorArgs,
    type: 'string',
  }),
  HelmChartInflationGenerator: struct('HelmChart', { ...helmGlobals, ...helmChart }),
  IAMPolicyGenerator: struct('IAMPolicyGeneratorArgs', {
    cloud: 'string',
    kubernetesService: struct('KubernetesService', { name: 'string', namespace: 'string' }),
    serviceAccount: struct('ServiceAccount', { name: 'string', projectId: 'string' }),
  }),
  AnnotationsTransformer: struct('Annotations', { annotations: stringMap, fieldSpecs }),
  LabelTransformer: struct('Labels', { labels: stringMap, fieldSpecs }),
  HashTransformer: struct('Hash', {}),
  ImageTagTransformer: struct('Images', { imageTag: image, fieldSpecs }),
  NamespaceTransformer: struct('Namespace', {
    metadata: objectMeta,
    fieldSpecs,
    unsetOnly: 'bool',
    setRoleBindingSubjects: 'string',
  }),
  PatchJson6902Transformer: struct('JsonPatch', {
    target: selectorShape,
    path: 'string',
    jsonOp: 'string',
  }),
  PatchStrategicMergeTransformer: struct('StrategicMerge', { paths: strings, patches: 'string' }),
  PatchTransformer: patch,
  PrefixSuffixTransformer: struct('PrefixSuffix', {
    prefix: 'string',
    suffix: 'string',
    fieldSpecs,
  }),
  PrefixTransformer: struct('Prefix', { prefix: 'string', fieldSpecs }),
  SuffixTransformer: struct('Suffix', { suffix: 'string', fieldSpecs }),
  ReplacementTransformer: struct('Replacements', {
    replacements: listOf(struct('ReplacementField', { ...replacementFields, path: 'string' })),
  }),
  ReplicaCountTransformer: struct('Replicas', { replica, fieldSpecs }),
  ValueAddTransformer: struct('ValueAdd', {
    value: 'string',
    targetFilePath: 'string',
    targets: listOf(
      struct('Target', {
        selector: selectorShape,
        fieldPath: 'string',
        filePathPosition: 'any',
      }),
    ),
  }),
}

export const valueAddTargetsShape = struct('ValueAddTargets', {
  targets: pluginShapes['ValueAddTransformer']?.fields['targets'] ?? 'any',
})
