import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../apiserver/server.ts'
import { memoryFiles } from '../../apiserver/storage/memory-files.ts'
import { fenceClient } from '../../controller/election/fenced-client.ts'
import { EventRecorder } from '../../controller/events/event-recorder.ts'
import { Informer } from '../../controller/informer.ts'
import { customResourceDefinition } from '../../kinds/custom-resource-definition.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, conditionOf, readPath } from '../../objects/kube-object.ts'
import { KindStore } from './kind-store.ts'
import { type KindPass, reconcile } from './reconcile.ts'
import { StageReport } from './stage-report.ts'
import { stalledFindings } from './unreadable.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ending = new AbortController()
const { signal } = ending
const resource = resourceOf(pluginKind)
const definitions = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
} as const
const target = { resource, namespace: 'default', name: 'web' }
let api: ApiServer
let client: KubeClient

beforeAll(async () => {
  api = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(api.answer, peer)
  client = createKubeClient({ transport, rateLimit: 'none' })
  const crd = customResourceDefinition(pluginKind) as KubeObject
  await applyObject(client, definitions, crd, {}, signal)
  await vi.waitFor(() => listObjects(client, { resource }, { repeat: 'never' }, signal), 20_000)
})

afterAll(async () => {
  ending.abort()
  await api.close()
})

async function ask(repo: string): Promise<void> {
  const metadata = { name: 'web', namespace: 'default' }
  const plugin = { apiVersion, kind: 'Plugin', metadata, spec: { repo } }
  await applyObject(client, resource, plugin, { force: true }, signal)
}

async function live(): Promise<KubeObject> {
  const found = await getObject(client, target, {}, signal)
  if (found === undefined) throw new Error('the plugin is gone')
  return found
}

test('a pass tells what it is at, and at its end of the generation that it looked at', async () => {
  await ask('https://one.example.com')
  const informer = new Informer(client, { resource }, {})
  const store = new KindStore<Plugin>(informer, parsePlugin)
  const running = informer.run(signal).catch(() => {})
  await informer.untilSynced(signal)
  const fenced = fenceClient(client, { signal, throwIfLost: () => {} })
  const ready = { type: 'Ready', status: 'True', reason: 'Installed', message: 'done' } as const
  const pass: KindPass<Plugin, undefined, undefined, undefined> = {
    definition: pluginKind,
    store,
    unreadable: stalledFindings,
    forget: () => {},
    stages: (object) => new StageReport({ client: fenced, definition: pluginKind, object }, signal),
    observe: async () => undefined,
    decide: () => undefined,
    act: async (_decided, _signal, stages) => {
      stages?.at({ reason: 'Fetching', message: 'fetching' })
      await vi.waitFor(async () =>
        expect(conditionOf(await live(), 'Ready')).toMatchObject({ reason: 'Fetching' }),
      )
      expect(readPath(await live(), ['status', 'observedGeneration'])).toBeUndefined()
      // Somebody asks for something else while the pass is under way.
      await ask('https://two.example.com')
      stages?.at({ reason: 'Installing', message: 'installing' })
      await vi.waitFor(async () =>
        expect(conditionOf(await live(), 'Ready')).toMatchObject({ reason: 'Installing' }),
      )
    },
    report: () => ({
      status: { findings: [{ ...ready, observedGeneration: 1 }], fields: {} },
      event: undefined,
      next: { do: 'rest' },
    }),
  }
  const recorder = new EventRecorder(client, { controller: 'test', instance: 'a' })
  await reconcile('default/web', pass, { client: fenced, recorder, passId: '1' }, signal)
  const end = await live()
  expect(end.metadata['generation']).toBe(2)
  expect(readPath(end, ['status', 'observedGeneration'])).toBe(1)
  expect(conditionOf(end, 'Ready')).toMatchObject({ status: 'True', reason: 'Installed' })
  ending.abort()
  await running
})
