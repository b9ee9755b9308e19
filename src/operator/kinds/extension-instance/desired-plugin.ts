import type { Offer } from '../../../catalog/choice/offer.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord, JsonValue } from '../../../kinds/json-value.ts'
import { type Plugin, parsePlugin } from '../../../kinds/plugin.ts'
import { equalJson } from '../../../objects/json.ts'
import { printJson } from '../../../objects/json-text.ts'
import { type KubeObject, annotationsOf } from '../../../objects/kube-object.ts'
import { globalKey, retryAnnotation } from '../../pass/plugin-names.ts'
import { shortHash } from '../../pass/short-hash.ts'
import { mapValues } from '../../values/map-values.ts'
import {
  kubernetesAnnotation,
  sourceAnnotation,
  versionAnnotation,
} from '../../pass/instance-names.ts'
import type { Globals } from '../../values/globals-of.ts'
import type { ClusterSeen, ResolvedTag, WrittenValues } from './observation.ts'
import { pinnedSource } from './source/tagged-source.ts'

/**
 * The objects that an instance writes: a Plugin, and a Secret beside it when values are made here.
 */
export interface DesiredPlugin {
  readonly spec: JsonRecord
  readonly annotations: Readonly<Record<string, string>>
  /** Texts of the Secret by key; undefined when none is needed. */
  readonly secret: Readonly<Record<string, string>> | undefined
}

export interface PluginInputs {
  readonly instance: ExtensionInstance
  readonly extension: Extension
  readonly cluster: ClusterSeen
  readonly offer: Offer
  readonly resolved: ResolvedTag | undefined
  readonly parameters: JsonRecord
  readonly globals: Globals
  /** `namespace/name` of plugins. */
  readonly needs: readonly string[]
  readonly before: Plugin | undefined
  readonly salt: string
}

const hashLength = 16
/** The key of the salt that the names of the other keys are made with. */
const saltKey = 'salt'

/** The salt of the Secret beside a plugin; undefined before there is one. */
export function saltIn(written: WrittenValues | undefined): string | undefined {
  return written?.data[saltKey]
}

/** The name of the Secret beside the plugin of an instance. */
export function secretNameOf({ metadata }: Pick<ExtensionInstance, 'metadata'>): string {
  return `${metadata.name}-extension-values`
}

/** The plugin of an instance. Throws a RenderError when the values document fails. */
export function desiredPlugin(inputs: PluginInputs): DesiredPlugin {
  const { instance, offer } = inputs
  const secret = secretOf(inputs)
  const keys = secret?.keys ?? {}
  const retry = instance.metadata.annotations[retryAnnotation]
  return {
    spec: {
      enabled: instance.spec.enabled,
      kind: offer.kind,
      ...sourceOf(inputs),
      ...placeOf(inputs),
      ...valuesOf(inputs, keys),
      ...(offer.skipSchemaValidation ? { skipSchemaValidation: true } : {}),
      dependsOn: inputs.needs.map((plugin) => ({ plugin })),
      ...(inputs.globals.images === undefined ? {} : { images: inputs.globals.images }),
    },
    annotations: {
      [versionAnnotation]: offer.version,
      [sourceAnnotation]: offer.key,
      [kubernetesAnnotation]: inputs.cluster.version,
      ...(retry === undefined ? {} : { [retryAnnotation]: retry }),
    },
    secret: secret?.texts,
  }
}

/** The keys of the Secret beside a plugin that the plugin takes values from, and those of the documents that these were made by. */
export function keysInUse({ spec, metadata }: Plugin): readonly string[] {
  const own = spec.valuesFrom.filter(({ name }) => name === secretNameOf({ metadata }))
  return own.flatMap(({ key }) => (key === undefined ? [] : [key, documentKey(key)]))
}

/** Whether the values of a plugin are no longer all in the Secret beside it. */
export function lacksValues(plugin: Plugin, written: Readonly<Record<string, string>>): boolean {
  return keysInUse(plugin).some((key) => !key.endsWith(documentEnd) && written[key] === undefined)
}

