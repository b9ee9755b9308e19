import { connect, findConnection } from '../../src/kube/connect.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { type KubeObject, textAt } from '../../src/objects/kube-object.ts'

/** An account of the stories, with the rules that it has everywhere and the roles that it has in one namespace. */
export interface StageAccount {
  readonly name: string
  readonly rules?: readonly {
    readonly apiGroups: readonly string[]
    readonly resources: readonly string[]
    readonly verbs: readonly string[]
  }[]
  readonly within?: { readonly namespace: string; readonly roles: readonly string[] }
}

/** The one who may do everything. */
export const stageAdministrator: StageAccount = {
  name: 'stage-administrator',
  rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
}

const { signal } = new AbortController()
const namespace = 'default'
const rbac = 'rbac.authorization.k8s.io'

/** A token of an account, which is made with exactly its rules. */
export async function tokenOf(kubeconfig: string, account: StageAccount): Promise<string> {
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const { name, rules, within } = account
  const apply = (resource: ApiResource, object: KubeObject) =>
    applyObject(client, resource, object, { fieldManager: 'stage', force: true }, signal)
  const metadata = { name, namespace }
  await apply(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  if (rules !== undefined) {
    const head = { apiVersion: `${rbac}/v1`, metadata: { name } }
    await apply(roles, { ...head, kind: 'ClusterRole', rules })
    const subjects = [{ kind: 'ServiceAccount', name, namespace }]
    const roleRef = { apiGroup: rbac, kind: 'ClusterRole', name }
    await apply(bindings, { ...head, kind: 'ClusterRoleBinding', subjects, roleRef })
  }
  for (const role of within?.roles ?? []) {
    await apply(roleBindings, {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name: `${name}-${role}`, namespace: within?.namespace ?? '' },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
    })
  }
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata,
    spec: { expirationSeconds: 3600 },
  }
  const { object } = await createObject(client, accounts, request, { subresource: 'token' }, signal)
  await close()
  return textAt(object, ['status', 'token'])
}

const accounts: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
}
const roles: ApiResource = {
  group: rbac,
  version: 'v1',
  resource: 'clusterroles',
  kind: 'ClusterRole',
  namespaced: false,
}
/** The bindings of a cluster's roles. */
export const bindings: ApiResource = {
  ...roles,
  resource: 'clusterrolebindings',
  kind: 'ClusterRoleBinding',
}
const roleBindings: ApiResource = {
  ...roles,
  resource: 'rolebindings',
  kind: 'RoleBinding',
  namespaced: true,
}
