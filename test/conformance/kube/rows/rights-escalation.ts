import { a } from '../kinds.ts'
import { type Resource, prepare, until } from '../resource.ts'
import {
  type Rule, as, clusterBinding, clusterRole, group, holds, holdsHere, person, role, roleBinding, rule, urls, user, writesRights,
} from '../rights.ts'
import type { JsonObject, KubeRow, RequestStep } from '../row.ts'

// A user cannot give rights that they do not hold, unless they may `escalate` roles or `bind` them.

const pods = rule('', 'pods', 'get list')
const secrets = rule('', 'secrets', 'get')
const everything = rule('*', '*', '*')
const anywhere = urls('*', '*')
const me = (step: RequestStep) => as(step, user)
const subjects = [{ kind: 'User', name: 'somebody', apiGroup: group }]
const refers = (kind: string, name: string): JsonObject => ({ roleRef: { apiGroup: group, kind, name }, subjects })
const master = (step: RequestStep) => as(step, user, { 'impersonate-group': 'system:masters' })

/** The answer to somebody who holds these rules when a role is to have those. */
function granting(name: string, held: readonly Rule[], granted: readonly Rule[], resource: Resource = clusterRole): KubeRow {
  return { name, steps: [...holds(person, [writesRights, ...held]), me(resource.create({ rules: granted }))] }
}

const grants: readonly (readonly [name: string, held: readonly Rule[], granted: readonly Rule[]])[] = [
  ['what is held may be given', [pods], [pods]],
  ['less than what is held', [pods], [rule('', 'pods', 'get')]],
  ['a verb that is not held', [pods], [rule('', 'pods', 'get delete')]],
  ['verbs that are not held are told together', [pods], [rule('', 'pods', 'delete create patch')]],
  ['another resource', [pods], [rule('', 'pods secrets', 'get')]],
  ['another group', [pods], [rule('apps', 'pods', 'get')]],
  ['several groups, resources and verbs', [], [rule(' apps', 'pods deployments', 'get list')]],
  ['several rules, told in order', [], [secrets, rule('apps', 'deployments', 'get'), rule('', 'configmaps', 'get')]],
  ['the same rule twice', [], [secrets, secrets]],
  ['everything', [pods], [everything]],
  ['everything without everything', [rule('', '*', '*')], [everything]],
  ['all verbs of a resource', [pods], [rule('', 'pods', '*')]],
  ['all verbs cover any verb', [rule('', 'pods', '*')], [rule('', 'pods', 'get frobnicate')]],
  ['all resources of a group', [rule('', '*', 'get')], [rule('', 'pods secrets pods/log', 'get')]],
  ['all groups', [rule('*', 'pods', 'get')], [rule(' metrics.k8s.io', 'pods', 'get')]],
  ['a subresource is not its resource', [pods], [rule('', 'pods/log', 'get')]],
  ['a subresource of everything', [rule('', '*/scale', 'get')], [rule('', 'pods/scale things/scale', 'get')]],
  ['a star before a subresource must be held itself', [rule('', 'pods/scale', 'get')], [rule('', '*/scale', 'get')]],
  ['names narrow what is given', [secrets], [rule('', 'secrets', 'get', 'one two')]],
  ['names that are held', [rule('', 'secrets', 'get', 'one two')], [rule('', 'secrets', 'get', 'one')]],
  ['a name that is not held', [rule('', 'secrets', 'get', 'one')], [rule('', 'secrets', 'get', 'one two')]],
  ['all names where one is held', [rule('', 'secrets', 'get', 'one')], [secrets]],
  ['verbs of one name are told together', [], [rule('', 'secrets', 'get list', 'one')]],
  ['verbs of two names are told apart', [], [rule('', 'secrets', 'get list', 'one two')]],
  ['a path that is held', [urls('/metrics', 'get')], [urls('/metrics', 'get')]],
  ['a path below one that is held', [urls('/logs/*', 'get')], [urls('/logs/kubelet', 'get')]],
  ['a path that is not held', [urls('/logs/*', 'get')], [urls('/metrics /healthz', 'get post')]],
  ['a wider path', [urls('/logs/*', 'get')], [urls('/*', 'get')]],
  ['paths and resources together', [], [secrets, urls('/metrics', 'get')]],
  ['rules of two holders add up', [rule('', 'pods', 'get'), rule('', 'pods', 'list')], [pods]],
  ['a rule without verbs is looked at after rights', [], [{ apiGroups: [''], resources: ['pods'], verbs: [] }]],
]

