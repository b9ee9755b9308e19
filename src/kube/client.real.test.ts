import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, type Socket, connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SharedControlPlane, sharedControlPlane } from '../../test/testbed/shared.ts'
import { type KubeObject, nameOf, numberAt, readPath, textAt } from '../objects/kube-object.ts'
import { applyObject } from './objects/apply-object.ts'
import { type KubeClient, createKubeClient } from './client.ts'
import { type ConnectedClient, connect, findConnection } from './connect.ts'
import { deleteCollection, deleteObject } from './objects/delete-object.ts'
import { Discovery } from './discovery/discovery.ts'
import { fetchApis } from './discovery/fetch-apis.ts'
import { followDiscovery } from './discovery/follow-discovery.ts'
import type { ServedResource } from './discovery/served-apis.ts'
import { fetchServerVersion } from './discovery/server-version.ts'
import { getObject } from './objects/get-object.ts'
import { listObjects } from './objects/list-objects.ts'
import { patchObject } from './objects/patch-object.ts'
import { evictPod, getScale, setScale } from './objects/subresources.ts'
import { createUndiciTransport } from './undici-transport.ts'
import { createObject, updateObject } from './objects/write-object.ts'

const namespace = `client-${process.pid}`
const never = new AbortController().signal
const core = (resource: string, kind: string, namespaced = true) => ({
  group: '',
  version: 'v1',
  resource,
  kind,
  namespaced,
})
const [maps, pods, namespaces] = [
  core('configmaps', 'ConfigMap'),
  core('pods', 'Pod'),
  core('namespaces', 'Namespace', false),
]

let plane: SharedControlPlane
let connected: ConnectedClient
let client: KubeClient

beforeAll(async () => {
  plane = await sharedControlPlane()
  connected = connect(await findConnection({ kubeconfig: plane.kubeconfig, environment: {} }))
  client = connected.client
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  await createObject(client, namespaces, object, {}, never)
})
afterAll(async () => {
  await deleteObject(client, { resource: namespaces, name: namespace }, {}, never)
  await connected.close()
})

const map = (name: string, data: Readonly<Record<string, string>> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
})

test('creates, reads, changes and deletes objects', async () => {
  const target = { resource: maps, namespace, name: 'life' }
  const created = await createObject(client, maps, map('life', { a: '1' }), {}, never)
  expect(created.created).toBe(true)
  await expect(createObject(client, maps, map('life'), {}, never)).rejects.toMatchObject({
    code: 'already-exists',
    reason: 'AlreadyExists',
  })
  const newer = await updateObject(client, maps, { ...created.object, data: { a: '2' } }, {}, never)
  await expect(updateObject(client, maps, created.object, {}, never)).rejects.toMatchObject({
    code: 'conflict',
  })
  const ops = [{ op: 'add', path: '/data/b', value: '3' }]
  const patched = await patchObject(client, target, { type: 'json', patch: ops }, {}, never)
  expect(patched.object['data']).toEqual({ a: '2', b: '3' })
  const stale = {
    uid: 'another',
    resourceVersion: textAt(newer.object, ['metadata', 'resourceVersion']),
  }
  await expect(deleteObject(client, target, { preconditions: stale }, never)).rejects.toMatchObject(
    {
      code: 'conflict',
    },
  )
  expect(await deleteObject(client, target, { dryRun: true }, never)).toEqual({ state: 'deleted' })
  expect(await deleteObject(client, target, {}, never)).toEqual({ state: 'deleted' })
  expect(await getObject(client, target, {}, never)).toBeUndefined()
})

test('applies for several managers, names their conflicts, and passes warnings on', async () => {
  const apply = (value: string, fieldManager: string, force = false) =>
    applyObject(client, maps, map('shared', { a: value }), { fieldManager, force }, never)
  expect((await apply('1', 'one')).created).toBe(true)
  await expect(apply('2', 'two')).rejects.toMatchObject({
    code: 'conflict',
    causes: [{ reason: 'FieldManagerConflict', field: '.data.a', message: 'conflict with "one"' }],
  })
  expect((await apply('2', 'two', true)).object['data']).toEqual({ a: '2' })
  const odd = { ...map('odd'), unknown: 1 }
  const { warnings } = await createObject(client, maps, odd, { fieldValidation: 'Warn' }, never)
  expect(warnings).toEqual(['unknown field "unknown"'])
  await expect(
    createObject(
      client,
      maps,
      { ...odd, metadata: { name: 'x', namespace } },
      { fieldValidation: 'Strict' },
      never,
    ),
  ).rejects.toMatchObject({ code: 'bad-request' })
})

