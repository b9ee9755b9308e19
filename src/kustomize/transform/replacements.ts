// Replacements: the value of a field of one object goes into fields of others.

import { KustomizeError, within } from '../errors.ts'
import { idPattern, mapMatcher, type IdPattern, type Selector } from '../resource/selector.ts'
import { effectiveNamespace, isSelectedBy, printId, type ResId } from '../resource/res-id.ts'
import type { Resource } from '../resource/resource.ts'
import { lookup } from '../yaml/edit.ts'
import {
  assignNode,
  copyNode,
  isEmpty,
  plainScalar,
  textOf,
  type NodeKind,
  type YamlNode,
} from '../yaml/node.ts'
import { matchPath } from '../yaml/path-matcher.ts'
import { splitPathWithBrackets } from '../yaml/split-path.ts'
import { editStructured } from './structured-data.ts'
import type { Transformer } from './transformer.ts'

export interface FieldOptions {
  readonly delimiter: string
  readonly index: number
  readonly create: boolean
}

export interface ReplacementTarget {
  readonly select: Selector | undefined
  readonly reject: readonly Selector[]
  readonly fieldPaths: readonly string[]
  readonly options: FieldOptions | undefined
}

export interface Replacement {
  readonly source:
    | {
        readonly id: ResId
        readonly fieldPath: string
        readonly options: FieldOptions | undefined
      }
    | undefined
  readonly sourceValue: string | undefined
  readonly targets: readonly ReplacementTarget[] | undefined
}

const defaultPath = 'metadata.name'

export function replacementTransformer(replacements: readonly Replacement[]): Transformer {
  return (map) => {
    for (const replacement of replacements) {
      const value = valueFor(replacement, map.resources)
      for (const target of replacement.targets ?? []) applyTo(map.resources, value, target)
    }
    map.dropEmpty()
  }
}

function valueFor(replacement: Replacement, resources: readonly Resource[]): YamlNode {
  const { source, sourceValue, targets } = replacement
  if ((source === undefined && sourceValue === undefined) || targets === undefined) {
    const message = 'replacements must specify a source and at least one target'
    throw new KustomizeError('invalid', message)
  }
  if (sourceValue !== undefined) {
    if (source === undefined) return plainScalar(sourceValue)
    const message = 'a replacement has both source and sourceValue; one was wanted'
    throw new KustomizeError('invalid', message)
  }
  return sourceNode(replacement, resources)
}

function sourceNode({ source }: Replacement, resources: readonly Resource[]): YamlNode {
  if (source === undefined) throw new KustomizeError('invalid', 'a replacement has no source')
  const { id, options } = source
  const found = resources.filter((one) => idsOf(one).some((own) => isMeant(own, id)))
  const [only] = found
  if (only === undefined || found.length > 1) {
    const what = only === undefined ? 'nothing selected by' : 'multiple matches for selector'
    throw new KustomizeError('conflict', `${what} ${printId(id)}`)
  }
  const path = source.fieldPath === '' ? defaultPath : source.fieldPath
  const node = lookup(only.node, splitPathWithBrackets(path, '.'))
  if (node === undefined || isEmpty(node)) {
    const message = `fieldPath \`${path}\` is missing for replacement source ${printId(id)}`
    throw new KustomizeError('conflict', message)
  }
  return options === undefined || options.delimiter === '' ? node : partOf(node, options)
}

/**
 * The identities of an object now and before, without regard to whether it has a namespace at all.
 */
function idsOf(resource: Resource): ResId[] {
  return [{ ...resource.id, isClusterScoped: false }, ...resource.previousIds]
}

function isMeant(id: ResId, selector: ResId): boolean {
  return (
    (selector.name === '' || selector.name === id.name) &&
    (selector.namespace === '' || effectiveNamespace(selector) === effectiveNamespace(id)) &&
    isSelectedBy(id, selector)
  )
}

function partOf(node: YamlNode, { delimiter, index }: FieldOptions): YamlNode {
  requireScalar(node)
  const value = textOf(node).split(delimiter)[index]
  if (value !== undefined && index >= 0) return { ...copyNode(node), value }
  const message = `options.index ${index} is out of bounds for value ${textOf(node)}`
  throw new KustomizeError('invalid', message)
}

function requireScalar(node: YamlNode): void {
  if (node.kind === 'scalar') return
  throw new KustomizeError('invalid', 'delimiter option can only be used with scalar nodes')
}

function applyTo(resources: readonly Resource[], value: YamlNode, target: ReplacementTarget): void {
  const { select } = target
  if (select === undefined)
    throw new KustomizeError('invalid', 'target must specify resources to select')
  const pattern = idPattern(select)
  const rejected = target.reject.filter(hasId).map(idPattern)
  const isSelected = metadataMatcher(select)
  const isRejected = target.reject.filter(hasSelectors).map(metadataMatcher)
  for (const resource of resources) {
    if (!isSelected(resource) || isRejected.some((matches) => matches(resource))) continue
    const ids = idsOf(resource)
    if (rejected.some((one) => ids.some((id) => matchesId(one, id)))) continue
    if (ids.some((id) => matchesId(pattern, id))) copyTo(resource, value, target)
  }
}

function matchesId(pattern: IdPattern, id: ResId): boolean {
  return (
    pattern.matchesGvk(id) && pattern.matchesName(id.name) && pattern.matchesNamespace(id.namespace)
  )
}

function hasId({ group, version, kind, name, namespace }: Selector): boolean {
  return [group, version, kind, name, namespace].some((part) => part !== '')
}

function hasSelectors({ annotationSelector, labelSelector }: Selector): boolean {
  return annotationSelector !== '' || labelSelector !== ''
}

function metadataMatcher(selector: Selector): (resource: Resource) => boolean {
  const byLabels = mapMatcher(selector.labelSelector)
  const byAnnotations = mapMatcher(selector.annotationSelector)
  return ({ labels, annotations }) => byAnnotations(annotations) && byLabels(labels)
}

function copyTo(resource: Resource, value: YamlNode, target: ReplacementTarget): void {
  const { options } = target
  const paths = target.fieldPaths.length === 0 ? [defaultPath] : target.fieldPaths
  const create: NodeKind | undefined = options?.create === true ? value.kind : undefined
  const set = (node: YamlNode) => setValue(node, value, options)
  for (const fieldPath of paths) {
    const path = splitPathWithBrackets(fieldPath, '.')
    if (editStructured(resource.node, path, create, set)) continue
    const words = `unable to find ${create === undefined ? '' : 'or create '}field "${fieldPath}"`
    const what = `${words} in replacement target ${resource.kind} ${resource.name}`
    const found = attempt(what, () => matchPath(resource.node, path, create))
    if (found === undefined || found.length === 0) throw new KustomizeError('conflict', what)
    found.forEach(set)
  }
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw within(what, error)
  }
}

function setValue(node: YamlNode, source: YamlNode, options: FieldOptions | undefined): void {
  const value = copyNode(source)
  if (options !== undefined && options.delimiter !== '') {
    requireScalar(node)
    const parts = node.value.split(options.delimiter)
    const text = textOf(value)
    if (options.index < 0) parts.unshift(text)
    else if (options.index >= parts.length) parts.push(text)
    else parts[options.index] = text
    value.value = parts.join(options.delimiter)
  }
  if (node.kind === 'scalar') node.value = value.value
  else assignNode(node, value)
}
