import { fileURLToPath } from 'node:url'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { platformNamespace } from '../../src/operator/pass/platform-namespace.ts'
import { core } from './resources.ts'

const group = 'rbac.authorization.k8s.io'

/** The kinds of rights, as requests name them. */
export const rights = {
  role: rightsOf('roles', 'Role', true),
  binding: rightsOf('rolebindings', 'RoleBinding', true),
  clusterRole: rightsOf('clusterroles', 'ClusterRole', false),
  clusterBinding: rightsOf('clusterrolebindings', 'ClusterRoleBinding', false),
} as const

const accounts = 'system:serviceaccounts'

/** The account of the operator, as its pod has it. */
export const operatorAccount = {
  name: `system:serviceaccount:${platformNamespace}:outrigger`,
  groups: [accounts, `${accounts}:${platformNamespace}`, 'system:authenticated'],
} as const

/** The accounts of the operator and of the plugins of the platform, with the rights that our chart gives them. */
export function platformRights(): readonly RightsObject[] {
  const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
  const resources = [core('ServiceAccount'), ...Object.values(rights)]
  return platformObjects(input, program).flatMap((object) => {
    const resource = resources.find(({ kind }) => kind === object.kind)
    return resource === undefined ? [] : [{ resource, object }]
  })
}

export interface RightsObject {
  readonly resource: ApiResource
  readonly object: KubeObject
}

function rightsOf(resource: string, kind: string, namespaced: boolean): ApiResource {
  return { group, version: 'v1', resource, kind, namespaced }
}
