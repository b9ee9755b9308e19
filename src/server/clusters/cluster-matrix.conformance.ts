import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { OwningStage } from '../../release/ownership/owning-stage-for-test.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { assembleRoutes } from '../open-server.ts'
import { type ServerStage, openStage } from '../server-stage-for-test.ts'
import { type StageUser, clusterWide, stageUsers } from '../stage-users-for-test.ts'

interface Hub {
  readonly client: KubeClient
  readonly stop: () => Promise<void>
}

const never = new AbortController().signal
const rbacGroup = 'rbac.authorization.k8s.io'

/** Those who may do everything with Secrets and ConfigMaps on each of the other clusters. */
const allowed = { near: ['viewer', 'admin'], far: ['editor'] } as const
type Edge = keyof typeof allowed
const edges = Object.keys(allowed) as readonly Edge[]

/** The operations that ask any cluster: of a list denied by 403, of one thing answered as if it were not there. */
const rows: readonly { readonly operation: string; readonly below: string; denied: 403 | 404 }[] = [
  { operation: 'listReleases', below: '', denied: 403 },
  ...[
    ['getRelease', ''],
    ['listReleaseHistory', '/history'],
    ['getReleaseValues', '/values'],
    ['getReleaseManifest', '/manifest'],
    ['getReleaseNotes', '/notes'],
    ['listReleaseObjects', '/objects'],
    ['diffRelease', '/diff'],
    ['getReleaseDrift', '/drift'],
  ].map(([operation = '', below = '']) => ({
    operation,
    below: `painted${below}`,
    denied: 404 as const,
  })),
]
/** Everybody may ask for their own rights; logs need a kubelet. */
const others = ['getRights', 'getPodLogs']

/** The rights of four users on three clusters: the platform's own, and two others. */
export function testClusterMatrix(where: string, open: () => Promise<Hub>): void {
  describe(`three clusters, the first of them ${where}`, () => {
    let hub: Hub
    let stage: ServerStage
    const clients = new Map<string, KubeClient>()
    const stops: (() => Promise<void>)[] = []

    beforeAll(async () => {
      hub = await open()
      for (const edge of edges) {
        const { client, stop } = await startCluster()
        clients.set(edge, client)
        stops.push(stop)
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
      await addRelease(hub.client, stage.team)
    }, 60_000)
    afterAll(async () => {
      for (const name of edges) {
        const target = { resource: resourceOf(clusterKind), name }
        await deleteObject(hub.client, target, {}, never)
      }
      await stage.close()
      for (const stop of [...stops, hub.stop]) await stop()
    })

    const cases = stageUsers.flatMap((user) => rows.map((row) => ({ user, ...row })))
    test.each(cases)('$user and $operation', async ({ user, below, denied }) => {
      const { team } = stage
      for (const cluster of ['', ...edges]) {
        const place = below === '' ? `?namespace=${team}&` : `/${team}/${below}?`
        const path = `/api/v1/releases${place}${cluster === '' ? '' : `cluster=${cluster}`}`
        const { status } = await stage.ask(user, 'GET', path)
        const client = clients.get(cluster) ?? hub.client
        const isSeen =
          cluster === '' || (await canI(stage, user, { client: hub.client, ...getClusters }))
        const may = await canI(stage, user, { client, ...listSecrets, namespace: team })
        const expected = !isSeen ? 404 : may ? 200 : denied
        expect([user, path, status]).toEqual([user, path, expected])
      }
    })

    test('every operation on any cluster has its row', () => {
      const { routes } = assembleRoutes({ ...stage.options })
      const known = new Set([...rows.map(({ operation }) => operation), ...others])
      const found = routes.filter((route) => route.onAnyCluster === true)
      const missing = found.filter(({ operationId }) => !known.has(operationId))
      expect(missing.map(({ operationId }) => operationId)).toEqual([])
    })
  })
}

const getClusters = { verb: 'get', group: 'outrigger.dev', resource: 'clusters', namespace: '' }
const listSecrets = { verb: 'list', group: '', resource: 'secrets' }

interface Question {
  readonly client: KubeClient
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace: string
}

/** The answer of `kubectl auth can-i` on a cluster. */
function canI(stage: ServerStage, user: StageUser, { client, ...action }: Question) {
  const name = `system:serviceaccount:${stage.team}:${user}`
  const groups = [
    'system:serviceaccounts',
    `system:serviceaccounts:${stage.team}`,
    'system:authenticated',
  ]
  return reviewAccess(client.impersonating({ user: name, groups }), action, never)
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
  const rules = [{ apiGroups: ['outrigger.dev'], resources: ['clusters'], verbs: ['get'] }]
  await bind(stage, stage.client, rules, ['viewer', 'editor'])
}

async function prepareEdge(stage: ServerStage, edge: Edge, client: KubeClient): Promise<void> {
  await addRelease(client, stage.team)
  const rules = [{ apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['*'] }]
  await bind(stage, client, rules, allowed[edge])
}

async function addRelease(client: KubeClient, namespace: string): Promise<void> {
  const release = new OwningStage(client, { namespace, name: 'painted' }, 'person')
  const metadata = { name: namespace }
  await applyObject(
    client,
    clusterWide('namespaces', 'Namespace', ''),
    { apiVersion: 'v1', kind: 'Namespace', metadata },
    { fieldManager: 'test', force: true },
    never,
  )
  await release.install({ templates: template('red') })
  await release.upgrade({ templates: template('blue') })
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

function template(colour: string): string {
  return `{apiVersion: v1, kind: ConfigMap, metadata: {name: colours}, data: {colour: ${colour}}}`
}
