import { compareStrings } from '../../formats/go-string.ts'
import { KustomizeError, within } from '../errors.ts'
import { equalGvk, isSelectedBy, parseApiVersion, type Gvk } from '../resource/res-id.ts'
import { fieldOf, getField, setField } from '../yaml/edit.ts'
import { emptyNode, isTaggedNull, mapTag, type NodeKind, type YamlNode } from '../yaml/node.ts'
import { splitPath } from '../yaml/split-path.ts'

/** A place in objects of some kinds. */
export interface FieldSpec extends Gvk {
  /** Fields with slashes between them; `[]` after one says that it holds a list. */
  readonly path: string
  /** Whether it is made where it is missing. */
  readonly create: boolean
}

/** The change at a place, and the node that is made there where one may be made. */
export interface FieldEdit {
  readonly set: (node: YamlNode) => void
  readonly create?: { readonly kind: NodeKind; readonly tag: string }
}

/** Edits the place that a spec names in an object, if the object is of its kinds. */
export function editField(object: YamlNode, spec: FieldSpec, edit: FieldEdit): void {
  const version = parseApiVersion(fieldOf(object, 'apiVersion')?.value ?? '')
  const gvk = { ...version, kind: fieldOf(object, 'kind')?.value ?? '' }
  if (!isSelectedBy(gvk, spec)) return
  try {
    walk(object, splitPath(spec.path, '/'), spec, edit)
  } catch (error) {
    const name = fieldOf(fieldOf(object, 'metadata'), 'name')?.value ?? ''
    throw within(`considering field '${spec.path}' of ${gvk.kind} ${name}`, error)
  }
}

export function editFields(object: YamlNode, specs: readonly FieldSpec[], edit: FieldEdit): void {
  for (const spec of specs) editField(object, spec, edit)
}

function walk(node: YamlNode, path: readonly string[], spec: FieldSpec, edit: FieldEdit): void {
  if (path.length === 0) {
    edit.set(node)
    return
  }
  if (isTaggedNull(node)) return
  if (node.kind === 'list') {
    for (const item of node.content) walk(item, path, spec, edit)
    return
  }
  if (node.kind !== 'map')
    throw new KustomizeError('invalid', `line ${node.line}: a list or a map was wanted`)
  const field = fieldFor(node, path, spec, edit)
  if (field !== undefined) walk(field, path.slice(1), spec, edit)
}

function fieldFor(
  map: YamlNode,
  path: readonly string[],
  spec: FieldSpec,
  edit: FieldEdit,
): YamlNode | undefined {
  const [part = ''] = path
  const isList = part.endsWith('[]')
  const name = isList ? part.slice(0, -2) : part
  if (name === '') throw new KustomizeError('invalid', 'cannot set or create an empty field name')
  const { create } = edit
  if (!spec.create || create === undefined || isList) {
    const field = lookupName(map, name)
    if (isList && isTaggedNull(field)) makeKind(field, 'list', '')
    return field
  }
  const made = path.length <= 1 ? create : { kind: 'map' as const, tag: mapTag }
  const field = lookupName(map, name) ?? setField(map, name, emptyNode(made.kind))
  if (isTaggedNull(field)) makeKind(field, made.kind, made.tag)
  return field
}

// Names are looked up as parts of paths: blanks around them do not count.
function lookupName(map: YamlNode, name: string): YamlNode | undefined {
  return getField(map, name.trim())
}

function makeKind(node: YamlNode | undefined, kind: NodeKind, tag: string): void {
  if (node !== undefined) Object.assign(node, { kind, tag })
}

/** Adds a spec, unless there is one that says the same. */
export function mergeSpec(specs: readonly FieldSpec[], spec: FieldSpec): readonly FieldSpec[] {
  const same = specs.find((one) => isSelectedBy(one, spec) && one.path === spec.path)
  if (same === undefined) return [...specs, spec]
  if (same.create === spec.create) return specs
  throw new KustomizeError('conflict', `conflicting fieldspecs for ${spec.path}`)
}

export function mergeSpecs(
  specs: readonly FieldSpec[],
  more: readonly FieldSpec[],
): readonly FieldSpec[] {
  return more.reduce(mergeSpec, specs)
}

const orderFirst: readonly string[] = [
  'Namespace',
  'ResourceQuota',
  'StorageClass',
  'CustomResourceDefinition',
  'ServiceAccount',
  'PodSecurityPolicy',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'Endpoints',
  'Service',
  'LimitRange',
  'PriorityClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
]
const orderLast: readonly string[] = [
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

/** The order in which kinds come first and last, where nothing else is said. */
export const defaultKindOrder: KindOrder = { first: orderFirst, last: orderLast }

export interface KindOrder {
  readonly first: readonly string[]
  readonly last: readonly string[]
}

/** Where a kind comes: before all others below zero, after them above. */
export function rankOfKind(kind: string, { first, last }: KindOrder): number {
  const late = last.lastIndexOf(kind)
  if (late >= 0) return late + 1
  const early = first.lastIndexOf(kind)
  return early < 0 ? 0 : early - first.length
}

/** Group, version and kind as one text to sort by. */
export function gvkSortText({ group, version, kind }: Gvk): string {
  return `${group || '~G'}_${version || '~V'}_${kind || '~K'}`
}

/** The order of field specs. */
export function compareGvk(a: Gvk, b: Gvk): number {
  if (equalGvk(a, b)) return 0
  const byRank = rankOfKind(a.kind, defaultKindOrder) - rankOfKind(b.kind, defaultKindOrder)
  return byRank !== 0 ? byRank : compareStrings(gvkSortText(a), gvkSortText(b))
}
