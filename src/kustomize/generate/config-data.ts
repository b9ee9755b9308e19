// ConfigMaps and Secrets from literals, files and env files.

import { compareStrings } from '../../formats/go-string.ts'
import { isSpace } from '../../formats/unicode/space.ts'
import { fieldsAt, flagAt, textAt, textMapAt, textsAt, type Fields } from '../config/read-as.ts'
import { KustomizeError, within } from '../errors.ts'
import type { Loader } from '../loader.ts'
import * as notes from '../resource/annotations.ts'
import { base64Lines, loadIntoConfigMap, loadIntoSecret } from '../resource/data-map.ts'
import { Resource, setAnnotation, setMetadataEntry } from '../resource/resource.ts'
import type { Schemas } from '../schema/schema.ts'
import { lookupCreate, setField } from '../yaml/edit.ts'
import {
  booleanTag,
  emptyNode,
  plainScalar,
  stringScalar,
  taggedScalar,
  type YamlNode,
} from '../yaml/node.ts'

/** The sources of a ConfigMap or Secret. */
export interface GeneratorArgs {
  readonly name: string
  readonly namespace: string
  readonly behavior: string
  readonly literals: readonly string[]
  readonly files: readonly string[]
  readonly envs: readonly string[]
  readonly options: GeneratorOptions | undefined
  /** Of a Secret. */
  readonly type: string
}

export interface GeneratorOptions {
  readonly labels: ReadonlyMap<string, string>
  readonly annotations: ReadonlyMap<string, string>
  readonly disableNameSuffixHash: boolean
  readonly immutable: boolean
}

export function generatorArgsOf(fields: Fields): GeneratorArgs {
  const env = textAt(fields, 'env')
  return {
    name: textAt(fields, 'name'),
    namespace: textAt(fields, 'namespace'),
    behavior: textAt(fields, 'behavior'),
    literals: textsAt(fields, 'literals'),
    files: textsAt(fields, 'files'),
    envs: [...textsAt(fields, 'envs'), ...(env === '' ? [] : [env])],
    options: generatorOptionsOf(fieldsAt(fields, 'options')),
    type: textAt(fields, 'type'),
  }
}

export function generatorOptionsOf(fields: Fields | undefined): GeneratorOptions | undefined {
  if (fields === undefined) return undefined
  return {
    labels: textMapAt(fields, 'labels'),
    annotations: textMapAt(fields, 'annotations'),
    disableNameSuffixHash: flagAt(fields, 'disableNameSuffixHash'),
    immutable: flagAt(fields, 'immutable'),
  }
}

/** The options of one generator over those of all. */
export function mergeOptions(
  own: GeneratorOptions | undefined,
  global: GeneratorOptions | undefined,
): GeneratorOptions | undefined {
  if (own === undefined || global === undefined) return own ?? global
  return {
    labels: new Map([...global.labels, ...own.labels]),
    annotations: new Map([...global.annotations, ...own.annotations]),
    disableNameSuffixHash: own.disableNameSuffixHash || global.disableNameSuffixHash,
    immutable: own.immutable || global.immutable,
  }
}

/** Makes a ConfigMap or a Secret. */
export function generate(
  kind: 'ConfigMap' | 'Secret',
  args: GeneratorArgs,
  loader: Loader,
  schemas: Schemas,
): Resource {
  const node = baseNode(kind, args)
  const data = dataOf(kind, args, loader)
  if (kind === 'ConfigMap') loadIntoConfigMap(node, data)
  else {
    setField(node, 'type', stringScalar(args.type === '' ? 'Opaque' : args.type))
    const encoded = [...data].map(([key, value]) => [key, base64Lines(value)] as const)
    loadIntoSecret(node, new Map(encoded))
  }
  if (args.options !== undefined) applyOptions(node, args.options)
  const resource = new Resource(node, schemas)
  if (args.options?.disableNameSuffixHash !== true) resource.enable(notes.needsHashSuffix)
  const behavior = /^(?:replace|merge|create)$/.test(args.behavior) ? args.behavior : 'unspecified'
  resource.annotations = resource.annotations.set(notes.generatorBehavior, behavior)
  return resource
}

function baseNode(kind: string, { name, namespace }: GeneratorArgs): YamlNode {
  if (name === '') throw new KustomizeError('invalid', `a generated ${kind} must have a name`)
  const node = emptyNode('map')
  setField(node, 'apiVersion', plainScalar('v1'))
  setField(node, 'kind', plainScalar(kind))
  const metadata = lookupCreate(node, 'map', ['metadata'])
  if (metadata !== undefined) {
    setField(metadata, 'name', stringScalar(name))
    if (namespace !== '') setField(metadata, 'namespace', stringScalar(namespace))
  }
  return node
}

function applyOptions(node: YamlNode, options: GeneratorOptions): void {
  for (const key of [...options.labels.keys()].toSorted(compareStrings))
    setMetadataEntry(node, 'labels', key, options.labels.get(key) ?? '')
  for (const key of [...options.annotations.keys()].toSorted(compareStrings))
    setAnnotation(node, key, options.annotations.get(key) ?? '')
  if (options.immutable) setField(node, 'immutable', taggedScalar('true', booleanTag))
}

function dataOf(kind: string, args: GeneratorArgs, loader: Loader): Map<string, string> {
  const data = new Map<string, string>()
  try {
    const pairs = [
      ...args.envs.flatMap((path) => envPairs(loader.load(path), path)),
      ...args.literals.map(literalPair),
      ...args.files.map((source) => filePair(source, loader)),
    ]
    for (const [key, value] of pairs) {
      if (data.has(key)) throw new KustomizeError('conflict', `the key ${key} is there twice`)
      data.set(key, value)
    }
  } catch (error) {
    throw within(`${kind} ${args.name}`, error)
  }
  return data
}

type Pair = readonly [string, string]

function literalPair(source: string): Pair {
  const at = source.indexOf('=')
  if (at <= 0) {
    const message = `invalid literal source ${source}, expected key=value`
    throw new KustomizeError('invalid', message)
  }
  return [source.slice(0, at), withoutQuotes(source.slice(at + 1))]
}

function withoutQuotes(text: string): string {
  const first = text.charAt(0)
  const isQuoted = text.length >= 2 && first === text.at(-1) && (first === '"' || first === "'")
  return isQuoted ? text.slice(1, -1) : text
}

function filePair(source: string, loader: Loader): Pair {
  const parts = source.split('=')
  if (parts.length === 1) return [baseName(source), loader.load(source)]
  const [key = '', path = ''] = parts
  if (parts.length > 2 || key === '' || path === '') {
    const message = `the file source ${source} must be a path, or key=path`
    throw new KustomizeError('invalid', message)
  }
  return [key, loader.load(path)]
}

function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

function envPairs(text: string, path: string): Pair[] {
  return text.split('\n').flatMap((line, index) => {
    const bare = index === 0 ? line.replace(/^\ufeff/, '') : line
    if (!bare.isWellFormed())
      throw new KustomizeError('invalid', `${path}: line ${index + 1} has invalid utf8 bytes`)
    const trimmed = trimLeft(bare.endsWith('\r') ? bare.slice(0, -1) : bare)
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const at = trimmed.indexOf('=')
    const key = at < 0 ? trimmed : trimmed.slice(0, at)
    return key === '' ? [] : [[key, at < 0 ? '' : trimmed.slice(at + 1)] as const]
  })
}

function trimLeft(text: string): string {
  let start = 0
  while (start < text.length && isSpace(text.charCodeAt(start))) start++
  return text.slice(start)
}
