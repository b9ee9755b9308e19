import { apiVersion } from '../../kinds/group.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/platform-namespace.ts'

/** What a platform is made of besides its kinds. */
export interface PlatformWish {
  /** Namespaces whose plugins act as an account of their own from the start. */
  readonly tenants: readonly string[]
  /** What those accounts may do: all in their namespace, or everything, which is for sandboxes. */
  readonly tenantRights: 'namespace' | 'cluster'
  readonly repositories: readonly { readonly name: string; readonly spec: JsonObject }[]
}

const labels = { 'app.kubernetes.io/part-of': 'outrigger' }
const account = 'outrigger'
const rbac = 'rbac.authorization.k8s.io'

/** The objects of a platform, in the order in which they are applied. */
export function platformObjects(wish: PlatformWish): readonly KubeObject[] {
  const { tenants, tenantRights, repositories } = wish
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platformNamespace, labels } },
    accountIn(platformNamespace),
    // The operator installs whatever charts hold, and impersonates the accounts of tenants.
    clusterBinding('outrigger-operator', platformNamespace),
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
