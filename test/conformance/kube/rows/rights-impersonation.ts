import { a } from '../kinds.ts'
import { prepare } from '../resource.ts'
import { account, holds, rule, withToken } from '../rights.ts'
import type { Headers, KubeRow, RequestStep } from '../row.ts'

// Whom somebody may be taken for: users, groups, service accounts, uids and extras, each with a right of its own.

const whoAmI: RequestStep = {
  do: 'request', method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews', headers: { 'content-type': 'application/json' },
  body: { json: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' } },
}
const users = (names = '') => rule('', 'users', 'impersonate', names)
const groups = (names = '') => rule('', 'groups', 'impersonate', names)
const accounts = (names = '') => rule('', 'serviceaccounts', 'impersonate', names)
const uids = (names = '') => rule('authentication.k8s.io', 'uids', 'impersonate', names)
const extras = (key: string, names = '') => rule('authentication.k8s.io', `userextras/${key}`, 'impersonate', names)

type ImpersonationRow = readonly [name: string, held: readonly ReturnType<typeof rule>[], headers: Headers]

const askToken: RequestStep = {
  do: 'request', method: 'POST', path: '/api/v1/namespaces/{id}/serviceaccounts/one/token', headers: { 'content-type': 'application/json' },
  body: { json: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
}
const token = (): readonly RequestStep[] => prepare(a('serviceAccount').create(), askToken)

/** A service account with these rights asks who it is when it says these things of itself. */
const rowOf = ([name, held, headers]: ImpersonationRow): KubeRow => ({
  name, steps: [...token(), ...holds(account, held), withToken(whoAmI, 1, headers)],
})

const jane = { 'impersonate-user': 'jane' }
const other = { 'impersonate-user': 'system:serviceaccount:{id}:other' }

const wanted: readonly ImpersonationRow[] = [
  ['nobody else', [], {}],
  ['a user without the right', [], jane],
  ['a user', [users()], jane],
  ['a user by name', [users('jane')], jane],
  ['another user than the one by name', [users('jack')], jane],
  ['an empty user', [], { 'impersonate-user': '' }],
  ['a user with a space', [users()], { 'impersonate-user': 'jane doe' }],
  ['a user that is nobody', [users()], { 'impersonate-user': 'system:anonymous' }],
  ['a user that is nobody, with a group', [users(), groups()], { 'impersonate-user': 'system:anonymous', 'impersonate-group': 'system:authenticated' }],
  ['a user that is nobody, as unauthenticated', [users(), groups()], { 'impersonate-user': 'system:anonymous', 'impersonate-group': 'system:unauthenticated' }],
  ['a component of the system', [users()], { 'impersonate-user': 'system:kube-scheduler' }],
  ['a node', [users()], { 'impersonate-user': 'system:node:one', 'impersonate-group': 'system:nodes' }],
  ['a group without the right', [users()], { ...jane, 'impersonate-group': 'staff' }],
  ['a group', [users(), groups()], { ...jane, 'impersonate-group': 'staff' }],
  ['two groups', [users(), groups()], { ...jane, 'impersonate-group': ['staff', 'guests'] }],
  ['two groups of which one is allowed', [users(), groups('staff')], { ...jane, 'impersonate-group': ['staff', 'guests'] }],
  ['groups with a comma are one group', [users(), groups()], { ...jane, 'impersonate-group': 'staff,guests' }],
  ['the masters without the right', [users(), groups('staff')], { ...jane, 'impersonate-group': 'system:masters' }],
  ['the masters', [users(), groups()], { ...jane, 'impersonate-group': 'system:masters' }],
  ['the authenticated without the right', [users()], { ...jane, 'impersonate-group': 'system:authenticated' }],
  ['the authenticated', [users(), groups()], { ...jane, 'impersonate-group': 'system:authenticated' }],
  ['the unauthenticated without the right', [users()], { ...jane, 'impersonate-group': 'system:unauthenticated' }],
  ['the unauthenticated', [users(), groups()], { ...jane, 'impersonate-group': 'system:unauthenticated' }],
  ['an empty group', [users(), groups()], { ...jane, 'impersonate-group': '' }],
  ['a group without a user', [users(), groups()], { 'impersonate-group': 'staff' }],
  ['a group with an empty user', [users(), groups()], { 'impersonate-user': '', 'impersonate-group': 'staff' }],
  ['a group without a user, without rights', [], { 'impersonate-group': 'staff' }],
  ['a service account without the right', [users()], other],
  ['a service account', [accounts()], other],
  ['a service account by name', [accounts('other')], other],
  ['another service account than the one by name', [accounts('one')], other],
  ['a service account with groups', [accounts(), groups()], { ...other, 'impersonate-group': 'staff' }],
  ['a service account with groups, without the right', [accounts()], { ...other, 'impersonate-group': 'staff' }],
  ['a service account with groups of another namespace', [accounts()], { ...other, 'impersonate-group': 'system:serviceaccounts:kube-system' }],
  ['something like a service account is a user', [accounts()], { 'impersonate-user': 'system:serviceaccount:only' }],
  ['something like a service account with bad letters', [accounts()], { 'impersonate-user': 'system:serviceaccount:{id}:Bad_Name' }],
  ['a service account of too many parts', [accounts()], { 'impersonate-user': 'system:serviceaccount:{id}:a:b' }],
  ['a uid without the right', [users()], { ...jane, 'impersonate-uid': '42' }],
  ['a uid', [users(), uids()], { ...jane, 'impersonate-uid': '42' }],
  ['a uid by name', [users(), uids('42')], { ...jane, 'impersonate-uid': '42' }],
  ['another uid than the one by name', [users(), uids('43')], { ...jane, 'impersonate-uid': '42' }],
  ['an empty uid', [users()], { ...jane, 'impersonate-uid': '' }],
  ['a uid without a user', [users(), uids()], { 'impersonate-uid': '42' }],
  ['an extra without the right', [users()], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['an extra', [users(), extras('scopes')], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['an extra of another key', [users(), extras('others')], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['an extra by value', [users(), extras('scopes', 'view')], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['another extra than the one by value', [users(), extras('scopes', 'view')], { ...jane, 'impersonate-extra-scopes': 'edit' }],
  ['two values of an extra', [users(), extras('scopes')], { ...jane, 'impersonate-extra-scopes': ['view', 'edit'] }],
  ['two values of an extra of which one is allowed', [users(), extras('scopes', 'view')], { ...jane, 'impersonate-extra-scopes': ['view', 'edit'] }],
  ['all keys of extras', [users(), rule('authentication.k8s.io', 'userextras', 'impersonate')], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['a key in capitals', [users(), extras('scopes')], { ...jane, 'Impersonate-Extra-SCOPES': 'view' }],
  ['a key that is escaped', [users(), extras('example.com/scopes')], { ...jane, 'impersonate-extra-example.com%2fscopes': 'view' }],
  ['a key that is escaped badly', [users(), rule('authentication.k8s.io', '*', 'impersonate')], { ...jane, 'impersonate-extra-a%zz': 'view' }],
  ['an empty key', [users(), rule('authentication.k8s.io', '*', 'impersonate')], { ...jane, 'impersonate-extra-': 'view' }],
  ['an empty value of an extra', [users(), extras('scopes')], { ...jane, 'impersonate-extra-scopes': '' }],
  ['an extra without a user', [users(), extras('scopes')], { 'impersonate-extra-scopes': 'view' }],
  ['everything at once', [users(), groups(), uids(), extras('scopes')], { ...jane, 'impersonate-group': 'staff', 'impersonate-uid': '42', 'impersonate-extra-scopes': 'view' }],
  ['all verbs of everything', [rule('*', '*', '*')], { ...jane, 'impersonate-group': 'system:masters', 'impersonate-uid': '42', 'impersonate-extra-scopes': 'view' }],
  ['a header that is none of them', [users()], { ...jane, 'impersonate-colour': 'red' }],
]

// Since 1.36 the action and the identity may be allowed apart, by the kind of identity.
const on = (mode: string, verb = 'create') => rule('authentication.k8s.io', 'selfsubjectreviews', `impersonate-on:${mode}:${verb}`)
const identity = (mode: string, resource: string, names = '') => rule('authentication.k8s.io', resource, `impersonate:${mode}`, names)
const anyUser = [on('user-info'), identity('user-info', 'users')]
const anyAccount = [on('serviceaccount'), identity('serviceaccount', 'serviceaccounts')]
const anyNode = [on('arbitrary-node'), identity('arbitrary-node', 'nodes')]
const node = { 'impersonate-user': 'system:node:one' }
const many = ['a', 'b', 'c', 'd', 'e']

const constrained: readonly ImpersonationRow[] = [
  ['a user', anyUser, jane],
  ['a user by name', [on('user-info'), identity('user-info', 'users', 'jane')], jane],
  ['another user than the one by name', [on('user-info'), identity('user-info', 'users', 'jack')], jane],
  ['the action alone', [on('user-info')], jane],
  ['the identity alone', [identity('user-info', 'users')], jane],
  ['another action', [on('user-info', 'get'), identity('user-info', 'users')], jane],
  ['users of the core group', [on('user-info'), rule('', 'users', 'impersonate:user-info')], jane],
  ['nobody', anyUser, { 'impersonate-user': 'system:anonymous' }],
  ['a group without the right', anyUser, { ...jane, 'impersonate-group': 'staff' }],
  ['a group', [...anyUser, identity('user-info', 'groups')], { ...jane, 'impersonate-group': 'staff' }],
  ['the unauthenticated', [...anyUser, identity('user-info', 'groups')], { ...jane, 'impersonate-group': 'system:unauthenticated' }],
  ['the masters', [...anyUser, identity('user-info', 'groups')], { ...jane, 'impersonate-group': 'system:masters' }],
  ['the masters among others', [...anyUser, identity('user-info', 'groups')], { ...jane, 'impersonate-group': ['staff', 'system:masters'] }],
  ['an empty group', [...anyUser, identity('user-info', 'groups')], { ...jane, 'impersonate-group': '' }],
  ['many groups by a star', [...anyUser, identity('user-info', 'groups', '*')], { ...jane, 'impersonate-group': many }],
  ['three groups by a star', [...anyUser, identity('user-info', 'groups', '*')], { ...jane, 'impersonate-group': many.slice(2) }],
  ['many groups by their names', [...anyUser, identity('user-info', 'groups', 'a b c d e')], { ...jane, 'impersonate-group': many }],
  ['many groups but one', [...anyUser, identity('user-info', 'groups', 'a b c d')], { ...jane, 'impersonate-group': many }],
  ['a uid without the right', anyUser, { ...jane, 'impersonate-uid': '42' }],
  ['a uid', [...anyUser, identity('user-info', 'uids')], { ...jane, 'impersonate-uid': '42' }],
  ['an extra without the right', anyUser, { ...jane, 'impersonate-extra-example.com%2fscopes': 'view' }],
  ['an extra', [...anyUser, identity('user-info', 'userextras/example.com/scopes')], { ...jane, 'impersonate-extra-example.com%2fscopes': 'view' }],
  ['an extra without a domain', [...anyUser, identity('user-info', 'userextras/scopes')], { ...jane, 'impersonate-extra-scopes': 'view' }],
  ['an extra of a bad domain', [...anyUser, identity('user-info', '*')], { ...jane, 'impersonate-extra-exa_mple%2fscopes': 'view' }],
  ['an extra of a bad path', [...anyUser, identity('user-info', '*')], { ...jane, 'impersonate-extra-example.com%2fa%20b': 'view' }],
  ['an extra in capitals', [...anyUser, identity('user-info', '*')], { ...jane, 'impersonate-extra-example.com%2f%41': 'view' }],
  ['an empty key', [...anyUser, identity('user-info', '*')], { ...jane, 'impersonate-extra-': 'view' }],
  ['an empty value', [...anyUser, identity('user-info', '*')], { ...jane, 'impersonate-extra-example.com%2fscopes': '' }],
  ['many values by a star', [...anyUser, identity('user-info', '*', '*')], { ...jane, 'impersonate-extra-example.com%2fscopes': many }],
  ['a service account', anyAccount, other],
  ['a service account by name', [on('serviceaccount'), identity('serviceaccount', 'serviceaccounts', 'other')], other],
  ['the action of a service account alone', [on('serviceaccount')], other],
  ['a service account as a user', [...anyUser, identity('user-info', 'serviceaccounts')], other],
  ['a service account with groups', [...anyAccount, identity('serviceaccount', 'groups')], { ...other, 'impersonate-group': 'staff' }],
  ['a node', anyNode, node],
  ['a node by name', [on('arbitrary-node'), identity('arbitrary-node', 'nodes', 'one')], node],
  ['another node than the one by name', [on('arbitrary-node'), identity('arbitrary-node', 'nodes', 'two')], node],
  ['a node without rights', [], node],
  ['a node with its group', [...anyNode, identity('arbitrary-node', 'groups')], { ...node, 'impersonate-group': 'system:nodes' }],
  ['a node as a user', anyUser, node],
  ['a node that this account is not on', [on('associated-node'), identity('associated-node', 'nodes')], node],
  ['something like a node is a user', anyUser, { 'impersonate-user': 'system:node:Bad_Name' }],
]

const asNobody: RequestStep = { ...whoAmI, certificate: 'none' }
const asAdministrator: RequestStep = a('configMap').list()

const others: readonly KubeRow[] = [
  { name: 'nobody is taken for anybody', steps: [{ ...asNobody, headers: { ...asNobody.headers, ...jane } }] },
  { name: 'nobody is taken for nobody', steps: [asNobody] },
  { name: 'a token that nobody knows, taken for a user', steps: [{ ...asNobody, headers: { ...asNobody.headers, ...jane, authorization: 'Bearer unknown' } }] },
  { name: 'a token that nobody knows beside a certificate', steps: [{ ...asAdministrator, headers: { ...asAdministrator.headers, authorization: 'Bearer unknown' } }] },
  { name: 'a token of an account beside a certificate', steps: [...token(), { ...asAdministrator, headers: { ...asAdministrator.headers, authorization: 'Bearer {{1.status.token}}' } }] },
  { name: 'a password', steps: [{ ...asNobody, headers: { ...asNobody.headers, authorization: 'Basic YTpi' } }] },
  { name: 'masters are taken for anybody', steps: [{ ...whoAmI, headers: { ...whoAmI.headers, ...jane, 'impersonate-group': ['a', 'b'], 'impersonate-uid': '1', 'impersonate-extra-k': 'v' } }] },
  { name: 'masters without a user', steps: [{ ...asAdministrator, headers: { ...asAdministrator.headers, 'impersonate-group': ['a', 'b'] } }] },
  { name: 'who is taken for another has the rights of that one alone', steps: [...token(), ...holds(account, [users(), rule('', 'configmaps', 'list')]), withToken(a('configMap').list(), 1, jane)] },
  { name: 'rights are asked before the path', steps: [...token(), ...holds(account, []), withToken({ do: 'request', method: 'GET', path: '/nowhere', headers: {} }, 1, jane)] },
]

export const rows: readonly KubeRow[] = [
  ...wanted.map(rowOf),
  ...constrained.map(([name, held, headers]) => rowOf([`apart: ${name}`, held, headers])),
  ...others,
]
