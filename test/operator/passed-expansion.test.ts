import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteFolder, smallPackage, testFolder } from '../../src/expansion/package-for-test.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { expansionKind } from '../../src/kinds/expansion.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import {
  conditionOf,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
} from '../../src/objects/kube-object.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { type RunningRegistry, serveRegistry } from '../../src/oci/registry/serve.ts'
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { writeFile } from 'node:fs/promises'
import { OperatorStage, platform } from './operator-stage.ts'
import { pushFiles } from './push-files.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const never = new AbortController().signal
const transport = createTransport()
const clusters = resourceOf(clusterKind)
let folder: string
let running: RunningRegistry
let stage: OperatorStage
/** The API servers of the clusters that join. */
const joined = new Map<string, { readonly server: ServedSandbox; readonly far: ConnectedClient }>()

beforeAll(async () => {
  folder = await testFolder()
  running = await serveRegistry({ root: join(folder, 'registry') }, never)
  stage = await OperatorStage.open()
  await stage.start()
})

afterAll(async () => {
  await stage.close()
  for (const { server, far } of joined.values()) {
    await far.close()
    await server.stop()
  }
  await transport.close()
  await running.close(AbortSignal.abort())
  await deleteFolder(folder)
})

async function joinCluster(name: string, features: JsonObject): Promise<void> {
  const server = await serveSandbox({ folder: join(folder, name), port: 0, name })
  const file = join(folder, `${name}.kubeconfig`)
  await writeFile(file, server.kubeconfig)
  const far = connect(await findConnection({ kubeconfig: file, environment: {} }))
  joined.set(name, { server, far })
  await stage.apply(core('Secret'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: platform },
    data: { kubeconfig: Buffer.from(server.kubeconfig).toString('base64') },
  })
  const spec = { kubeconfig: { secretName: name }, features }
  await stage.apply(clusters, { apiVersion, kind: 'Cluster', metadata: { name }, spec })
}

function isPluginReady(name: string) {
  return async () => {
    const found = await stage.get(resourceOf(pluginKind), platform, name)
    return found !== undefined && conditionOf(found, 'Ready')?.status === 'True'
  }
}

function expansionCondition(name: string) {
  return async () => {
    const found = await stage.get(clusters, '', name)
    return found && conditionOf(found, 'Expansion')
  }
}

async function podsOn(name: string): Promise<readonly JsonObject[]> {
  const { far } = joined.get(name)!
  return (await listObjects(far.client, { resource: core('Pod') }, {}, never)).objects
}

const patience = { timeout: 60_000, interval: 100 }

test('charts, images and applications of a package get Ready on a second API server that joins', async () => {
  const registry = connectRegistry(running.host, { transport })
  const files = smallPackage()
  const address = await pushFiles({ folder, name: 'demo', files }, registry, never)
  const expansion = { apiVersion, kind: 'Expansion', metadata: { name: 'demo' } }
  await stage.apply(resourceOf(expansionKind), { ...expansion, spec: { package: address } })
  await expect.poll(isPluginReady('store'), patience).toBe(true)

  await joinCluster('edge', {})
  await joinCluster('alone', { disablePassThrough: true })
  await expect.poll(isPluginReady('edge-store'), patience).toBe(true)
  await expect.poll(isPluginReady('edge-demo-manifests'), patience).toBe(true)

  const { far } = joined.get('edge')!
  const configMap = (namespace: string, name: string) =>
    getObject(far.client, { resource: core('ConfigMap'), namespace, name }, {}, never)
  expect((await configMap('default', 'quota'))?.['data']).toEqual({ text: '{{ kept }}' })
  // The values of the package, and the image by its place in the registry of the site.
  expect((await configMap('shop', 'store'))?.['data']).toEqual({ replicas: '3', zone: 'north' })
  const [pod] = await podsOn('edge')
  expect([namespaceOf(pod as never), nameOf(pod as never)]).toEqual(['shop', 'store'])
  expect(readPath(listAt(pod, ['spec', 'containers'])[0], ['image'])).toBe(
    `${running.host}/demo/demo/store:v1`,
  )
  expect(readPath(pod, ['status', 'phase'])).toBe('Running')
})

test('a cluster that opted out stays without it', async () => {
  await expect.poll(expansionCondition('edge'), patience).toMatchObject({ reason: 'Waiting' })
  await expect.poll(expansionCondition('alone'), patience).toMatchObject({ reason: 'Skipped' })
  expect(await stage.get(resourceOf(pluginKind), platform, 'alone-store')).toBeUndefined()
  expect(await podsOn('alone')).toEqual([])
})
