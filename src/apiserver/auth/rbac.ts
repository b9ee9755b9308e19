import { fieldOf, type Json } from '../../objects/json.ts'
import { labelsOf, listAt, textAt } from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import type { User } from '../registry/user.ts'
import type { Store } from '../storage/store.ts'
import type { Access, Authorize, Decision } from './access.ts'

const group = 'rbac.authorization.k8s.io'

/** The members of this group may do everything, whatever the rules say. */
export const privilegedGroup = 'system:masters'

/** A rule, and the binding that gives it. */
export interface GrantedRule {
  readonly rule: Json
  readonly binding: string
}

/** Decides by the roles and bindings in the store. */
export function rbac(store: Store): Authorize {
  return (user, access): Decision => {
    if (user.groups.includes(privilegedGroup)) return { allowed: true, reason: '' }
    const namespace = access.what === 'resource' ? access.namespace : ''
    for (const { rule, binding } of rulesFor(store, user, namespace)) {
      if (allows(rule, access)) return { allowed: true, reason: `RBAC: allowed by ${binding}` }
    }
    return { allowed: false, reason: '' }
  }
}

/** The rules that hold for a user, in a namespace or everywhere; tells of roles that are not there. */
export function* rulesFor(
  store: Store,
  user: User,
  namespace: string,
  onLost: (role: string) => void = () => {},
): Generator<GrantedRule> {
  const buckets = [
    { kind: 'ClusterRoleBinding', bucket: `${group}/clusterrolebindings`, prefix: '', home: '' },
    ...(namespace === ''
      ? []
      : [
          {
            kind: 'RoleBinding',
            bucket: `${group}/rolebindings`,
            prefix: `${namespace}/`,
            home: namespace,
          },
        ]),
  ]
  for (const { kind, bucket, prefix, home } of buckets) {
    for (const entry of store.list(bucket, prefix)) {
      const subject = subjectFor(entry.object, user, home)
      if (subject === undefined) continue
      const role = {
        kind: textAt(entry.object, ['roleRef', 'kind']),
        name: textAt(entry.object, ['roleRef', 'name']),
      }
      const rules = roleRules(store, role, home)
      if (rules === undefined) {
        onLost(role.name)
        continue
      }
      const binding = `${kind} ${JSON.stringify(entry.name)} of ${role.kind} ${JSON.stringify(role.name)} to ${subject}`
      for (const rule of rules) yield { rule, binding }
    }
  }
}

/** The rules of the role that a binding in a namespace, or in none, refers to; undefined when it is not there. */
export function roleRules(
  store: Store,
  { kind, name }: { readonly kind: string; readonly name: string },
  namespace: string,
): readonly Json[] | undefined {
  if (kind === 'ClusterRole') return clusterRoleRules(store, name)
  const role = store.get(`${group}/roles`, `${namespace}/${name}`)?.object
  return role === undefined ? undefined : listAt(role, ['rules'])
}

function clusterRoleRules(store: Store, name: string): readonly Json[] | undefined {
  const role = store.get(`${group}/clusterroles`, name)?.object
  if (role === undefined) return undefined
  const selectors = listAt(role, ['aggregationRule', 'clusterRoleSelectors'])
  const own = listAt(role, ['rules'])
  if (selectors.length === 0) return own
  // A role that gathers others has what they have, at the moment it is asked.
  const gathered = store.list(`${group}/clusterroles`, '').flatMap(({ object }) => {
    const labels = labelsOf(object as never)
    const isMeant = selectors.some((selector) => matchesLabels(readLabelSelector(selector), labels))
    return isMeant ? listAt(object, ['rules']) : []
  })
  return [...own, ...gathered]
}

function subjectFor(binding: Json, user: User, namespace: string): string | undefined {
  for (const subject of listAt(binding, ['subjects'])) {
    const kind = textAt(subject, ['kind'])
    const name = textAt(subject, ['name'])
    const home = textAt(subject, ['namespace']) || namespace
    const matches =
      (kind === 'User' && name === user.name) ||
      (kind === 'Group' && user.groups.includes(name)) ||
      (kind === 'ServiceAccount' && user.name === `system:serviceaccount:${home}:${name}`)
    if (matches)
      return `${kind} ${JSON.stringify(kind === 'ServiceAccount' ? `${home}/${name}` : name)}`
  }
  return undefined
}

function allows(rule: Json, access: Access): boolean {
  if (!hasWord(rule, 'verbs', access.verb)) return false
  if (access.what === 'path') {
    return listAt(rule, ['nonResourceURLs']).some((pattern) =>
      matchesPath(textOf(pattern), access.path),
    )
  }
  if (!hasWord(rule, 'apiGroups', access.group)) return false
  if (!matchesResource(rule, access.resource, access.subresource)) return false
  const names = listAt(rule, ['resourceNames'])
  return names.length === 0 || names.includes(access.name)
}

function hasWord(rule: Json, field: string, word: string): boolean {
  const words = fieldOf(rule, field)
  return Array.isArray(words) && (words.includes('*') || words.includes(word))
}

function matchesResource(rule: Json, resource: string, subresource: string): boolean {
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  return listAt(rule, ['resources']).some(
    (one) => one === '*' || one === full || (subresource !== '' && one === `*/${subresource}`),
  )
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*') return true
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : ''
}