test('an apply keeps characters that YAML does not take as they are', async () => {
  const text = 'a\u007f\u0080\u0085 \u009f \u2028 \u2029\ufeff\ufffe\uffff b'
  const metadata = { namespace, name: 'signs' }
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } }
  const { object } = await applyObject(client, maps, map, { fieldManager: 'signs' }, never)
  expect(readPath(object, ['data', 'text'])).toBe(text)
})

test('lists page by page, only metadata when asked, and deletes many at once', async () => {
  const labels = { set: 'many' }
  for (let index = 0; index < 12; index++) {
    const object = {
      ...map(`many-${index}`),
      metadata: { name: `many-${index}`, namespace, labels },
    }
    await createObject(client, maps, object, {}, never)
  }
  const selection = { resource: maps, namespace, labelSelector: 'set=many' }
  const paged = await listObjects(client, selection, { pageSize: 5 }, never)
  expect(paged.objects).toHaveLength(12)
  const bare = await listObjects(client, selection, { pageSize: 5, metadataOnly: true }, never)
  expect(bare.objects.map(nameOf)).toEqual(paged.objects.map(nameOf))
  expect(bare.objects[0]).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
  expect(bare.objects[0]?.['data']).toBeUndefined()
  await deleteCollection(client, selection, {}, never)
  expect((await listObjects(client, selection, {}, never)).objects).toEqual([])
})

test('integers beyond 2^53 and kinds that come later survive', async () => {
  const discovery = new Discovery(client)
  const stop = new AbortController()
  const following = followDiscovery(client, discovery, {}, stop.signal).catch(() => undefined)
  const group = `client-${process.pid}.example`
  await discovery.apis(never)
  const crds = await discovery.findByName('crd', never)
  if (crds === undefined) throw new Error('there are no CRDs')
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', shortNames: ['th'] },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
  try {
    await applyObject(client, crds, crd, {}, never)
    const things = await untilThere(() => discovery.findKind({ group, kind: 'Thing' }, never))
    expect(await discovery.findByName(`th.${group}`, never)).toEqual(things)
    const thing = {
      apiVersion: `${group}/v1`,
      kind: 'Thing',
      metadata: { name: 'one', namespace },
      spec: { large: 9_223_372_036_854_775_807n, small: 7 },
    }
    await untilThere(() => applyObject(client, things, thing, {}, never).catch(() => undefined))
    const found = await getObject(client, { resource: things, namespace, name: 'one' }, {}, never)
    expect(readPath(found, ['spec'])).toEqual(thing.spec)
  } finally {
    await deleteObject(client, { resource: crds, name: `things.${group}` }, {}, never)
    stop.abort()
    await following
  }
})

test('scales a deployment, evicts a pod, and knows what the server is', async () => {
  const discovery = new Discovery(client)
  const deployments = await discovery.findKind({ group: 'apps', kind: 'Deployment' }, never)
  if (deployments === undefined) throw new Error('there are no deployments')
  const labels = { app: 'scaled' }
  const containers = [{ name: 'c', image: 'registry.example/c:1' }]
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'scaled', namespace },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  }
  await applyObject(client, deployments, deployment, {}, never)
  const target = { resource: deployments, namespace, name: 'scaled' }
  expect(await getScale(client, target, never)).toBe(0)
  await setScale(client, target, 1, {}, never)
  const pod = await untilThere(async () => {
    const list = await listObjects(
      client,
      { resource: pods, namespace, labelSelector: 'app=scaled' },
      {},
      never,
    )
    return list.objects[0]
  })
  expect(await evictPod(client, { resource: pods, namespace, name: nameOf(pod) }, {}, never)).toBe(
    true,
  )
  expect((await fetchServerVersion(client, never)).gitVersion).toBe('v1.36.3')
  expect(await discovery.apiVersions(never)).toEqual(
    expect.arrayContaining(['v1', 'apps/v1/Deployment']),
  )
  const found = await getObject(client, target, { subresource: 'status' }, never)
  expect(numberAt(found, ['spec', 'replicas'])).toBe(1)
})