/** The `values` document that the values of a plugin were made by: they can be made anew when no source has it any more. */
export function documentOf(
  plugin: Plugin | undefined,
  written: Readonly<Record<string, string>>,
): string | undefined {
  const keys = plugin === undefined ? [] : keysInUse(plugin)
  return keys.flatMap((key) => (key.endsWith(documentEnd) ? (written[key] ?? []) : []))[0]
}

const documentEnd = '.gotmpl'

function documentKey(valuesKey: string): string {
  return valuesKey.replace(/(?:\.yaml)?$/, documentEnd)
}

/** The offer that a plugin was written from, read from the plugin and the Secret beside it. */
export function runningOffer(plugin: Plugin, written: Readonly<Record<string, string>>): Offer {
  const { spec, metadata } = plugin
  return {
    version: metadata.annotations[versionAnnotation] ?? '',
    appVersion: '',
    key: metadata.annotations[sourceAnnotation] ?? '',
    kind: spec.kind,
    repo: spec.repo ?? '',
    name: spec.name,
    chartVersion: spec.version,
    tag: undefined,
    path: spec.path,
    values: documentOf(plugin, written),
    skipSchemaValidation: spec.skipSchemaValidation === true,
    retirement: undefined,
  }
}

function sourceOf({ offer, resolved }: PluginInputs): JsonRecord {
  const path = offer.path === undefined ? {} : { path: offer.path }
  if (resolved !== undefined) return { ...pinnedSource(offer, resolved.digest), ...path }
  return {
    repo: offer.repo,
    ...(offer.name === undefined ? {} : { name: offer.name }),
    ...(offer.chartVersion === undefined ? {} : { version: offer.chartVersion }),
    ...path,
  }
}

// The name and namespace of a release cannot change; new defaults of an Extension count for new
// instances.
function placeOf({ instance, extension, before }: PluginInputs): JsonRecord {
  const { spec } = instance
  const { defaults } = extension.spec
  const targetNamespace =
    before === undefined
      ? (spec.targetNamespace ?? defaults.targetNamespace)
      : before.spec.targetNamespace
  const releaseName = before === undefined ? defaults.releaseName : before.spec.releaseName
  return {
    ...(targetNamespace === undefined ? {} : { targetNamespace }),
    ...(releaseName === undefined ? {} : { releaseName }),
    ...(spec.cluster === undefined ? {} : { cluster: spec.cluster }),
  }
}

interface ValuesKeys {
  readonly global?: string
  readonly values?: string
}

interface MadeSecret {
  readonly keys: ValuesKeys
  readonly texts: Readonly<Record<string, string>>
}

// A key is named after what it holds, so that a plugin has either all of the old values or all of the new ones.
function secretOf(inputs: PluginInputs): MadeSecret | undefined {
  const global = inputs.globals.values
  const globalText = Object.keys(global).length > 0 ? printJson(global) : undefined
  const text = valuesTextOf(inputs)
  if (globalText === undefined && text === undefined) return undefined
  const document = inputs.offer.values
  // A name that hangs on nothing but the content could be guessed by somebody who may read a Plugin and no Secret.
  const hashOf = (one: string) => shortHash(`${inputs.salt}\0${one}`, hashLength)
  const keys = {
    ...(globalText === undefined ? {} : { global: globalKey(hashOf(globalText)) }),
    ...(text === undefined
      ? {}
      : { values: `values-${hashOf(`${document ?? ''}\0${text}`)}.yaml` }),
  }
  const named = [
    [keys.global, globalText],
    [keys.values, text],
    [keys.values && documentKey(keys.values), document],
    [saltKey, inputs.salt],
  ] as const
  const texts = named.flatMap(([key, one]) =>
    key === undefined || one === undefined ? [] : [[key, one] as const],
  )
  return { keys, texts: Object.fromEntries(texts) }
}

