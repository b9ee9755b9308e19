import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { listAt, readPath } from '../../objects/kube-object.ts'
import { applyPlatform } from './apply-platform.ts'
import { platformObjects, tenantNamespaces } from './platform-objects.ts'
import { definitions } from './host/platform-resources.ts'
import { requirePlatform } from './host/require-platform.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { signal } = new AbortController()
let api: ApiServer
let client: KubeClient
const clientOf = (name: string, groups: readonly string[]) => {
  const transport = inProcessTransport(api.answer, { certificate: { name, groups } })
  return createKubeClient({ transport, rateLimit: 'none' })
}

beforeAll(async () => {
  api = await startApiServer({ files: memoryFiles() })
  client = clientOf('admin', ['system:masters'])
})
afterAll(() => api.close())

const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
const objects = platformObjects(input, fileURLToPath(new URL('../main.ts', import.meta.url)))
const setUp = () => applyPlatform(objects, 'refuse', { client, told: () => {} }, signal)

test('a namespace of a tenant that is not there is told of before anything is written', async () => {
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const absent = platformObjects({ ...input, tenants: ['team-a', 'team-b'] }, program)
  const ports = { client, told: () => {} }
  await expect(applyPlatform(absent, 'refuse', ports, signal)).rejects.toThrow(
    'namespaces team-a, team-b are not there: create them first (kubectl create namespace team-a), or leave --tenant out',
  )
  const written = await listObjects(client, { resource: definitions }, {}, signal)
  expect(written.objects).toEqual([])
  // A sandbox makes them.
  const all = [...tenantNamespaces(['team-a', 'team-b']), ...absent]
  await applyPlatform(all, 'refuse', ports, signal)
})

test('everybody who signs in sees the catalogue, and nothing else of the platform', async () => {
  await setUp()
  const tenant = clientOf('tenant', ['system:authenticated'])
  const listOf = (resource: string, kind: string, namespace = '') => {
    const namespaced = namespace !== ''
    const one = { group: 'outrigger.dev', version: 'v1alpha1', resource, kind, namespaced }
    const place = namespaced ? { namespace } : {}
    return listObjects(tenant, { resource: one, ...place }, { repeat: 'never' }, signal)
  }
  await expect(listOf('extensions', 'Extension')).resolves.toMatchObject({ objects: [] })
  const shared = listOf('repositories', 'Repository', 'outrigger-system')
  await expect(shared).resolves.toMatchObject({ objects: [] })
  const others = listOf('repositories', 'Repository', 'default')
  await expect(others).rejects.toMatchObject({ code: 'forbidden' })
  const plugins = listOf('plugins', 'Plugin', 'outrigger-system')
  await expect(plugins).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listOf('profiles', 'Profile')).rejects.toMatchObject({ code: 'forbidden' })
})

test('definitions of another version are told of, those of this one are not', async () => {
  await setUp()
  const told: string[] = []
  const look = () => requirePlatform(client, ({ message }) => told.push(message), signal)
  await look()
  expect(told).toEqual([])
  const at = '/spec/versions/0/schema/openAPIV3Schema/description'
  const patch = [{ op: 'add', path: at, value: 'an older one' }]
  const target = { resource: definitions, name: 'plugins.outrigger.dev' }
  await patchObject(client, target, { type: 'json', patch }, {}, signal)
  await look()
  expect(told).toEqual([
    'definitions of Plugin are not those of this program; outrigger init renews them',
  ])
})

const atSpec = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties'
const pluginDefinition = { resource: definitions, name: 'plugins.outrigger.dev' }
const fieldsOfPlugins = async () => {
  const live = await getObject(client, pluginDefinition, {}, signal)
  const versions = live && listAt(live, ['spec', 'versions'])
  return Object.keys(
    readPath(versions?.[0], ['schema', 'openAPIV3Schema', 'properties', 'spec', 'properties']) ??
      {},
  )
}

test('a program that was rolled back leaves the definitions of the newer one, and uses them', async () => {
  await setUp()
  const patch = [{ op: 'add', path: `${atSpec}/tomorrow`, value: { type: 'string' } }]
  await patchObject(client, pluginDefinition, { type: 'json', patch }, {}, signal)
  const told: string[] = []
  const ports = { client, told: (line: string) => told.push(line) }
  await applyPlatform([], 'keep-newer', ports, signal)
  expect(told).toContain(
    'the definitions of Plugin are those of a newer version and stay as they are',
  )
  expect(await fieldsOfPlugins()).toContain('tomorrow')
})

test('an upgraded program brings its own fields, also where a definition has one that it lost', async () => {
  await setUp()
  const patch = [
    { op: 'add', path: `${atSpec}/yesterday`, value: { type: 'string' } },
    { op: 'remove', path: `${atSpec}/maintenance` },
  ]
  await patchObject(client, pluginDefinition, { type: 'json', patch }, {}, signal)
  await applyPlatform([], 'keep-newer', { client, told: () => {} }, signal)
  expect(await fieldsOfPlugins()).toContain('maintenance')
})

test('a platform that is being removed is not set up over it', async () => {
  await setUp()
  const plugin = {
    apiVersion,
    kind: 'Plugin',
    metadata: { name: 'web', namespace: 'default', finalizers: ['outrigger.dev/release'] },
    spec: { repo: 'https://example.com' },
  }
  await createObject(client, resourceOf(pluginKind), plugin, {}, signal)
  const resource = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  } as const
  await deleteObject(client, { resource, name: 'plugins.outrigger.dev' }, {}, signal)
  await expect(setUp()).rejects.toThrow(
    'the platform is being removed: plugins.outrigger.dev still has objects',
  )
})
