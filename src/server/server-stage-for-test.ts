import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { allKinds } from '../kinds/all-kinds.ts'
import { customResourceDefinition } from '../kinds/custom-resource-definition.ts'
import { apiVersion } from '../kinds/group.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { pluginKind } from '../kinds/plugin.ts'
import type { ApiResource } from '../kube/api-resource.ts'
import { applyObject } from '../kube/objects/apply-object.ts'
import type { KubeClient } from '../kube/client.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { isKubeError } from '../kube/errors.ts'
import { listObjects } from '../kube/objects/list-objects.ts'
import { createObject } from '../kube/objects/write-object.ts'
import type { JsonObject } from '../objects/json.ts'
import { type KubeObject, textAt } from '../objects/kube-object.ts'
import { readAddressPolicy } from '../sources/policy/policy.ts'
import { type OpenServer, openServer } from './open-server.ts'
import type { ServerOptions } from './server-options.ts'

export type StageUser = 'nobody' | 'viewer' | 'editor' | 'admin'
export const stageUsers: readonly StageUser[] = ['nobody', 'viewer', 'editor', 'admin']

/** A cluster with our kinds, two namespaces, four users and a server. */
export interface ServerStage {
  readonly client: KubeClient
  readonly server: OpenServer
  readonly options: ServerOptions
  /** The namespace in which viewer and editor have rights. */
  readonly team: string
  readonly other: string
  readonly tokens: Readonly<Record<StageUser, string>>
  /** Lines of the audit, as they came. */
  readonly audit: readonly string[]
  readonly failures: readonly unknown[]
  readonly ask: (user: StageUser, method: string, path: string, body?: unknown) => Promise<Response>
  readonly apply: (object: KubeObject, resource: ApiResource) => Promise<void>
  /** One more user, without rights. */
  readonly addUser: (name: string) => Promise<{ namespace: string; token: string }>
  readonly removeUser: (namespace: string, name: string) => Promise<void>
  readonly close: () => Promise<void>
}

const never = new AbortController().signal
const rbacGroup = 'rbac.authorization.k8s.io'

/** A plugin for tests; it is disabled, so that no operator would do anything. */
export function plugin(namespace: string, name: string, values: JsonObject = {}): KubeObject {
  const spec = { enabled: false, repo: 'builtin', name, version: '1.0.0', values }
  return { apiVersion, kind: 'Plugin', metadata: { namespace, name }, spec }
}

/** Opens a server on a cluster. */
export async function openStage(
  client: KubeClient,
  more: Partial<ServerOptions> = {},
): Promise<ServerStage> {
  const suffix = randomBytes(3).toString('hex')
  const [team, other] = [`team-${suffix}`, `other-${suffix}`]
  const apply = async (object: KubeObject, resource: ApiResource) => {
    await applyObject(client, resource, object, { fieldManager: 'stage', force: true }, never)
  }
  for (const kind of allKinds) {
    await apply(
      customResourceDefinition(kind) as KubeObject,
      clusterWide('customresourcedefinitions', 'CustomResourceDefinition', 'apiextensions.k8s.io'),
    )
  }
  await untilServed(client)
  for (const name of [team, other]) {
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, namespaces)
  }
  const tokens: Record<StageUser, string> = { nobody: '', viewer: '', editor: '', admin: '' }
  for (const user of stageUsers) tokens[user] = await addUser(client, apply, team, user)
  await giveRights(apply, team, 'viewer', ['get', 'list', 'watch'])
  await giveRights(apply, team, 'editor', ['*'])
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  const admin = { apiVersion: `${rbacGroup}/v1`, metadata: { name: `admin-${suffix}` } }
  await apply(
    { ...admin, kind: 'ClusterRole', rules },
    clusterWide('clusterroles', 'ClusterRole', rbacGroup),
  )
  await apply(
    {
      ...admin,
      kind: 'ClusterRoleBinding',
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: `admin-${suffix}` },
      subjects: [{ kind: 'ServiceAccount', name: 'admin', namespace: team }],
    },
    clusterWide('clusterrolebindings', 'ClusterRoleBinding', rbacGroup),
  )
  const audit: string[] = []
  const failures: unknown[] = []
  let signOuts: string | undefined
  const kept = {
    read: async () => signOuts,
    write: async (text: string) => void (signOuts = text),
  }
  const indexFolder = await mkdtemp(join(tmpdir(), 'outrigger-server-'))
  const options: ServerOptions = {
    client,
    listen: { host: '127.0.0.1', port: 0 },
    secret: randomBytes(32),
    kept,
    version: '0.0.0-test',
    isSandbox: true,
    fetching: {
      policy: readAddressPolicy({ allow: ['http://127.0.0.1:*'] }),
      indexFolder,
    },
    audit: (line) => void audit.push(line),
    failed: (error) => void failures.push(error),
    ...more,
  }
  const server = await openServer(options)
  const ask: ServerStage['ask'] = (user, method, path, body) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[user]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const close = async () => {
    await server.close()
    await rm(indexFolder, { recursive: true, force: true })
    for (const name of [team, other]) {
      await deleteObject(client, { resource: namespaces, name }, {}, never)
    }
  }
  const users = {
    addUser: async (name: string) => ({
      namespace: team,
      token: await addUser(client, apply, team, name),
    }),
    removeUser: async (namespace: string, name: string) => {
      await deleteObject(client, { resource: accounts, namespace, name }, {}, never)
    },
  }
  return {
    ...users,
    client,
    server,
    options,
    team,
    other,
    tokens,
    audit,
    failures,
    ask,
    apply,
    close,
  }
}

type Apply = ServerStage['apply']

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

function clusterWide(resource: string, kind: string, group: string): ApiResource {
  return { group, version: 'v1', resource, kind, namespaced: false }
}

function inNamespace(resource: string, kind: string): ApiResource {
  return { group: rbacGroup, version: 'v1', resource, kind, namespaced: true }
}

async function untilServed(client: KubeClient): Promise<void> {
  for (;;) {
    try {
      await listObjects(client, { resource: resourceOf(pluginKind) }, {}, never)
      return
    } catch (error) {
      if (!isKubeError(error, 'not-found')) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
