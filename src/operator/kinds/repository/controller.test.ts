import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../../apiserver/server.ts'
import { memoryFiles } from '../../../apiserver/storage/memory-files.ts'
import { runRefreshJob } from '../../../catalog/refresh/refresh-job.ts'
import { fenceClient } from '../../../controller/election/fenced-client.ts'
import { EventRecorder } from '../../../controller/events/event-recorder.ts'
import { SharedInformers } from '../../../controller/shared-informers.ts'
import { customResourceDefinition } from '../../../kinds/custom-resource-definition.ts'
import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { repositoryKind } from '../../../kinds/repository.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { type KubeClient, createKubeClient } from '../../../kube/client.ts'
import { deleteObject } from '../../../kube/objects/delete-object.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { listObjects } from '../../../kube/objects/list-objects.ts'
import type { JsonObject } from '../../../objects/json.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import { secrets } from '../../../kube/objects/core-resources.ts'
import { strictPolicy } from '../../../sources/policy/policy.ts'
import { type RepositoryController, createRepositoryController } from './controller.ts'

// The parts load from source, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ending = new AbortController()
const { signal } = ending
const platform = 'outrigger-system'
const resource = resourceOf(repositoryKind)

let folder: string
let api: ApiServer
let client: KubeClient
let controller: RepositoryController
let charts: Awaited<ReturnType<typeof serveCharts>>
let running: Promise<unknown>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repository-controller-'))
  charts = await serveCharts()
  api = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(api.answer, peer)
  client = createKubeClient({ transport, rateLimit: 'none' })
  const crd = customResourceDefinition(repositoryKind) as KubeObject
  await applyObject(client, crds, crd, {}, signal)
  for (const name of [platform, 'team']) {
    await applyObject(client, namespaces, object('v1', 'Namespace', { name }), {}, signal)
  }
  await vi.waitFor(() => listObjects(client, { resource }, { repeat: 'never' }, signal), 20_000)
  const informers = new SharedInformers(client, () => ({}))
  const recorder = new EventRecorder(client, {
    controller: 'outrigger.dev/repository',
    instance: 'a',
  })
  const leads = { signal, throwIfLost: () => {} }
  controller = createRepositoryController({
    client: fenceClient(client, leads),
    informers,
    recorder,
    refresh: runRefreshJob,
    policy: strictPolicy,
    indexFolder: folder,
    platformNamespace: platform,
    runMirror: () => Promise.reject(new Error('nothing is mirrored here')),
    mirrorFolder: folder,
  })
  running = Promise.allSettled([
    informers.run(signal),
    recorder.run(signal),
    controller.run(signal),
  ])
})

afterAll(async () => {
  ending.abort()
  await running
  await api.close()
  await charts.stop()
  await rm(folder, { recursive: true })
})

test('whoever waits for a Repository is told when it comes, and what it has', async () => {
  expect(controller.directory.find('main', 'team')).toEqual({
    state: 'waiting',
    message: 'there is no Repository main in team or outrigger-system',
  })
  const told: string[] = []
  const stop = controller.directory.onChange((key) => told.push(key))
  await apply('main', platform, { url: charts.url, origin: 'builtin', priority: 5 })
  await vi.waitFor(() => expect(told).toEqual([`${platform}/main`]), 20_000)
  stop()
  expect(controller.directory.find('main', 'team')).toMatchObject({
    state: 'found',
    entry: { origin: 'builtin' },
    source: { address: charts.url, trust: 'trusted', repositoryName: `${platform}_main` },
  })
  await vi.waitFor(async () => {
    expect(await statusOf('main', platform)).toMatchObject({
      charts: 2,
      versions: 3,
      origin: 'builtin',
      observedGeneration: 1,
      digest: expect.stringMatching(/^sha256:/) as string,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Refreshed',
          message: 'the index has 2 charts in 3 versions',
        },
        { type: 'Reconciling', status: 'False' },
        { type: 'Stalled', status: 'False' },
      ],
    })
  }, 20_000)
})

test('a request to refresh is answered at once, and an index that is the same is not told again', async () => {
  const before = charts.requests.length
  const annotations = { 'outrigger.dev/retry': '1' }
  await apply('main', platform, { url: charts.url, origin: 'builtin', priority: 5 }, annotations)
  await vi.waitFor(async () => {
    expect(await statusOf('main', platform)).toMatchObject({ retried: '1' })
  }, 20_000)
  expect(charts.requests.length).toBe(before + 1)
})

test('a tenant sees neither private Repositories of the platform nor those of others', async () => {
  await apply('closed', platform, {
    url: charts.url,
    visibility: 'private',
    allowedNamespaces: ['team'],
  })
  await vi.waitFor(
    () => expect(controller.directory.find('closed', 'team').state).toBe('found'),
    20_000,
  )
  expect(controller.directory.find('closed', 'other')).toMatchObject({ state: 'waiting' })
  expect(controller.directory.visibleTo('other').map(({ name }) => name)).toEqual(['main'])
})

