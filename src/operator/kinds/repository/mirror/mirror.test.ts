import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ChartRepository } from '../../../../../test/operator/chart-repository.ts'
import { openExchange } from '../../../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../../../test/registry/temporary-registry.ts'
import { inProcessTransport } from '../../../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../../../apiserver/server.ts'
import { memoryFiles } from '../../../../apiserver/storage/memory-files.ts'
import { runRefreshJob } from '../../../../catalog/refresh/refresh-job.ts'
import { fenceClient } from '../../../../controller/election/fenced-client.ts'
import { EventRecorder } from '../../../../controller/events/event-recorder.ts'
import { SharedInformers } from '../../../../controller/shared-informers.ts'
import { customResourceDefinition } from '../../../../kinds/custom-resource-definition.ts'
import { apiVersion } from '../../../../kinds/group.ts'
import { resourceOf } from '../../../../kinds/kind-definition.ts'
import { repositoryKind } from '../../../../kinds/repository.ts'
import { type KubeClient, createKubeClient } from '../../../../kube/client.ts'
import { applyObject } from '../../../../kube/objects/apply-object.ts'
import { deleteObject } from '../../../../kube/objects/delete-object.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { listObjects } from '../../../../kube/objects/list-objects.ts'
import { runMirrorJob } from '../../../../mirror/job/run-mirror-job.ts'
import type { JsonObject } from '../../../../objects/json.ts'
import { type KubeObject, conditionOf, textAt } from '../../../../objects/kube-object.ts'
import { readManifest } from '../../../../release/desired/read-manifest.ts'
import { readAddressPolicy } from '../../../../sources/policy/policy.ts'
import { resourceOf as namedResource } from '../../../pass/watched-objects.ts'
import { createRepositoryController } from '../controller.ts'

// The parts load from source, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Running = Awaited<ReturnType<typeof startTemporaryRegistry>>
const ending = new AbortController()
const { signal } = ending
const platform = 'outrigger-system'
const resource = resourceOf(repositoryKind)
const configMaps = namedResource('ConfigMap')

let folder: string
let api: ApiServer
let client: KubeClient
let source: Running
let destination: Running
let charts: ChartRepository
let running: Promise<unknown>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repository-mirror-'))
  source = await startTemporaryRegistry()
  destination = await startTemporaryRegistry()
  charts = await ChartRepository.start([])
  await offer('1.0.0')
  api = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  client = createKubeClient({ transport: inProcessTransport(api.answer, peer), rateLimit: 'none' })
  await apply('apiextensions.k8s.io/v1', crds, customResourceDefinition(repositoryKind))
  for (const name of [platform, 'team']) {
    await apply('v1', namespaces, { kind: 'Namespace', metadata: { name } })
  }
  await vi.waitFor(() => listObjects(client, { resource }, { repeat: 'never' }, signal), 20_000)
  const informers = new SharedInformers(client, () => ({}))
  const recorder = new EventRecorder(client, { controller: 'outrigger.dev/x', instance: 'a' })
  const controller = createRepositoryController({
    client: fenceClient(client, { signal, throwIfLost: () => {} }),
    informers,
    recorder,
    refresh: runRefreshJob,
    // Charts name the source; its address is one of this machine.
    policy: readAddressPolicy({ allow: [`http://${source.host}`] }),
    indexFolder: folder,
    platformNamespace: platform,
    runMirror: (job, inner) => runMirrorJob(job, readManifest, inner),
    mirrorFolder: join(folder, 'mirrored'),
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
  await source.stop()
  await destination.stop()
  await rm(folder, { recursive: true })
})

test('a mirror brings charts with their images, keeps the lock, and brings only what is new the next time', async () => {
  await repository('main', platform, { mirror: wanted() })
  await vi.waitFor(async () => expect(await mirrored('main')).toMatchObject(done), 30_000)
  expect(await tagsAt('charts/web')).toEqual(['1.0.0'])
  expect(await tagsAt('mirror/app')).toEqual(['1.0.0'])
  expect(await statusOf('main')).toMatchObject({ charts: 1, images: 2, copied: 2 })
  expect((await lockOf('main')).images.map(({ target }) => target)).toEqual([
    `${destination.host}/mirror/app:1.0.0`,
    `${destination.host}/mirror/tool:1`,
  ])

  await offer('1.1.0')
  await repository('main', platform, { mirror: wanted() }, { 'outrigger.dev/retry': '1' })
  await vi.waitFor(async () => expect(await tagsAt('charts/web')).toContain('1.1.0'), 30_000)
  await vi.waitFor(async () => expect(await statusOf('main')).toMatchObject({ copied: 1 }), 30_000)
  expect((await lockOf('main')).charts.map(({ version }) => version)).toEqual(['1.1.0'])
})

