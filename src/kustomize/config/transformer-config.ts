// Which fields of which kinds the transformers know: the built-in ones, and what `configurations` and
// `crds` of a kustomization add.

import type { Value } from '../../formats/value.ts'
import { within } from '../errors.ts'
import { equalGvk, type Gvk } from '../resource/res-id.ts'
import defaults from '../tables/field-specs.json' with { type: 'json' }
import { compareGvk, mergeSpecs, type FieldSpec } from './field-spec.ts'
import { fieldsAt, flagAt, listAt, readAs, textAt, type Fields } from './read-as.ts'
import { transformerConfigShape } from './shapes.ts'

/** The fields in which objects of a kind are named. */
export interface NameReferences extends Gvk {
  readonly fieldSpecs: readonly FieldSpec[]
}

const specLists = [
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'templateLabels',
  'volumeClaimTemplateLabels',
  'commonAnnotations',
  'varReference',
  'images',
  'replicas',
] as const

export type SpecList = (typeof specLists)[number]

export type TransformerConfig = Readonly<Record<SpecList, readonly FieldSpec[]>> & {
  readonly nameReference: readonly NameReferences[]
}

export const emptyConfig: TransformerConfig = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  commonLabels: [],
  labels: [],
  templateLabels: [],
  volumeClaimTemplateLabels: [],
  commonAnnotations: [],
  varReference: [],
  images: [],
  replicas: [],
  nameReference: [],
}

/** The fields that are known without a kustomization saying so. */
export function defaultConfig(): TransformerConfig {
  return (readDefaults ??= sorted(configOf(mapOf(defaults) as Fields)))
}

let readDefaults: TransformerConfig | undefined

function mapOf(json: unknown): Value {
  if (Array.isArray(json)) return json.map(mapOf)
  if (typeof json !== 'object' || json === null) return json as Value
  return new Map(Object.entries(json).map(([key, value]) => [key, mapOf(value)]))
}

/** Reads a file of `configurations`. */
export function readConfig(text: string): TransformerConfig {
  return sorted(configOf(readAs(text, transformerConfigShape, 'strict')))
}

function configOf(fields: Fields): TransformerConfig {
  const lists = eachList((name) => listAt(fields, name).map(fieldSpecOf))
  const nameReference = listAt(fields, 'nameReference').map((one) => ({
    ...gvkOf(one),
    fieldSpecs: listAt(one, 'fieldSpecs').map(fieldSpecOf),
  }))
  return { ...lists, nameReference }
}

export function gvkOf(fields: Fields | undefined): Gvk {
  return {
    group: textAt(fields, 'group'),
    version: textAt(fields, 'version'),
    kind: textAt(fields, 'kind'),
  }
}

export function fieldSpecOf(fields: Fields): FieldSpec {
  return { ...gvkOf(fields), path: textAt(fields, 'path'), create: flagAt(fields, 'create') }
}

/**
 * Both together; the same place with and without `create` is a contradiction. A spec for all kinds is
 * left out where one for a kind is there already, so that the order matters.
 */
export function mergeConfigs(a: TransformerConfig, b: TransformerConfig): TransformerConfig {
  if (a === b || b === emptyConfig) return a
  const known = merged.get(a) ?? new WeakMap<TransformerConfig, TransformerConfig>()
  merged.set(a, known)
  const result = known.get(b) ?? mergeAnew(a, b)
  known.set(b, result)
  return result
}

// Most kustomizations merge the same few configurations.
const merged = new WeakMap<TransformerConfig, WeakMap<TransformerConfig, TransformerConfig>>()

function mergeAnew(a: TransformerConfig, b: TransformerConfig): TransformerConfig {
  const lists = eachList((name) => {
    try {
      return mergeSpecs(a[name], b[name])
    } catch (error) {
      throw within(`failed to merge ${name} fieldSpec`, error)
    }
  })
  return sorted({ ...lists, nameReference: mergeReferences(a.nameReference, b.nameReference) })
}

function mergeReferences(
  references: readonly NameReferences[],
  more: readonly NameReferences[],
): readonly NameReferences[] {
  return more.reduce((known, one) => {
    if (!known.some((other) => equalGvk(other, one))) return [...known, one]
    return known.map((other) =>
      equalGvk(other, one)
        ? { ...other, fieldSpecs: mergeSpecs(other.fieldSpecs, one.fieldSpecs) }
        : other,
    )
  }, references)
}

function sorted(config: TransformerConfig): TransformerConfig {
  const lists = eachList((name) => config[name].toSorted(compareGvk))
  return { ...lists, nameReference: config.nameReference.toSorted(compareGvk) }
}

function eachList(
  make: (name: SpecList) => readonly FieldSpec[],
): Record<SpecList, readonly FieldSpec[]> {
  const lists = { ...emptyConfig }
  return Object.assign(lists, Object.fromEntries(specLists.map((name) => [name, make(name)])))
}

/** One field of a type as a file of `crds` has it. */
type CrdTypes = ReadonlyMap<string, Fields>

/** The fields of custom kinds that the extensions of an OpenAPI document name. */
export function configOfCrds(types: CrdTypes): TransformerConfig {
  let config = emptyConfig
  for (const name of types.keys()) {
    const properties = propertiesOf(types, name)
    if (!['kind', 'apiVersion', 'metadata'].every((field) => properties?.has(field) === true))
      continue
    const kind = name.split('.').at(-1) ?? ''
    const gvk = { group: '', version: '', kind }
    config = mergeConfigs(config, configOfType(types, name, { gvk, path: [] }))
  }
  return config
}

interface FieldTarget {
  readonly gvk: Gvk
  readonly path: readonly string[]
}

/** As deep as the types of a file may be nested. */
const maxDepth = 32

function configOfType(types: CrdTypes, name: string, place: FieldTarget): TransformerConfig {
  let config = emptyConfig
  if (place.path.length > maxDepth) return config
  for (const [field, schema] of propertiesOf(types, name) ?? []) {
    if (!(schema instanceof Map)) continue
    const property = schema as Fields
    const inner = { gvk: place.gvk, path: [...place.path, field] }
    config = mergeConfigs(config, configOfProperty(property, inner))
    const reference = textAt(property, '$ref')
    if (reference !== '') config = mergeConfigs(config, configOfType(types, reference, inner))
  }
  return config
}

function configOfProperty(property: Fields, { gvk, path }: FieldTarget): TransformerConfig {
  const spec = { ...gvk, path: path.join('/'), create: false }
  const has = (extension: string) => typeof property.get(extension) === 'string'
  const version = property.get('x-kubernetes-object-ref-api-version')
  const kind = property.get('x-kubernetes-object-ref-kind')
  const key = textAt(property, 'x-kubernetes-object-ref-name-key') || 'name'
  const isReference = typeof version === 'string' && typeof kind === 'string'
  const reference = isReference
    ? [{ group: '', version, kind, fieldSpecs: [{ ...spec, path: `${spec.path}/${key}` }] }]
    : []
  return {
    ...emptyConfig,
    commonAnnotations: has('x-kubernetes-annotation') ? [spec] : [],
    commonLabels: has('x-kubernetes-label-selector') ? [spec] : [],
    namePrefix: has('x-kubernetes-identity') ? [spec] : [],
    nameReference: reference,
  }
}

function propertiesOf(types: CrdTypes, name: string): Fields | undefined {
  const type = types.get(name)
  return fieldsAt(fieldsAt(type, 'Schema') ?? fieldsAt(type, 'schema'), 'properties')
}