// The checked parameters are the installed ones: a plugin that followed the objects itself would
// take unchecked ones.
function valuesTextOf(inputs: PluginInputs): string | undefined {
  const { instance, extension, parameters } = inputs
  const isChecked = extension.spec.parameters !== undefined
  const isFromObjects = instance.spec.parametersFrom.length > 0
  return mappedValues(inputs) ?? (isChecked && isFromObjects ? printJson(parameters) : undefined)
}

/** The values that a source makes of parameters; undefined when it takes them as they are. */
export function mappedValues({
  offer,
  cluster,
  parameters,
  globals,
}: Pick<PluginInputs, 'offer' | 'cluster' | 'parameters'> & {
  readonly globals: Pick<Globals, 'values'>
}): string | undefined {
  if (offer.values === undefined) return undefined
  const global = globals.values
  return mapValues(offer.values, { parameters, cluster: clusterFacts(cluster), global })
}

/** `1.34` of whatever the server calls itself. */
export function minorOf({ version }: Pick<ClusterSeen, 'version'>): string {
  return /^v?(\d+\.\d+)/.exec(version)?.[1] ?? version
}

/** The value of `.Cluster` in a values document. */
export function clusterFacts({
  name,
  ownName,
  version,
  labels,
  annotations,
}: ClusterSeen): JsonRecord {
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  return {
    Name: name ?? ownName ?? '',
    Version: version,
    Major: major,
    Minor: minor,
    Labels: labels,
    Annotations: annotations,
  }
}

// Global values lie below those of references, and those below the inline ones.
function valuesOf(inputs: PluginInputs, keys: ValuesKeys): JsonRecord {
  const { instance } = inputs
  const { parameters, parametersText, parametersFrom } = instance.spec
  const own = (key: string) => ({
    kind: 'Secret',
    name: secretNameOf(instance),
    key,
    optional: false,
  })
  const globals = keys.global === undefined ? [] : [own(keys.global)]
  if (keys.values !== undefined) return { valuesFrom: [...globals, own(keys.values)] }
  const from = parametersFrom.map((one) => ({ ...one }))
  return {
    valuesFrom: [...globals, ...from] as JsonValue,
    ...(parameters === undefined ? {} : { values: parameters }),
    ...(parametersText === undefined ? {} : { valuesText: parametersText }),
  }
}

/** The fields of a Plugin that are for its instance to say. */
const managed = [
  'enabled',
  'kind',
  'repo',
  'name',
  'version',
  'path',
  'targetNamespace',
  'releaseName',
  'cluster',
  'values',
  'valuesText',
  'valuesFrom',
  'dependsOn',
  'images',
] as const

/** A plugin as it will be once the desired one is written. */
export function withDesired(plugin: KubeObject, { spec, annotations }: DesiredPlugin): KubeObject {
  const before = (plugin['spec'] ?? {}) as JsonRecord
  const others = Object.entries(before).filter(([field]) => !isManaged(field))
  return {
    ...plugin,
    metadata: { ...plugin.metadata, annotations: { ...annotationsOf(plugin), ...annotations } },
    spec: { ...Object.fromEntries(others), ...spec },
  }
}

function isManaged(field: string): boolean {
  return managed.some((one) => one === field)
}

/** The fields for an instance to say that a plugin has otherwise. */
export function strayFields(plugin: KubeObject, { spec }: DesiredPlugin): readonly string[] {
  const parsed = parsePlugin(plugin)
  if (!parsed.ok) return []
  const found = (plugin['spec'] ?? {}) as JsonRecord
  return managed.filter(
    (field) =>
      found[field] !== undefined &&
      !equalJson(parsed.value.spec[field] as JsonValue | undefined, spec[field]),
  )
}

/** Whether a plugin already says what is desired. Other fields, `pin` or `drift` say, are their writers'. */
export function alreadyMatches({ spec, metadata }: Plugin, desired: DesiredPlugin): boolean {
  const isSame = managed.every((field) =>
    equalJson(spec[field] as JsonValue | undefined, desired.spec[field]),
  )
  const notes = [versionAnnotation, sourceAnnotation, kubernetesAnnotation, retryAnnotation]
  return isSame && notes.every((name) => metadata.annotations[name] === desired.annotations[name])
}
