import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ChartRepository } from '../../../test/operator/chart-repository.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { OwningStage } from '../../release/ownership/owning-stage-for-test.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { assembleRoutes } from '../open-server.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { eventsIn } from '../events-for-test.ts'
import { type ServerStage, canI, openStage } from '../server-stage-for-test.ts'
import { type StageUser, clusterWide, stageUsers } from '../stage-users-for-test.ts'
import { chart, clusterRows, instanceSpec, ofTheHub, pluginSpec } from './cluster-rows-for-test.ts'

interface Hub {
  readonly client: KubeClient
  readonly stop: () => Promise<void>
}

const never = new AbortController().signal
const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true } as const
const rbacGroup = 'rbac.authorization.k8s.io'

/** Those who may do everything with Secrets and ConfigMaps on each of the other clusters. */
const allowed = { near: ['viewer', 'admin'], far: ['editor'] } as const
type Edge = keyof typeof allowed
const edges = Object.keys(allowed) as readonly Edge[]
/** The cluster of the platform has a name, too. */
const clusterNames = ['here', ...edges]

/** The rights of four users on three clusters: the platform's own, and two others. */
export function testClusterMatrix(where: string, open: () => Promise<Hub>): void {
  describe(`three clusters, the first of them ${where}`, () => {
    let hub: Hub
    let stage: ServerStage
    let charts: ChartRepository
    const clients = new Map<string, KubeClient>()
    const stops: (() => Promise<void>)[] = []

    beforeAll(async () => {
      hub = await open()
      for (const edge of edges) {
        const sandbox = await startSandbox()
        clients.set(edge, sandbox.client({ rateLimit: 'none' }))
        stops.push(() => sandbox.stop())
      }
      stage = await openStage(hub.client, {
        connect: ({ server }) => {
          const client = clients.get(server.hostname.split('.')[0] ?? '')
          if (client === undefined) throw new Error(`there is no cluster at ${server.href}`)
          return { client, close: async () => {} }
        },
      })
      await prepareHub(stage)
      for (const edge of edges) await prepareEdge(stage, edge, clients.get(edge) ?? hub.client)
      await addRelease(hub.client, stage.team, 'here')
      charts = await ChartRepository.start([chart])
      await addPlugins(stage, charts.url)
    }, 120_000)
    afterAll(async () => {
      for (const name of clusterNames) {
        const target = { resource: resourceOf(clusterKind), name }
        await deleteObject(hub.client, target, {}, never)
      }
      await stage.close()
      await charts.stop()
      for (const stop of [...stops, hub.stop]) await stop()
    })

    const cases = stageUsers.flatMap((user) => clusterRows.map((row) => ({ user, ...row })))
    test.each(cases)('$user and $operation', async ({ user, on = 'all', asked, expected }) => {
      const { team } = stage
      for (const cluster of on === 'all' ? clusterNames : edges) {
        const { method = 'GET', path, body } = asked(cluster, team)
        const { status } = await stage.ask(user, method, `/api/v1/${path}`, body)
        const there = clients.get(cluster) ?? hub.client
        const may = (client: KubeClient) => (right: string, namespace: string) =>
          mayOn(stage, user, { client, right, namespace })
        const wanted = await expected({ cluster, team, onHub: may(hub.client), there: may(there) })
        expect([user, cluster, path, status]).toEqual([user, cluster, path, wanted])
      }
    })

    test('a run tells the objects of the cluster that a plugin is on, and not others of their names', async () => {
      const path = `/api/v1/plugins/${stage.team}/on-far/retry`
      const begun = await stage.ask('editor', 'POST', path, {})
      const { events: stream, id } = (await begun.json()) as { events: string; id: string }
      for await (const { event, data } of eventsIn(await stage.ask('editor', 'GET', stream))) {
        if (event !== 'object') continue
        expect(data).toMatchObject({ data: { kind: 'ConfigMap', name: 'of-far' } })
        break
      }
      await stage.ask('editor', 'DELETE', `/api/v1/runs/${id}`)
    })

    test('every operation has its row, or asks no other cluster', () => {
      const { routes } = assembleRoutes({ ...stage.options })
      const known = new Set([...clusterRows.map(({ operation }) => operation), ...ofTheHub()])
      const missing = routes.filter(({ operationId }) => !known.has(operationId))
      expect(missing.map(({ operationId }) => operationId)).toEqual([])
      const named = new Set(clusterRows.map(({ operation }) => operation))
      const spared = new Set(ofTheHub())
      expect([...named].filter((operation) => spared.has(operation))).toEqual([])
      const unnamed = routes.filter(
        (one) => one.onAnyCluster === true && !named.has(one.operationId),
      )
      expect(unnamed.map(({ operationId }) => operationId)).toEqual([])
    })
  })
}

interface Question {
  readonly client: KubeClient
  /** A verb and a resource, such as `get clusters.outrigger.dev` or `get pods/log`. */
  readonly right: string
  readonly namespace: string
}

