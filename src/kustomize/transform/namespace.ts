import { editFields, type FieldSpec } from '../config/field-spec.ts'
import { KustomizeError } from '../errors.ts'
import type { Resource } from '../resource/resource.ts'
import { fieldOf, lookupCreate, requireKind, setScalar } from '../yaml/edit.ts'
import {
  isEmpty,
  isMissingOrNull,
  stringTag,
  taggedScalar,
  textOf,
  type YamlNode,
} from '../yaml/node.ts'

export type SubjectMode = 'defaultOnly' | 'allServiceAccounts' | 'none'

export interface NamespaceEdit {
  readonly namespace: string
  readonly specs: readonly FieldSpec[]
  readonly unsetOnly: boolean
  readonly subjects: SubjectMode
}

const subjectModes: readonly string[] = ['defaultOnly', 'allServiceAccounts', 'none']

/** Reads `setRoleBindingSubjects`. */
export function subjectModeOf(text: string): SubjectMode {
  if (text === '') return 'defaultOnly'
  if (subjectModes.includes(text)) return text as SubjectMode
  const known = subjectModes.join(', ')
  const message = `setRoleBindingSubjects is ${text}; it can be one of ${known}`
  throw new KustomizeError('invalid', message)
}

/** Sets the namespace of an object and of what it refers to. */
export function editNamespace(resource: Resource, edit: NamespaceEdit): void {
  const { node, kind, apiVersion } = resource
  const create = { kind: 'scalar', tag: stringTag } as const
  const set = (field: YamlNode) => {
    if (edit.unsetOnly && !isEmpty(field) && textOf(field) !== '') return
    setScalar(field, taggedScalar(edit.namespace, stringTag))
  }
  if (!resource.schemas.isClusterScoped(apiVersion, kind))
    editFields(node, [metadataNamespace], { set, create: { ...create, tag: '' } })
  const isBinding = kind === 'RoleBinding' || kind === 'ClusterRoleBinding'
  if (isBinding) setSubjects(node, edit.subjects, set)
  const specs = edit.specs.filter(
    (spec) =>
      spec.path !== metadataNamespace.path &&
      !(apiVersion !== 'v1' && spec.path === 'metadata/name') &&
      !(isBinding && isBindingSpec(spec)),
  )
  editFields(node, specs, { set, create })
}

const metadataNamespace: FieldSpec = {
  group: '',
  version: '',
  kind: '',
  path: 'metadata/namespace',
  create: true,
}

function isBindingSpec({ kind, path }: FieldSpec): boolean {
  return (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') && path === 'subjects/namespace'
}

function setSubjects(node: YamlNode, mode: SubjectMode, set: (node: YamlNode) => void): void {
  if (mode === 'none') return
  const subjects = fieldOf(node, 'subjects')
  if (subjects === undefined || isMissingOrNull(subjects)) return
  requireKind(subjects, 'list')
  const [field, wanted] = mode === 'defaultOnly' ? ['name', 'default'] : ['kind', 'ServiceAccount']
  for (const subject of subjects.content) {
    const found = fieldOf(subject, field)
    if (found === undefined || isMissingOrNull(found) || found.value !== wanted) continue
    const namespace = lookupCreate(subject, 'scalar', ['namespace'])
    if (namespace !== undefined) set(namespace)
  }
}
