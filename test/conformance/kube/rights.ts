import { Resource, prepare, until } from './resource.ts'
import type { Headers, JsonObject, RequestStep } from './row.ts'

/** Parts of rows about rights: who holds what, and steps that somebody takes. */

export const group = 'rbac.authorization.k8s.io'
const cluster = (kind: string, plural: string) =>
  new Resource({ apiVersion: `${group}/v1`, kind, path: `/apis/${group}/v1/${plural}` }, '{id}')
export const clusterRole = cluster('ClusterRole', 'clusterroles')
export const clusterBinding = cluster('ClusterRoleBinding', 'clusterrolebindings')
const inNamespace = (kind: string, plural: string) =>
  new Resource({
    apiVersion: `${group}/v1`,
    kind,
    path: `/apis/${group}/v1/namespaces/{id}/${plural}`,
  })
export const role = inNamespace('Role', 'roles')
export const roleBinding = inNamespace('RoleBinding', 'rolebindings')

export type Rule = JsonObject

/** A rule about resources: `rule('', 'pods', 'get list')`, with names if it is about some. */
export function rule(apiGroups: string, resources: string, verbs: string, names = ''): Rule {
  return {
    apiGroups: apiGroups.split(' '),
    resources: resources.split(' '),
    verbs: verbs.split(' '),
    ...(names === '' ? {} : { resourceNames: names.split(' ') }),
  }
}

export function urls(nonResourceURLs: string, verbs: string): Rule {
  return { nonResourceURLs: nonResourceURLs.split(' '), verbs: verbs.split(' ') }
}

/** May write roles and bindings, which says nothing of what may stand in them. */
export const writesRights = rule(
  group,
  'roles clusterroles rolebindings clusterrolebindings',
  'get create update patch delete',
)

/** The user of a row. */
export const user = 'user-{id}'

/** The same step as somebody else, by the rights of the administrator. */
export function as(step: RequestStep, name: string, more: Headers = {}): RequestStep {
  return { ...step, headers: { ...step.headers, 'impersonate-user': name, ...more } }
}

/** The same step with a token that an earlier step was given, and without a certificate. */
export function withToken(step: RequestStep, answer: number, more: Headers = {}): RequestStep {
  const authorization = `Bearer {{${answer}.status.token}}`
  return { ...step, certificate: 'none', headers: { ...step.headers, authorization, ...more } }
}

interface Holder {
  readonly kind: 'User' | 'ServiceAccount'
  readonly name: string
  readonly namespace?: string
}

/** Steps after which somebody holds rules everywhere; the real server takes them up a little later. */
export function holds(holder: Holder, rules: readonly Rule[]): RequestStep[] {
  const name = '{id}-held'
  const subject =
    holder.kind === 'User' ? { ...holder, apiGroup: group } : { ...holder, namespace: '{id}' }
  return prepare(
    clusterRole.named(name).create({ rules: [...rules, marker] }),
    clusterBinding
      .named(name)
      .create({ roleRef: { apiGroup: group, kind: 'ClusterRole', name }, subjects: [subject] }),
    seen(nameOf(holder)),
  )
}

/** The same in the namespace of the row. */
export function holdsHere(holder: Holder, rules: readonly Rule[]): RequestStep[] {
  const name = 'held'
  return prepare(
    role.named(name).create({ rules: [...rules, marker] }),
    roleBinding.named(name).create({
      roleRef: { apiGroup: group, kind: 'Role', name },
      subjects: [{ ...holder, apiGroup: group }],
    }),
    seen(nameOf(holder), '{id}'),
  )
}

export const person: Holder = { kind: 'User', name: user }
export const account: Holder = { kind: 'ServiceAccount', name: 'one' }

// A right of no use, by which it is seen that the others hold.
const marker = rule('marker.example.com', 'marks', 'see')

function seen(name: string, namespace = ''): RequestStep {
  const resourceAttributes = {
    verb: 'see',
    group: 'marker.example.com',
    resource: 'marks',
    ...(namespace === '' ? {} : { namespace }),
  }
  const review: RequestStep = {
    do: 'request',
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    headers: { 'content-type': 'application/json' },
    body: {
      json: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user: name, resourceAttributes },
      },
    },
  }
  return until(review, { at: 'status.allowed', is: true })
}

function nameOf({ kind, name }: Holder): string {
  return kind === 'User' ? name : `system:serviceaccount:{id}:${name}`
}