const aggregation = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { gather: 'these' } }] } }
const labelled = { metadata: { name: '{id}', labels: { gather: 'these' } } }

const roles: readonly KubeRow[] = [
  granting('a role in a namespace', [pods], [secrets], role),
  granting('a role in a namespace of what is held everywhere', [pods], [pods], role),
  {
    name: 'what is held here may be given here',
    steps: [...holdsHere(person, [writesRights, pods]), me(role.create({ rules: [pods] }))],
  },
  {
    name: 'what is held here is not held everywhere',
    steps: [...holds(person, [writesRights]), ...holdsHere(person, [pods]), me(clusterRole.create({ rules: [pods] }))],
  },
  {
    name: 'a path in a role of a namespace',
    steps: [...holds(person, [writesRights]), me(role.create({ rules: [urls('/metrics', 'get')] }))],
  },
  granting('who may escalate gives anything', [rule(group, 'clusterroles', 'escalate')], [everything, anywhere]),
  granting('who may escalate roles does not escalate those of the cluster', [rule(group, 'roles', 'escalate')], [secrets]),
  granting('who may escalate roles in all namespaces', [rule(group, 'roles', 'escalate')], [secrets], role),
  granting('who may escalate one role creates others as anybody', [rule(group, 'clusterroles', 'escalate', 'other')], [secrets]),
  {
    name: 'who may escalate one role changes it',
    steps: [
      ...prepare(clusterRole.create({ rules: [] })),
      ...holds(person, [writesRights, rule(group, 'clusterroles', 'escalate', '{id}')]),
      me(clusterRole.patch('merge', { rules: [secrets] })),
    ],
  },
  { name: 'who may do everything gives everything', steps: [...holds(person, [everything, anywhere]), me(clusterRole.create({ rules: [everything, anywhere] }))] },
  { name: 'masters give everything', steps: [master(clusterRole.create({ rules: [everything, anywhere] }))] },
  {
    name: 'an update gives what is not held',
    steps: [...prepare(clusterRole.create({ rules: [pods] })), ...holds(person, [writesRights, pods]), me(clusterRole.replace({ rules: [pods, secrets] }))],
  },
  {
    name: 'an update keeps what was given and is not held',
    steps: [...prepare(clusterRole.create({ rules: [pods] })), ...holds(person, [writesRights]), me(clusterRole.replace({ ...labelled, rules: [pods] }))],
  },
  {
    name: 'an update of nothing at all',
    steps: [...prepare(clusterRole.create({ rules: [pods] })), ...holds(person, [writesRights]), me(clusterRole.replace({ rules: [pods] }))],
  },
  {
    name: 'an update that takes away what is not held',
    steps: [...prepare(clusterRole.create({ rules: [pods, secrets] })), ...holds(person, [writesRights, pods]), me(clusterRole.replace({ rules: [pods] }))],
  },
  {
    name: 'owners and finalizers may go from what is not held',
    steps: [
      ...prepare(clusterRole.create({ metadata: { name: '{id}', finalizers: ['example.com/keep'] }, rules: [pods] })),
      ...holds(person, [writesRights]),
      me(clusterRole.patch('merge', { metadata: { finalizers: null } })),
    ],
  },
  {
    name: 'a label may not come to what is not held',
    steps: [...prepare(clusterRole.create({ rules: [pods] })), ...holds(person, [writesRights]), me(clusterRole.patch('merge', { metadata: { labels: { a: 'b' } } }))],
  },
  {
    name: 'a merge patch gives what is not held',
    steps: [...prepare(role.create({ rules: [pods] })), ...holds(person, [writesRights, pods]), me(role.patch('merge', { rules: [secrets] }))],
  },
  {
    name: 'a JSON patch gives what is not held',
    steps: [
      ...prepare(role.create({ rules: [pods] })), ...holds(person, [writesRights, pods]),
      me(role.patch('json', [{ op: 'add', path: '/rules/-', value: secrets }])),
    ],
  },
  {
    name: 'a strategic patch gives what is not held',
    steps: [...prepare(role.create({ rules: [pods] })), ...holds(person, [writesRights, pods]), me(role.patch('strategic', { rules: [secrets] }))],
  },
  { name: 'an apply creates a role with what is not held', steps: [...holds(person, [writesRights]), me(role.apply('me', { rules: [secrets] }))] },
  { name: 'an apply creates a role with what is held', steps: [...holds(person, [writesRights, secrets]), me(role.apply('me', { rules: [secrets] }))] },
  {
    name: 'an apply changes a role to what is not held',
    steps: [...prepare(role.create({ rules: [] })), ...holds(person, [writesRights]), me(role.apply('me', { rules: [secrets] }, { force: 'true' }))],
  },
  { name: 'an update creates a role with what is not held', steps: [...holds(person, [writesRights]), me(role.replace({ rules: [secrets] }))] },
  { name: 'a dry run gives nothing either', steps: [...holds(person, [writesRights]), me(clusterRole.create({ rules: [secrets] }, { dryRun: 'All' }))] },
  {
    name: 'a generated name is not told',
    steps: [...holds(person, [writesRights]), me(role.create({ metadata: { name: '', generateName: 'one-' }, rules: [secrets] }))],
  },
  { name: 'a deletion needs no rights but its own', steps: [...prepare(clusterRole.create({ rules: [everything] })), ...holds(person, [writesRights]), me(clusterRole.delete())] },
  {
    name: 'a binding to a role that is not there is told',
    steps: [
      ...prepare(clusterBinding.named('{id}-lost').create({ roleRef: { apiGroup: group, kind: 'ClusterRole', name: '{id}-none' }, subjects: [{ kind: 'User', name: user, apiGroup: group }] })),
      ...holds(person, [writesRights]), me(clusterRole.create({ rules: [secrets] })),
    ],
  },
  {
    name: 'bindings to roles that are not there are told',
    steps: [
      ...prepare(clusterBinding.named('{id}-lost').create({ roleRef: { apiGroup: group, kind: 'ClusterRole', name: '{id}-none' }, subjects: [{ kind: 'User', name: user, apiGroup: group }] })),
      ...prepare(roleBinding.named('lost').create({ roleRef: { apiGroup: group, kind: 'Role', name: 'none' }, subjects: [{ kind: 'User', name: user, apiGroup: group }] })),
      ...holds(person, [writesRights]), ...holdsHere(person, []), me(role.create({ rules: [secrets] })),
    ],
  },
  { name: 'who may not create roles is told only that', steps: [...holds(person, [pods]), me(clusterRole.create({ rules: [secrets] }))] },
]

