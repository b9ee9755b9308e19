import { randomBytes } from 'node:crypto'
import type { ApiResource } from '../kube/api-resource.ts'
import type { KubeClient } from '../kube/client.ts'
import { applyObject } from '../kube/objects/apply-object.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { createObject } from '../kube/objects/write-object.ts'
import { type KubeObject, textAt } from '../objects/kube-object.ts'

export type StageUser = 'nobody' | 'viewer' | 'editor' | 'admin'
export const stageUsers: readonly StageUser[] = ['nobody', 'viewer', 'editor', 'admin']

/** Two namespaces of a cluster, and four users with their tokens. */
export interface StageUsers {
  /** The namespace in which viewer and editor have rights. */
  readonly team: string
  readonly other: string
  readonly tokens: Readonly<Record<StageUser, string>>
  readonly apply: (object: KubeObject, resource: ApiResource) => Promise<void>
  /** One more user, without rights. */
  readonly addUser: (name: string) => Promise<{ namespace: string; token: string }>
  readonly removeUser: (namespace: string, name: string) => Promise<void>
  /** Deletes the namespaces, and the users with them. */
  readonly remove: () => Promise<void>
}

const never = new AbortController().signal
const rbacGroup = 'rbac.authorization.k8s.io'

/** Adds the users to a cluster. */
export async function addStageUsers(client: KubeClient): Promise<StageUsers> {
  const suffix = randomBytes(3).toString('hex')
  const [team, other] = [`team-${suffix}`, `other-${suffix}`]
  const apply = async (object: KubeObject, resource: ApiResource) => {
    await applyObject(client, resource, object, { fieldManager: 'stage', force: true }, never)
  }
  for (const name of [team, other]) {
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, namespaces)
  }
  const tokens: Record<StageUser, string> = { nobody: '', viewer: '', editor: '', admin: '' }
  for (const user of stageUsers) tokens[user] = await addUser(client, apply, team, user)
  await giveRights(apply, team, 'viewer', ['get', 'list', 'watch'])
  await giveRights(apply, team, 'editor', ['*'])
  await makeAdministrator(apply, team, suffix)
  return {
    team,
    other,
    tokens,
    apply,
    addUser: async (name) => ({
      namespace: team,
      token: await addUser(client, apply, team, name),
    }),
    removeUser: async (namespace, name) => {
      await deleteObject(client, { resource: accounts, namespace, name }, {}, never)
    },
    remove: async () => {
      for (const name of [team, other]) {
        await deleteObject(client, { resource: namespaces, name }, {}, never)
      }
    },
  }
}

type Apply = StageUsers['apply']

async function addUser(
  client: KubeClient,
  apply: Apply,
  namespace: string,
  name: string,
): Promise<string> {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name } }
  await apply(account, accounts)
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: { namespace, name },
    spec: { expirationSeconds: 3600 },
  }
  const { object } = await createObject(client, accounts, request, { subresource: 'token' }, never)
  return textAt(object, ['status', 'token'])
}

async function makeAdministrator(apply: Apply, namespace: string, suffix: string): Promise<void> {
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  const head = { apiVersion: `${rbacGroup}/v1`, metadata: { name: `admin-${suffix}` } }
  await apply(
    { ...head, kind: 'ClusterRole', rules },
    clusterWide('clusterroles', 'ClusterRole', rbacGroup),
  )
  await apply(
    {
      ...head,
      kind: 'ClusterRoleBinding',
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: `admin-${suffix}` },
      subjects: [{ kind: 'ServiceAccount', name: 'admin', namespace }],
    },
    clusterWide('clusterrolebindings', 'ClusterRoleBinding', rbacGroup),
  )
}

async function giveRights(
  apply: Apply,
  namespace: string,
  user: StageUser,
  verbs: readonly string[],
): Promise<void> {
  const version = `${rbacGroup}/v1`
  const metadata = { namespace, name: user }
  const rules = [
    { apiGroups: ['outrigger.dev'], resources: ['*'], verbs },
    { apiGroups: [''], resources: ['events'], verbs: ['list'] },
    // Releases are Secrets: whoever only looks at plugins may not see them.
    ...(user === 'editor'
      ? [{ apiGroups: [''], resources: ['secrets', 'configmaps', 'pods', 'pods/log'], verbs }]
      : []),
  ]
  await apply({ apiVersion: version, kind: 'Role', metadata, rules }, inNamespace('roles', 'Role'))
  await apply(
    {
      apiVersion: version,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: user },
      subjects: [{ kind: 'ServiceAccount', name: user, namespace }],
    },
    bindings,
  )
}

const namespaces: ApiResource = clusterWide('namespaces', 'Namespace', '')
const accounts: ApiResource = {
  ...namespaces,
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
}
/** The bindings that give rights in a namespace; a test takes one away. */
export const bindings: ApiResource = inNamespace('rolebindings', 'RoleBinding')

/** A kind without namespaces. */
export function clusterWide(resource: string, kind: string, group: string): ApiResource {
  return { group, version: 'v1', resource, kind, namespaced: false }
}

function inNamespace(resource: string, kind: string): ApiResource {
  return { group: rbacGroup, version: 'v1', resource, kind, namespaced: true }
}