test('acts as somebody else with their rights', async () => {
  const jane = client.impersonating({ user: 'jane', groups: ['system:authenticated'] })
  await expect(listObjects(jane, { resource: maps, namespace }, {}, never)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('User "jane" cannot list resource "configmaps"'),
  })
})

test('a server that is not who it says is not spoken to, unless somebody wants that', async () => {
  const found = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  const version = async (tls: typeof found.tls) => {
    const one = connect({ ...found, tls }, { retries: { attempts: 1 } })
    try {
      return (await fetchServerVersion(one.client, never)).major
    } finally {
      await one.close()
    }
  }
  await expect(version({ insecureSkipVerify: false })).rejects.toMatchObject({
    code: 'unreachable',
  })
  await expect(version({ ...found.tls, serverName: 'elsewhere' })).rejects.toMatchObject({
    code: 'unreachable',
  })
  expect(await version({ ...found.tls, serverName: 'localhost' })).toBe('1')
  expect(await version({ insecureSkipVerify: true })).toBe('1')
})

test('a server without aggregated discovery would tell the same', async () => {
  const found = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  const { send, close } = createUndiciTransport(found)
  const old = createKubeClient({
    transport: (request, signal) =>
      send({ ...request, headers: { ...request.headers, accept: 'application/json' } }, signal),
  })
  try {
    const [newer, older] = await Promise.all([client, old].map((each) => fetchApis(each, never)))
    expect(older?.resources.map(comparable)).toEqual(newer?.resources.map(comparable))
    expect(older?.resources.length).toBeGreaterThan(50)
  } finally {
    await close()
  }
})

test('a token that the server refuses is asked for once more', async () => {
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'plugin', namespace },
  }
  const accounts = core('serviceaccounts', 'ServiceAccount')
  await applyObject(client, accounts, account, {}, never)
  const wanted = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: { name: 'plugin', namespace },
    spec: {},
  }
  const made = await createObject(client, accounts, wanted, { subresource: 'token' }, never)
  const token = textAt(made.object, ['status', 'token'])
  const found = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  const tokens = ['expired', token]
  let refusals = 0
  const credentials = {
    current: async () => ({ authorization: `Bearer ${tokens[0]}` }),
    refused: () => {
      refusals++
      return tokens.shift() !== undefined
    },
  }
  const one = connect({ ...found, credentials })
  try {
    await expect(
      listObjects(one.client, { resource: maps, namespace }, {}, never),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(`system:serviceaccount:${namespace}:plugin`),
    })
    expect(refusals).toBe(1)
  } finally {
    await one.close()
  }
})

test('goes through a proxy that a kubeconfig names', async () => {
  const seen: string[] = []
  const proxy = createServer().on('connect', (request, socket: Socket) => {
    seen.push(`${request.url} ${request.headers['proxy-authorization']}`)
    const [host, port] = (request.url ?? '').split(':')
    const upstream = connectSocket(Number(port), host ?? '', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const found = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  const url = new URL(`http://jane:pw@127.0.0.1:${port}`)
  const through = connect({ ...found, proxy: { kind: 'url', url } })
  try {
    expect((await fetchServerVersion(through.client, never)).major).toBe('1')
    expect(seen).toEqual([`${found.server.host} Basic amFuZTpwdw==`])
  } finally {
    await through.close()
    proxy.close()
  }
})

// Only the order inside a resource's lists is the server's own affair.
function comparable(resource: ServedResource) {
  const { shortNames, verbs, subresources, categories, ...rest } = resource
  const lists = [shortNames, verbs, subresources, categories].map((list) => list.toSorted())
  return { ...rest, lists }
}

async function untilThere<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come')
}