const gathering: readonly KubeRow[] = [
  { name: 'a role that gathers others needs everything', steps: [...holds(person, [writesRights, pods]), me(clusterRole.create(aggregation))] },
  { name: 'a role that gathers, by who may do everything', steps: [...holds(person, [everything, anywhere]), me(clusterRole.create(aggregation))] },
  { name: 'a role that gathers, by who may do everything but paths', steps: [...holds(person, [everything]), me(clusterRole.create(aggregation))] },
  { name: 'a role that gathers, by who may escalate', steps: [...holds(person, [writesRights, rule(group, 'clusterroles', 'escalate')]), me(clusterRole.create(aggregation))] },
  {
    name: 'a role begins to gather',
    steps: [...prepare(clusterRole.create({ rules: [] })), ...holds(person, [writesRights]), me(clusterRole.patch('merge', aggregation))],
  },
  {
    name: 'a role no longer gathers',
    steps: [...prepare(clusterRole.create({ ...aggregation, rules: [] })), ...holds(person, [writesRights]), me(clusterRole.patch('merge', { aggregationRule: null }))],
  },
  {
    name: 'a role that gathers is labelled by who holds its rules',
    steps: [...prepare(clusterRole.create({ ...aggregation, rules: [pods] })), ...holds(person, [writesRights, pods]), me(clusterRole.patch('merge', { metadata: { labels: { a: 'b' } } }))],
  },
  { name: 'a role to be gathered with what is not held', steps: [...holds(person, [writesRights]), me(clusterRole.create({ ...labelled, rules: [secrets] }))] },
]

