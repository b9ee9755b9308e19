import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { type ServerStage, openStage } from '../server-stage-for-test.ts'
import { clusterWide } from '../stage-users-for-test.ts'

const never = new AbortController().signal
let stage: ServerStage
let stop: () => Promise<void>

beforeAll(async () => {
  const [hub, edge] = [await startCluster(), await startCluster()]
  stop = async () => {
    await hub.stop()
    await edge.stop()
  }
  stage = await openStage(hub.client, {
    connect: ({ server }) => {
      if (server.hostname !== 'edge.example') throw new Error(`nothing is at ${server.href}`)
      return { client: edge.client, close: async () => {} }
    },
  })
  const platform = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'outrigger-system' } }
  await stage.apply(platform, clusterWide('namespaces', 'Namespace', ''))
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const kubeconfig = (cluster: string, user: string) => `apiVersion: v1
kind: Config
current-context: edge
contexts: [{name: edge, context: {cluster: edge, user: edge}}]
clusters: [{name: edge, cluster: {${cluster}}}]
users: [{name: edge, user: {${user}}}]
`
const good = kubeconfig("server: 'https://edge.example'", 'token: kept-secret')

test('a kubeconfig is tried without being stored', async () => {
  const answer = await stage.ask('admin', 'POST', '/api/v1/kubeconfigs/test', { kubeconfig: good })
  expect(await answer.json()).toMatchObject({ reachable: true, nodes: 0 })
})

test('a registration that is only tried leaves nothing', async () => {
  const path = '/api/v1/clusters/tried/register?dryRun=true'
  const answer = await stage.ask('admin', 'POST', path, { kubeconfig: good })
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { metadata: { name: 'tried' }, spec: { kubeconfig: { secretName: 'tried' } } },
  ])
  expect((await stage.ask('admin', 'GET', '/api/v1/clusters/tried')).status).toBe(404)
  const target = { resource: secrets, namespace: 'outrigger-system', name: 'tried' }
  expect(await getObject(stage.client, target, {}, never)).toBeUndefined()
})

test('a cluster that answers is registered; its kubeconfig is in a Secret that goes with it, and nowhere else', async () => {
  const body = { kubeconfig: good, labels: { stage: 'test' }, allowedNamespaces: ['*'] }
  const answer = await stage.ask('admin', 'POST', '/api/v1/clusters/edge/register', body)
  expect(answer.status).toBe(201)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    metadata: { name: 'edge', labels: { stage: 'test' } },
    spec: { kubeconfig: { secretName: 'edge' }, allowedNamespaces: ['*'] },
  })
  const target = { resource: secrets, namespace: 'outrigger-system', name: 'edge' }
  const secret = await getObject(stage.client, target, {}, never)
  expect(secret?.metadata).toMatchObject({ ownerReferences: [{ kind: 'Cluster', name: 'edge' }] })
  for (const told of [text, ...stage.audit]) expect(told).not.toContain('kept-secret')
  const again = await stage.ask('admin', 'POST', '/api/v1/clusters/edge/register', body)
  expect(again.status).toBe(422)
  expect(await again.json()).toMatchObject({ detail: 'there is a cluster edge already' })
})

const address = "server: 'https://edge.example'"
test.each([
  ['exec', address, "exec: {apiVersion: client.authentication.k8s.io/v1, command: 'sh'}"],
  ['auth-provider', address, 'auth-provider: {name: oidc}'],
  ['client-key', address, 'client-key: /etc/key'],
  ['client-certificate', address, 'client-certificate: /etc/certificate'],
  ['tokenFile', address, 'tokenFile: /var/run/token'],
  ['certificate-authority', `${address}, certificate-authority: /etc/ca`, 'token: a'],
  ['proxy-url', `${address}, proxy-url: 'http://proxy.example'`, 'token: a'],
])(
  'a kubeconfig with %s is refused by that name, and nothing is stored',
  async (name, ...parts) => {
    const [cluster, user] = parts
    const body = { kubeconfig: kubeconfig(cluster, user) }
    for (const path of ['kubeconfigs/test', 'clusters/refused/register']) {
      const answer = await stage.ask('admin', 'POST', `/api/v1/${path}`, body)
      expect([path, answer.status]).toEqual([path, 422])
      const { reason, detail } = (await answer.json()) as Record<string, string>
      expect(reason).toBe('BadKubeconfig')
      expect(detail).toContain(`uses ${name} in "edge"`)
    }
    const target = { resource: secrets, namespace: 'outrigger-system', name: 'refused' }
    expect(await getObject(stage.client, target, {}, never)).toBeUndefined()
  },
)

test.each([
  ['no YAML at all', ': : :'],
  ['no context', 'apiVersion: v1\nkind: Config\n'],
  ['no address', kubeconfig("server: 'ftp://edge.example'", 'token: a')],
])('a kubeconfig with %s is told as such', async (_, text) => {
  const answer = await stage.ask('admin', 'POST', '/api/v1/kubeconfigs/test', { kubeconfig: text })
  expect([answer.status, await answer.json()]).toMatchObject([422, { reason: 'BadKubeconfig' }])
})