test('an image that is missing fails the mirror by name, and no chart is brought', async () => {
  const images = [`${source.host}/gone:1`, `${source.host}/tool:1`]
  const to = { images: `${destination.host}/other`, charts: `oci://${destination.host}/others` }
  await repository('broken', platform, { mirror: { ...wanted(), to, images } })
  const message = `1 of 3 images failed, so no chart was brought: ${source.host}/gone:1`
  await vi.waitFor(
    async () =>
      expect(await mirrored('broken')).toMatchObject({
        status: 'False',
        reason: 'MirrorFailed',
        message: expect.stringContaining(message) as string,
      }),
    30_000,
  )
  expect(await tagsAt('other/tool')).toEqual(['1'])
  expect(await tagsAt('others/web')).toEqual([])
})

test('a ConfigMap of somebody else under the name of the lock stays as it is', async () => {
  const metadata = { name: 'taken-mirror', namespace: platform }
  await apply('v1', configMaps, { kind: 'ConfigMap', metadata, data: { mine: 'yes' } })
  await repository('taken', platform, { mirror: { ...wanted(), charts: [] } })
  await vi.waitFor(
    async () =>
      expect(await mirrored('taken')).toMatchObject({
        status: 'False',
        message: expect.stringContaining('is there and not of this Repository') as string,
      }),
    30_000,
  )
  const kept = await getObject(client, { resource: configMaps, ...metadata }, {}, signal)
  expect(kept?.['data']).toEqual({ mine: 'yes' })
})

test('a tenant mirrors to no address of this machine', async () => {
  await repository('own', 'team', {
    url: 'https://charts.example.com',
    mirror: { ...wanted(), charts: [] },
  })
  await vi.waitFor(
    async () =>
      expect(await mirrored('own', 'team')).toMatchObject({
        status: 'False',
        message: expect.stringContaining('not allowed') as string,
      }),
    30_000,
  )
  await deleteObject(client, { resource, namespace: 'team', name: 'own' }, {}, signal)
})

const done = {
  status: 'True',
  reason: 'Mirrored',
  message: '1 chart and 2 images are there; ConfigMap main-mirror has their digests',
}

const crds = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
} as const
const namespaces = { ...crds, group: '', resource: 'namespaces', kind: 'Namespace' } as const

function wanted() {
  return {
    to: { images: `${destination.host}/mirror`, charts: `oci://${destination.host}/charts` },
    charts: [{ name: 'web' }],
    images: [`${source.host}/tool:1`],
  }
}

async function offer(version: string): Promise<void> {
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: c, image: "${source.host}/app:{{ .Chart.Version }}" }] }\n`
  for (const [name, tag] of [
    ['app', version],
    ['tool', '1'],
  ] as const) {
    const to = openExchange(source.url, name)
    await to.putManifest(tag, (await to.image(`${name} ${tag}`)).text)
  }
  charts.add({ name: 'web', version, files: { 'templates/pod.yaml': pod } })
}

async function apply(version: string, of: typeof resource, more: object) {
  const object = { apiVersion: version, ...more } as KubeObject
  await applyObject(client, of, object, { fieldManager: 'test', force: true }, signal)
}

async function repository(
  name: string,
  namespace: string,
  spec: JsonObject,
  annotations: JsonObject = {},
) {
  const metadata = { name, namespace, annotations }
  const more = { kind: 'Repository', metadata, spec: { url: charts.url, ...spec } }
  await apply(apiVersion, resource, more)
}

async function read(name: string, namespace: string): Promise<KubeObject> {
  const found = await getObject(client, { resource, namespace, name }, {}, signal)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

async function mirrored(name: string, namespace = platform) {
  return conditionOf(await read(name, namespace), 'Mirrored')
}

async function statusOf(name: string): Promise<unknown> {
  return (await read(name, platform))['status'] === undefined
    ? undefined
    : ((await read(name, platform))['status'] as { mirror?: unknown }).mirror
}

async function lockOf(name: string) {
  const at = { resource: configMaps, namespace: platform, name: `${name}-mirror` }
  const found = await getObject(client, at, {}, signal)
  return JSON.parse(textAt(found, ['data', 'mirror.lock'])) as {
    charts: { version: string }[]
    images: { target: string }[]
  }
}

async function tagsAt(name: string): Promise<readonly string[]> {
  const reply = await openExchange(destination.url, name).send('GET', 'tags/list')
  return reply.status === 200 ? (JSON.parse(reply.text) as { tags: string[] }).tags : []
}