const target = clusterRole.named('{id}-target')
const withTarget = (rules: readonly Rule[]) => prepare(target.create({ rules }))
const toTarget = refers('ClusterRole', '{id}-target')
const said = (step: RequestStep, status: number) => until(me(step), { status })

const bindings: readonly KubeRow[] = [
  { name: 'a role that is held may be bound', steps: [...withTarget([pods]), ...holds(person, [writesRights, pods]), said(clusterBinding.create(toTarget), 201)] },
  { name: 'a role that is not held is not bound', steps: [...withTarget([secrets]), ...holds(person, [writesRights, pods]), said(clusterBinding.create(toTarget), 403)] },
  { name: 'a role that is not held is not bound in a namespace', steps: [...withTarget([secrets, urls('/a', 'get')]), ...holds(person, [writesRights]), said(roleBinding.create(toTarget), 403)] },
  { name: 'a role that is held here is bound here', steps: [...withTarget([pods]), ...holds(person, [writesRights]), ...holdsHere(person, [pods]), said(roleBinding.create(toTarget), 201)] },
  { name: 'a role that is held here is not bound everywhere', steps: [...withTarget([pods]), ...holds(person, [writesRights]), ...holdsHere(person, [pods]), said(clusterBinding.create(toTarget), 403)] },
  { name: 'a role of the namespace that is not held', steps: [...prepare(role.named('other').create({ rules: [secrets] })), ...holds(person, [writesRights]), said(roleBinding.create(refers('Role', 'other')), 403)] },
  { name: 'a role of the namespace that is held', steps: [...prepare(role.named('other').create({ rules: [pods] })), ...holds(person, [writesRights, pods]), said(roleBinding.create(refers('Role', 'other')), 201)] },
  { name: 'a role that is not there', steps: [...holds(person, [writesRights]), me(clusterBinding.create(refers('ClusterRole', '{id}-none')))] },
  { name: 'a role of the namespace that is not there', steps: [...holds(person, [writesRights]), me(roleBinding.create(refers('Role', 'none')))] },
  { name: 'a role that is not there, by who may bind it', steps: [...holds(person, [writesRights, rule(group, 'clusterroles', 'bind')]), me(clusterBinding.create(refers('ClusterRole', '{id}-none')))] },
  { name: 'who may bind a role binds it', steps: [...withTarget([everything]), ...holds(person, [writesRights, rule(group, 'clusterroles', 'bind', '{id}-target')]), said(clusterBinding.create(toTarget), 201)] },
  { name: 'who may bind another role does not bind this', steps: [...withTarget([everything]), ...holds(person, [writesRights, rule(group, 'clusterroles', 'bind', 'other')]), said(clusterBinding.create(toTarget), 403)] },
  { name: 'who may bind here binds here', steps: [...withTarget([secrets]), ...holds(person, [writesRights]), ...holdsHere(person, [rule(group, 'clusterroles', 'bind')]), said(roleBinding.create(toTarget), 201)] },
  { name: 'who may bind here does not bind everywhere', steps: [...withTarget([secrets]), ...holds(person, [writesRights]), ...holdsHere(person, [rule(group, 'clusterroles', 'bind')]), said(clusterBinding.create(toTarget), 403)] },
  { name: 'who may bind roles does not bind those of the cluster', steps: [...withTarget([secrets]), ...holds(person, [writesRights, rule(group, 'roles', 'bind')]), said(roleBinding.create(toTarget), 403)] },
  { name: 'who may escalate does not bind', steps: [...withTarget([secrets]), ...holds(person, [writesRights, rule(group, 'clusterroles clusterrolebindings', 'escalate')]), said(clusterBinding.create(toTarget), 403)] },
  { name: 'the administrator of the cluster is not bound', steps: [...holds(person, [writesRights, pods]), me(clusterBinding.create(refers('ClusterRole', 'cluster-admin')))] },
  {
    name: 'a subject comes to a binding of what is not held',
    steps: [
      ...withTarget([secrets]), ...prepare(clusterBinding.create({ ...toTarget, subjects: [] })), ...holds(person, [writesRights]),
      said(clusterBinding.patch('merge', { subjects }), 403),
    ],
  },
  {
    name: 'a subject comes to a binding of what is held',
    steps: [
      ...withTarget([pods]), ...prepare(clusterBinding.create({ ...toTarget, subjects: [] })), ...holds(person, [writesRights, pods]),
      said(clusterBinding.patch('merge', { subjects }), 200),
    ],
  },
  {
    name: 'a finalizer goes from a binding of what is not held',
    steps: [
      ...withTarget([secrets]), ...prepare(clusterBinding.create({ ...toTarget, metadata: { name: '{id}', finalizers: ['example.com/keep'] } })),
      ...holds(person, [writesRights]), said(clusterBinding.patch('merge', { metadata: { finalizers: null } }), 200),
    ],
  },
  { name: 'an apply binds what is not held', steps: [...withTarget([secrets]), ...holds(person, [writesRights]), said(roleBinding.apply('me', toTarget), 403)] },
  { name: 'an update binds what is not held', steps: [...withTarget([secrets]), ...holds(person, [writesRights]), said(roleBinding.replace(toTarget), 403)] },
  { name: 'a binding without a reference', steps: [...holds(person, [writesRights]), me(roleBinding.create({ subjects }))] },
  { name: 'a binding of a kind that is no role', steps: [...holds(person, [writesRights]), me(roleBinding.create(refers('ConfigMap', 'one')))] },
]

