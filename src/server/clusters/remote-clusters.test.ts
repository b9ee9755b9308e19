import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type ServerStage, openStage } from '../server-stage-for-test.ts'
import type { StageUser } from '../stage-users-for-test.ts'

const never = new AbortController().signal
let stage: ServerStage
let stop: () => Promise<void>
/** How often a connection was opened. */
let opened = 0

beforeAll(async () => {
  const [hub, edge] = [await startCluster(), await startCluster()]
  stop = async () => {
    await hub.stop()
    await edge.stop()
  }
  stage = await openStage(hub.client, {
    connect: () => {
      opened++
      return { client: edge.client, close: async () => {} }
    },
  })
  await prepareHub(hub.client)
  await prepareEdge(edge.client)
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const core = (resource: string, kind: string, namespaced = true): ApiResource => ({
  group: '',
  version: 'v1',
  resource,
  kind,
  namespaced,
})

async function apply(client: KubeClient, object: KubeObject, resource: ApiResource): Promise<void> {
  await applyObject(client, resource, object, { fieldManager: 'test', force: true }, never)
}

async function prepareHub(client: KubeClient): Promise<void> {
  const metadata = { name: 'outrigger-system' }
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata }
  await apply(client, namespace, core('namespaces', 'Namespace', false))
  const kubeconfig = `apiVersion: v1
kind: Config
current-context: edge
contexts: [{name: edge, context: {cluster: edge, user: edge}}]
clusters: [{name: edge, cluster: {server: 'https://edge.example'}}]
users: [{name: edge, user: {token: of-the-platform}}]
`
  for (const [name, text] of [
    ['edge', kubeconfig],
    ['bad', kubeconfig.replace('token: of-the-platform', 'exec: {command: evil}')],
  ] as const) {
    const data = { kubeconfig: Buffer.from(text).toString('base64') }
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'outrigger-system', name },
      data,
    }
    await apply(client, secret, core('secrets', 'Secret'))
    const spec = { kubeconfig: { secretName: name } }
    await apply(
      client,
      { apiVersion, kind: 'Cluster', metadata: { name }, spec },
      resourceOf(clusterKind),
    )
  }
  const rules = [{ apiGroups: ['outrigger.dev'], resources: ['clusters'], verbs: ['get'] }]
  await bind(client, 'see-clusters', rules, ['viewer', 'editor'])
}

// On that cluster the viewer may list releases, and the editor of the platform may not.
async function prepareEdge(client: KubeClient): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['list', 'get'] }]
  await bind(client, 'see-secrets', rules, ['viewer'])
}

async function bind(
  client: KubeClient,
  name: string,
  rules: readonly Readonly<Record<string, readonly string[]>>[],
  users: readonly StageUser[],
): Promise<void> {
  const group = 'rbac.authorization.k8s.io'
  const rbac = (resource: string, kind: string): ApiResource => ({
    ...core(resource, kind, false),
    group,
  })
  const head = { apiVersion: `${group}/v1`, metadata: { name } }
  await apply(client, { ...head, kind: 'ClusterRole', rules }, rbac('clusterroles', 'ClusterRole'))
  const subjects = users.map((user) => ({
    kind: 'ServiceAccount',
    name: user,
    namespace: stage.team,
  }))
  const roleRef = { apiGroup: group, kind: 'ClusterRole', name }
  const binding = { ...head, kind: 'ClusterRoleBinding', roleRef, subjects }
  await apply(client, binding, rbac('clusterrolebindings', 'ClusterRoleBinding'))
}

const releases = async (user: StageUser, cluster: string) =>
  (await stage.ask(user, 'GET', `/api/v1/releases?cluster=${cluster}`)).status

test.each<{ user: StageUser; edge: number; why: string }>([
  { user: 'viewer', edge: 200, why: 'may there' },
  { user: 'editor', edge: 403, why: 'may see the Cluster, and nothing there' },
  { user: 'nobody', edge: 404, why: 'may not see the Cluster' },
  { user: 'admin', edge: 403, why: 'is an administrator here, and nobody there' },
])('$user $why', async ({ user, edge }) => {
  expect(await releases(user, 'edge')).toBe(edge)
})

test('users do not change each other: connections are shared, identities are not', async () => {
  const users: readonly StageUser[] = ['viewer', 'editor', 'viewer', 'admin']
  const together = await Promise.all(users.map((user) => releases(user, 'edge')))
  expect(together).toEqual([200, 403, 200, 403])
  expect(opened).toBe(1)
})

const rulesOn = async (query: string) =>
  (await stage.ask('viewer', 'GET', `/api/v1/rights?namespace=default${query}`)).text()

test('rights are told of the cluster that is meant', async () => {
  expect(await rulesOn('&cluster=edge')).toContain('"secrets"')
  expect(await rulesOn('')).not.toContain('"secrets"')
})

test('a cluster that is not there or cannot be used is told without a word of its kubeconfig', async () => {
  expect(await releases('viewer', 'gone')).toBe(404)
  const bad = await stage.ask('viewer', 'GET', '/api/v1/releases?cluster=bad')
  expect(bad.status).toBe(424)
  expect(await bad.text()).not.toContain('evil')
})