test('a tenant names no address of this machine, and its charts are its own', async () => {
  await apply('own', 'team', { url: charts.url, origin: 'builtin' })
  await vi.waitFor(async () => {
    expect(await statusOf('own', 'team')).toMatchObject({
      origin: 'custom',
      conditions: [
        { type: 'Ready', status: 'False', reason: 'SourceRefused' },
        {},
        { type: 'Stalled', status: 'True' },
      ],
    })
  }, 20_000)
  expect(controller.directory.find('own', 'team')).toMatchObject({ state: 'waiting' })
})

test('a Secret that comes, and one that is rotated, is a reason to look again', async () => {
  charts.want('u:one')
  await apply('login', platform, { url: charts.url, credentials: { secretName: 'login' } })
  await vi.waitFor(async () => {
    expect(await readyOf('login')).toMatchObject({ reason: 'CredentialsMissing' })
  }, 20_000)
  expect((await readyOf('login')).message).toContain('Secret outrigger-system/login does not exist')
  await applySecret('login', { username: 'u', password: 'one' })
  await vi.waitFor(
    async () => expect(await readyOf('login')).toMatchObject({ status: 'True' }),
    20_000,
  )
  charts.want('u:two')
  await applySecret('login', { username: 'u', password: 'two' })
  await vi.waitFor(() => {
    expect(controller.directory.find('login', 'team')).toMatchObject({
      source: { credentials: { password: 'two' } },
    })
  }, 20_000)
  expect(charts.requests.at(-1)).toBe('u:two')
  charts.want('')
})

test('an index that cannot be read any more is still used', async () => {
  charts.breakDown()
  const annotations = { 'outrigger.dev/retry': '2' }
  await apply('main', platform, { url: charts.url, origin: 'builtin', priority: 5 }, annotations)
  await vi.waitFor(async () => {
    expect(await readyOf('main')).toMatchObject({ status: 'False', reason: 'RefreshFailed' })
  }, 30_000)
  expect((await readyOf('main')).message).toContain('the index that was read before is still used')
  expect(controller.directory.find('main', 'team').state).toBe('found')
})

test('what is deleted is gone', async () => {
  await deleteObject(client, { resource, namespace: platform, name: 'main' }, {}, signal)
  await vi.waitFor(
    () => expect(controller.directory.find('main', 'team').state).toBe('waiting'),
    20_000,
  )
})

const crds = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
} as const
const namespaces = { ...crds, group: '', resource: 'namespaces', kind: 'Namespace' } as const

function object(version: string, kind: string, metadata: JsonObject, more: JsonObject = {}) {
  return { apiVersion: version, kind, metadata, ...more } as KubeObject
}

async function apply(
  name: string,
  namespace: string,
  spec: JsonObject,
  annotations: JsonObject = {},
) {
  const one = object(apiVersion, 'Repository', { name, namespace, annotations }, { spec })
  await applyObject(client, resource, one, { fieldManager: 'test', force: true }, signal)
}

async function applySecret(name: string, data: Readonly<Record<string, string>>): Promise<void> {
  const one = object('v1', 'Secret', { name, namespace: platform }, { stringData: data })
  await applyObject(client, secrets, one, { force: true }, signal)
}

async function statusOf(name: string, namespace: string): Promise<unknown> {
  const found = await getObject(client, { resource, namespace, name }, {}, signal)
  return found?.['status']
}

async function readyOf(name: string) {
  const found = await getObject(client, { resource, namespace: platform, name }, {}, signal)
  const list = (found?.['status'] as { conditions?: KubeObject[] } | undefined)?.conditions ?? []
  const ready = list.find((one) => textAt(one, ['type']) === 'Ready')
  const text = (key: string) => (ready === undefined ? '' : textAt(ready, [key]))
  return { status: text('status'), reason: text('reason'), message: text('message') }
}

const index = `apiVersion: v1
entries:
  web:
  - {name: web, version: 1.1.0, apiVersion: v2, urls: [web-1.1.0.tgz]}
  - {name: web, version: 1.0.0, apiVersion: v2, urls: [web-1.0.0.tgz]}
  db:
  - {name: db, version: 0.1.0, apiVersion: v2, urls: [db-0.1.0.tgz]}
`

async function serveCharts() {
  const requests: string[] = []
  let wanted = ''
  let isBroken = false
  const server: Server = createServer((request, response) => {
    const given = request.headers.authorization?.slice('Basic '.length) ?? ''
    const login = Buffer.from(given, 'base64').toString()
    requests.push(login)
    if (isBroken) response.writeHead(404).end()
    else if (wanted !== '' && login !== wanted) response.writeHead(401).end()
    else response.end(index)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    want: (login: string) => void (wanted = login),
    breakDown: () => void (isBroken = true),
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  }
}