// A user who may patch and not create gets no new object by patching.
const writes = (verbs: string, resources = 'configmaps') => holds(person, [rule('', resources, verbs)])
const map = a('configMap')
const creations: readonly KubeRow[] = [
  { name: 'an apply creates with create and patch', steps: [...writes('create patch'), me(map.apply('me', { data: { a: 'b' } }))] },
  { name: 'an apply creates nothing with patch alone', steps: [...writes('patch'), me(map.apply('me', { data: { a: 'b' } }))] },
  { name: 'an apply creates nothing with create alone', steps: [...writes('create'), me(map.apply('me', { data: { a: 'b' } }))] },
  { name: 'an apply changes with patch alone', steps: [...prepare(map.create()), ...writes('patch'), me(map.apply('me', { data: { a: 'b' } }))] },
  { name: 'an apply of an invalid object with patch alone', steps: [...writes('patch'), me(map.apply('me', { data: { 'a/b': 'b' } }))] },
  { name: 'a dry run of an apply with patch alone', steps: [...writes('patch'), me(map.apply('me', {}, { dryRun: 'All' }))] },
  { name: 'create of another resource', steps: [...writes('patch create', 'secrets'), ...holdsHere(person, [rule('', 'configmaps', 'patch')]), me(map.apply('me', {}))] },
  { name: 'create of that name', steps: [...holds(person, [rule('', 'configmaps', 'patch create', 'one')]), me(map.apply('me', {}))] },
  { name: 'create of another name', steps: [...holds(person, [rule('', 'configmaps', 'patch'), rule('', 'configmaps', 'create', 'two')]), me(map.apply('me', {}))] },
  { name: 'a merge patch creates nothing', steps: [...writes('patch create'), me(map.patch('merge', { data: { a: 'b' } }))] },
  { name: 'an update creates nothing', steps: [...writes('update create'), me(map.replace({ data: { a: 'b' } }))] },
  { name: 'an update that may create needs create', steps: [...holds(person, [rule('coordination.k8s.io', 'leases', 'update')]), me(a('lease').replace({ spec: {} }))] },
  { name: 'an update that may create, with create', steps: [...holds(person, [rule('coordination.k8s.io', 'leases', 'update create')]), me(a('lease').replace({ spec: {} }))] },
  { name: 'an apply of a custom object with patch alone', steps: [...holds(person, [rule('fixtures.example.com', 'widgets', 'patch')]), me(a('widget').apply('me', { spec: {} }))] },
  { name: 'an apply of a custom object with create', steps: [...holds(person, [rule('fixtures.example.com', 'widgets', 'patch create')]), me(a('widget').apply('me', { spec: {} }))] },
  { name: 'an update of a custom object that is not there', steps: [...holds(person, [rule('fixtures.example.com', 'widgets', 'update')]), me(a('widget').replace({ spec: {} }))] },
]

export const rows: readonly KubeRow[] = [
  ...grants.map(([name, held, granted]) => granting(name, held, granted)),
  ...roles,
  ...gathering,
  ...bindings,
  ...creations,
]
