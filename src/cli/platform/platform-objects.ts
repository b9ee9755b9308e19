import { allKinds } from '../../kinds/all-kinds.ts'
import { apiVersion } from '../../kinds/group.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { type OperatorInput, operatorDeployment } from './operator-deployment.ts'

/** The parts of a platform besides its kinds. */
export interface PlatformInput {
  /** Namespaces whose plugins act as an account of their own from the start. */
  readonly tenants: readonly string[]
  /**
   * The rights of those accounts: all in their namespace, or everything, which is for sandboxes.
   */
  readonly tenantRights: 'namespace' | 'cluster'
  readonly repositories: readonly { readonly name: string; readonly spec: JsonObject }[]
  /** The operator on the cluster itself; it runs elsewhere when absent. */
  readonly operator?: OperatorInput | undefined
}

const labels = { 'app.kubernetes.io/part-of': 'outrigger' }
const account = 'outrigger'
const rbac = 'rbac.authorization.k8s.io'

/** The objects of a platform, in the order in which they are applied. */
export function platformObjects(input: PlatformInput): readonly KubeObject[] {
  const { tenants, tenantRights, repositories, operator } = input
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platformNamespace, labels } },
    accountIn(platformNamespace),
    // The operator installs whatever charts hold, and impersonates the accounts of tenants.
    clusterBinding('outrigger-operator', platformNamespace),
    ...namespaceRoles(),
    ...tenants.flatMap((namespace) => [
      accountIn(namespace),
      tenantRights === 'cluster'
        ? clusterBinding(`outrigger-tenant-${namespace}`, namespace)
        : namespaceBinding(namespace),
    ]),
    ...repositories.map(({ name, spec }) => ({
      apiVersion,
      kind: 'Repository',
      metadata: { name, namespace: platformNamespace, labels },
      spec,
    })),
    ...(operator === undefined ? [] : [operatorDeployment(operator)]),
  ]
}

// An admin or editor of a namespace may use our kinds in it, like everything else in it.
function namespaceRoles(): readonly KubeObject[] {
  const resources = allKinds
    .filter(({ scope }) => scope === 'Namespaced')
    .map(({ plural }) => plural)
  const apiGroups = [apiVersion.slice(0, apiVersion.indexOf('/'))]
  const role = (name: string, to: readonly string[], verbs: readonly string[]) => {
    const gathered = to.map((one) => [`${rbac}/aggregate-to-${one}`, 'true'] as const)
    return {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name, labels: { ...labels, ...Object.fromEntries(gathered) } },
      rules: [{ apiGroups, resources, verbs }],
    }
  }
  const looking = ['get', 'list', 'watch']
  const changing = ['create', 'update', 'patch', 'delete', 'deletecollection']
  return [
    role('outrigger-edit', ['admin', 'edit'], [...looking, ...changing]),
    role('outrigger-view', ['view'], looking),
    // The catalogue is for everybody: somebody who may create an instance has to know of what.
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'outrigger-catalogue', labels },
      rules: [{ apiGroups, resources: ['extensions'], verbs: looking }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'outrigger-catalogue', labels },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'outrigger-catalogue' },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: 'system:authenticated' }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata: { name: 'outrigger-catalogue', namespace: platformNamespace, labels },
      rules: [{ apiGroups, resources: ['repositories'], verbs: looking }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'outrigger-catalogue', namespace: platformNamespace, labels },
      roleRef: { apiGroup: rbac, kind: 'Role', name: 'outrigger-catalogue' },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: 'system:authenticated' }],
    },
  ]
}

function accountIn(namespace: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: account, namespace, labels },
  }
}

function clusterBinding(name: string, namespace: string): KubeObject {
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name, labels },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }
}

function namespaceBinding(namespace: string): KubeObject {
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'outrigger-tenant', namespace, labels },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'admin' },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }
}