/** The answer of `kubectl auth can-i` on a cluster. */
function mayOn({ team }: ServerStage, user: StageUser, { client, right, namespace }: Question) {
  const [verb = '', whole = ''] = right.split(' ')
  const [resource = '', ...rest] = whole.split('.')
  return canI({ team, client }, user, { verb, group: rest.join('.'), resource }, namespace)
}

async function prepareHub(stage: ServerStage): Promise<void> {
  const platform = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'outrigger-system' } }
  await stage.apply(platform, clusterWide('namespaces', 'Namespace', ''))
  for (const name of edges) {
    const kubeconfig = `apiVersion: v1
kind: Config
current-context: edge
contexts: [{name: edge, context: {cluster: edge, user: edge}}]
clusters: [{name: edge, cluster: {server: 'https://${name}.example'}}]
users: [{name: edge, user: {token: of-the-platform}}]
`
    const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
    const metadata = { namespace: 'outrigger-system', name: `matrix-${name}` }
    await stage.apply({ apiVersion: 'v1', kind: 'Secret', metadata, data }, secrets)
    const spec = { kubeconfig: { secretName: metadata.name } }
    await stage.apply(
      { apiVersion, kind: 'Cluster', metadata: { name }, spec },
      resourceOf(clusterKind),
    )
  }
  const here = {
    apiVersion,
    kind: 'Cluster',
    metadata: { name: 'here' },
    spec: { inCluster: true },
  }
  await stage.apply(here, resourceOf(clusterKind))
  const rules = [{ apiGroups: ['outrigger.dev'], resources: ['clusters'], verbs: ['get'] }]
  await bind(stage, stage.client, rules, ['viewer', 'editor'])
}

/** A repository with one chart, and for each cluster a Plugin whose release is there and an ExtensionInstance of its name. */
async function addPlugins(stage: ServerStage, url: string): Promise<void> {
  const metadata = { namespace: stage.team, name: 'charts' }
  const repository = { apiVersion, kind: 'Repository', metadata, spec: { url } }
  await stage.apply(repository, resourceOf(repositoryKind))
  for (const cluster of clusterNames) {
    const place = { namespace: stage.team, name: `on-${cluster}` }
    await stage.apply(
      { apiVersion, kind: 'Plugin', metadata: place, spec: pluginSpec(cluster) },
      resourceOf(pluginKind),
    )
    await stage.apply(
      { apiVersion, kind: 'ExtensionInstance', metadata: place, spec: instanceSpec(cluster) },
      resourceOf(extensionInstanceKind),
    )
  }
}

async function prepareEdge(stage: ServerStage, edge: Edge, client: KubeClient): Promise<void> {
  await addRelease(client, stage.team, edge)
  await addPod(client, stage.team)
  const resources = ['secrets', 'configmaps', 'pods', 'pods/log']
  const rules = [{ apiGroups: [''], resources, verbs: ['*'] }]
  await bind(stage, client, rules, allowed[edge])
}

async function addRelease(client: KubeClient, namespace: string, place: string): Promise<void> {
  const release = new OwningStage(client, { namespace, name: 'painted' }, 'person')
  const metadata = { name: namespace }
  await applyObject(
    client,
    clusterWide('namespaces', 'Namespace', ''),
    { apiVersion: 'v1', kind: 'Namespace', metadata },
    { fieldManager: 'test', force: true },
    never,
  )
  await release.install({ templates: template(place, 'red') })
  await release.upgrade({ templates: template(place, 'blue') })
}

async function addPod(client: KubeClient, namespace: string): Promise<void> {
  const metadata = { namespace, name: 'web' }
  const spec = { containers: [{ name: 'main', image: 'web:1' }] }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec }
  await applyObject(client, pods, pod, { fieldManager: 'test', force: true }, never)
  const target = { resource: pods, ...metadata }
  const phase = async () => textAt(await getObject(client, target, {}, never), ['status', 'phase'])
  await vi.waitUntil(async () => (await phase()) === 'Running', { timeout: 60_000 })
}

async function bind(
  stage: ServerStage,
  client: KubeClient,
  rules: readonly Readonly<Record<string, readonly string[]>>[],
  users: readonly StageUser[],
): Promise<void> {
  const name = `matrix-${stage.team}`
  const head = { apiVersion: `${rbacGroup}/v1`, metadata: { name } }
  const apply = (object: KubeObject, resource: string) =>
    applyObject(
      client,
      clusterWide(resource, object.kind, rbacGroup),
      object,
      { fieldManager: 'test', force: true },
      never,
    )
  await apply({ ...head, kind: 'ClusterRole', rules }, 'clusterroles')
  const subjects = users.map((user) => ({
    kind: 'ServiceAccount',
    name: user,
    namespace: stage.team,
  }))
  const roleRef = { apiGroup: rbacGroup, kind: 'ClusterRole', name }
  const binding = { ...head, kind: 'ClusterRoleBinding', roleRef, subjects }
  await apply(binding, 'clusterrolebindings')
}

function template(place: string, colour: string): string {
  return `{apiVersion: v1, kind: ConfigMap, metadata: {name: of-${place}}, data: {colour: ${colour}}}`
}
