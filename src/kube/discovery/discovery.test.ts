import { expect, test } from 'vitest'
import type { Json } from '../../objects/json.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { type Reply, scriptedServer, statusBody } from '../scripted-server-for-test.ts'
import { Discovery } from './discovery.ts'

const never = new AbortController().signal

const kindBody = (
  kind: string,
  resource: string,
  more: Readonly<Record<string, Json>> = {},
): Json => ({
  resource,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get'],
  ...more,
})

const groupBody = (
  name: string,
  versions: Readonly<Record<string, readonly Json[]>>,
  freshness = 'Current',
): Json => ({
  metadata: { name },
  versions: Object.entries(versions).map(([version, resources]) => ({
    version,
    resources,
    freshness,
  })),
})

const aggregatedOf = (...items: readonly Json[]): Reply => ({
  json: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items },
})

const core = aggregatedOf(
  groupBody('', {
    v1: [
      kindBody('Pod', 'pods', { shortNames: ['po'], subresources: [{ subresource: 'log' }] }),
      kindBody('Namespace', 'namespaces', { scope: 'Cluster' }),
      { resource: 'bindingless', subresources: [{ subresource: 'x' }] },
    ],
  }),
)
const groups = [
  groupBody('apps', { v1: [kindBody('Deployment', 'deployments', { shortNames: ['deploy'] })] }),
  groupBody('shop.example', {
    v2: [kindBody('Order', 'orders')],
    v1: [kindBody('Order', 'orders'), kindBody('Pod', 'pods')],
  }),
  groupBody('metrics.example', { v1: [] }, 'Stale'),
]

const legacyGroup = (name: string, preferred: string, ...others: readonly string[]) => ({
  name,
  versions: [...others, preferred].map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  })),
  preferredVersion: { version: preferred },
})

function serve(roots: () => Readonly<Record<string, Reply>>) {
  const clock = new VirtualClock()
  const missing = { status: 404, json: statusBody(404, 'NotFound') }
  const { client, asked } = scriptedServer(clock, ({ path }) => roots()[path] ?? missing)
  return { clock, asked, discovery: new Discovery(client) }
}

test('asks twice for everything, and never again', async () => {
  const { discovery, asked } = serve(() => ({ '/api': core, '/apis': aggregatedOf(...groups) }))
  const found = await discovery.findKind({ group: 'apps', kind: 'Deployment' }, never)
  expect(found).toMatchObject({ version: 'v1', resource: 'deployments', namespaced: true })
  const namespaces = await discovery.findKind(
    { group: '', version: 'v1', kind: 'Namespace' },
    never,
  )
  expect(namespaces?.namespaced).toBe(false)
  expect((await discovery.apis(never)).unavailable).toEqual([
    { group: 'metrics.example', version: 'v1', why: 'its server does not answer' },
  ])
  expect(asked.map(({ path }) => path)).toEqual(['/api', '/apis'])
  expect(asked[0]?.headers['accept']).toContain('v=v2;as=APIGroupDiscoveryList')
})

test.each([
  { word: 'po', found: 'v1/pods' },
  { word: 'Pod', found: 'v1/pods' },
  { word: 'pods.shop.example', found: 'shop.example/v1/pods' },
  { word: 'deploy', found: 'apps/v1/deployments' },
  { word: 'order', found: 'shop.example/v2/orders' },
  { word: 'orders.v1.shop.example', found: 'shop.example/v1/orders' },
  { word: 'pods.v1', found: 'v1/pods' },
  { word: 'orders.apps', found: undefined },
])('means $found by $word', async ({ word, found }) => {
  const { discovery } = serve(() => ({ '/api': core, '/apis': aggregatedOf(...groups) }))
  const resource = await discovery.findByName(word, never)
  const text =
    resource && [resource.group, resource.version, resource.resource].filter(Boolean).join('/')
  expect(text).toBe(found)
})

test('names API versions as Helm does', async () => {
  const { discovery } = serve(() => ({
    '/api': core,
    '/apis': aggregatedOf(...groups.slice(0, 1)),
  }))
  expect(await discovery.apiVersions(never)).toEqual([
    'v1',
    'v1/Pod',
    'v1/Namespace',
    'apps/v1',
    'apps/v1/Deployment',
  ])
})

test('looks again for what it does not know, and after it was told to', async () => {
  let served = groups.slice(0, 1)
  const { discovery, asked, clock } = serve(() => ({
    '/api': core,
    '/apis': aggregatedOf(...served),
  }))
  const order = { group: 'shop.example', kind: 'Order' }
  expect(await discovery.findKind(order, never)).toBeUndefined()
  expect(asked).toHaveLength(2)
  served = groups
  await clock.advance(2000)
  expect(await discovery.findKind(order, never)).toMatchObject({ version: 'v2' })
  expect(asked).toHaveLength(4)
  served = groups.slice(0, 1)
  discovery.invalidate()
  expect(await discovery.findKind(order, never)).toBeUndefined()
})

test('another version of Kubernetes makes everything else old, the same one nothing', async () => {
  let gitVersion = 'v1.35.1'
  const { discovery, asked } = serve(() => ({
    '/api': core,
    '/apis': aggregatedOf(...groups),
    '/version': { json: { gitVersion, major: '1', minor: '35' } },
  }))
  let told = 0
  const paths = () => {
    const news = asked.slice(told).map(({ path }) => path)
    told = asked.length
    return news
  }
  await discovery.apis(never)
  await discovery.serverVersion(never)
  expect(paths()).toEqual(['/api', '/apis', '/version'])
  expect(await discovery.newestVersion(never)).toMatchObject({ gitVersion: 'v1.35.1' })
  await discovery.apis(never)
  expect(paths()).toEqual(['/version'])
  gitVersion = 'v1.36.0'
  expect(await discovery.newestVersion(never)).toMatchObject({ gitVersion: 'v1.36.0' })
  expect(await discovery.serverVersion(never)).toMatchObject({ gitVersion: 'v1.36.0' })
  await discovery.apis(never)
  expect(paths()).toEqual(['/version', '/api', '/apis'])
})

test('an old server is asked group by group, and one that fails fails nothing else', async () => {
  const resources = [
    { name: 'deployments', kind: 'Deployment', namespaced: true, singularName: '', verbs: ['get'] },
    { name: 'deployments/scale', kind: 'Scale', namespaced: true, verbs: ['get'] },
  ]
  const { discovery } = serve(() => ({
    '/api': { json: { kind: 'APIVersions', versions: ['v1'] } },
    '/api/v1': { json: { kind: 'APIResourceList', resources: [] } },
    '/apis': {
      json: {
        kind: 'APIGroupList',
        groups: [legacyGroup('apps', 'v1', 'v1beta1'), legacyGroup('metrics', 'v1')],
      },
    },
    '/apis/apps/v1': { json: { kind: 'APIResourceList', resources } },
    '/apis/apps/v1beta1': { json: { kind: 'APIResourceList', resources } },
    '/apis/metrics/v1': { status: 503, json: statusBody(503, 'ServiceUnavailable') },
  }))
  const apis = await discovery.apis(never)
  expect(apis.resources.map(({ version, subresources }) => [version, subresources])).toEqual([
    ['v1', ['scale']],
    ['v1beta1', ['scale']],
  ])
  expect(apis.unavailable).toEqual([{ group: 'metrics', version: 'v1', why: 'ServiceUnavailable' }])
})
