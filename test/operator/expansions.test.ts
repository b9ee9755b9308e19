import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRepository } from '../../src/actions/catalogue/open-repository.ts'
import { listCatalog } from '../../src/catalog/list-catalog.ts'
import {
  deleteFolder,
  smallPackage,
  testChart,
  testFolder,
} from '../../src/expansion/package-for-test.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { expansionKind } from '../../src/kinds/expansion.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { parseRepository, repositoryKind } from '../../src/kinds/repository.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type JsonObject } from '../../src/objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  listAt,
  readPath,
  textAt,
} from '../../src/objects/kube-object.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { resolveReference } from '../../src/oci/client/resolve.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { type RunningRegistry, serveRegistry } from '../../src/oci/registry/serve.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import { sleep } from '../../src/std/sleep.ts'
import { startMuseumServer } from '../sources/museum-server.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { pushFiles } from './push-files.ts'
import { core } from './resources.ts'

const never = new AbortController().signal
const expansions = resourceOf(expansionKind)
const transport = createTransport()
let stage: OperatorStage
let folder: string
let running: RunningRegistry

beforeAll(async () => {
  folder = await testFolder()
  running = await serveRegistry({ root: join(folder, 'registry') }, never)
  stage = await OperatorStage.open()
  await stage.start()
})

afterAll(async () => {
  await stage.close()
  await transport.close()
  await running.close(AbortSignal.abort())
  await deleteFolder(folder)
})

type Change = (files: ReturnType<typeof smallPackage>) => ReturnType<typeof smallPackage>

/** Words of a chart that would like to be ours. */
const boasting =
  'keywords: [builtin]\nannotations: {outrigger.dev/origin: builtin, outrigger.dev/labels: outrigger.dev/origin=builtin}\n'

/** The package with a chart that the user brings. */
const customChart: Change = (files) => ({
  ...files,
  'charts/custom/mine-0.1.0.tgz': testChart('mine', '0.1.0', undefined, boasting),
  'expansion.yaml': String(files['expansion.yaml'])
    .replace('expansion_name: demo', 'expansion_name: custom')
    .replace('charts:\n', 'charts:\n  - custom/mine-0.1.0.tgz\n'),
})

function push(name: string, change?: Change): Promise<string> {
  const files = change?.(smallPackage()) ?? smallPackage()
  return pushFiles({ folder, name, files }, connectRegistry(running.host, { transport }), never)
}

function expansion(name: string, spec: JsonObject): Promise<KubeObject> {
  return stage.apply(expansions, { apiVersion, kind: 'Expansion', metadata: { name }, spec })
}

async function until<T>(
  what: string,
  read: () => Promise<T>,
  holds: (found: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await read()
    if (holds(found)) return found
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(found)}`)
    await sleep(50, never)
  }
}

const read = (name: string) => getObject(stage.client, { resource: expansions, name }, {}, never)
const plugin = (name: string) =>
  getObject(
    stage.client,
    { resource: resourceOf(pluginKind), namespace: platform, name },
    {},
    never,
  )
/** The events about an Expansion, sorted by their text. */
const eventsOf = (name: string, type: 'Normal' | 'Warning') => async () => {
  const events = await stage.list(core('Event'))
  return events
    .filter((event) => textAt(event, ['involvedObject', 'name']) === name && event['type'] === type)
    .map((event) => ['reason', 'message'].map((key) => textAt(event, [key])).join(' '))
    .toSorted()
}
const readyOf = (object: KubeObject | undefined) => object && conditionOf(object, 'Ready')
const isReady = (object: KubeObject | undefined) =>
  readyOf(object)?.status === 'True' &&
  readPath(object, ['status', 'observedGeneration']) === object?.metadata['generation']

test('an expansion whose package is not there is told by a Warning', async () => {
  await expansion('demo', { package: `oci://${running.host}/expansions/none:1` })
  const events = await until('warning', eventsOf('demo', 'Warning'), (all) => all.length > 0)
  expect(events).toEqual([expect.stringMatching(/^Failed .*expansions\/none/)])
})

test('an expansion is carried out step by step, and its applications are Plugins that get ready', async () => {
  await expansion('demo', { package: await push('demo') })
  const done = await until(
    'ready',
    () => read('demo'),
    (one) => readyOf(one)?.status === 'True',
  )
  expect(readPath(done, ['status', 'version'])).toBe('1.0.0')
  const steps = readPath(done, ['status', 'steps']) as readonly JsonObject[]
  expect(steps.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'Done'))
  const { bytes, totalBytes } = readPath(done, ['status']) as Record<string, number>
  // Two images of a layer that both share, each with a layer, a config and a manifest of its own.
  expect(totalBytes).toBeGreaterThan(3000)
  expect(bytes).toBe(totalBytes)
  expect(await until('events', eventsOf('demo', 'Normal'), (all) => all.length === 9)).toEqual(
    steps.map((one) => `Done ${textAt(one, ['name'])}: ${textAt(one, ['message'])}`).toSorted(),
  )
  const registry = connectRegistry(running.host, { transport })
  expect(await resolveReference(registry, 'demo/demo/web', 'v1', never)).toBeDefined()
  const store = await until(
    'store',
    () => plugin('store'),
    (one) => one !== undefined,
  )
  expect(readPath(store, ['spec', 'images', 'registry'])).toBe(`${running.host}/demo`)
  await until(
    'store ready',
    () => plugin('store'),
    (one) => readyOf(one)?.status === 'True',
  )
  await until(
    'objects',
    () => plugin('demo-manifests'),
    (one) => readyOf(one)?.status === 'True',
  )
})

test('a second expansion is refused with the way out', async () => {
  await expansion('other', { package: `oci://${running.host}/expansions/other:1.0.0` })
  const refused = await until(
    'refused',
    () => read('other'),
    (one) => readyOf(one) !== undefined,
  )
  expect(readyOf(refused)).toMatchObject({
    status: 'False',
    reason: 'InvalidSpec',
    message: `a platform has one expansion, and that is demo: merge the packages (outrigger expansion merge oci://${running.host}/expansions/demo:1.0.0 oci://${running.host}/expansions/other:1.0.0 --folder BOTH) and name the result there`,
  })
})

test('a cluster that joins gets the applications, and its status names what waits for a provider', async () => {
  const clusters = resourceOf(clusterKind)
  const cluster = (name: string, features: JsonObject) =>
    stage.apply(clusters, {
      apiVersion,
      kind: 'Cluster',
      metadata: { name },
      spec: { kubeconfig: { secretName: name }, features },
    })
  await cluster('edge', {})
  await cluster('alone', { disablePassThrough: true })
  const joined = await until(
    'plugin',
    () => plugin('edge-store'),
    (one) => one !== undefined,
  )
  expect(readPath(joined, ['spec', 'cluster'])).toBe('edge')
  const status = (name: string) => async () => {
    const found = await getObject(stage.client, { resource: clusters, name }, {}, never)
    return found && conditionOf(found, 'Expansion')
  }
  expect(await until('condition', status('edge'), (one) => one !== undefined)).toMatchObject({
    status: 'False',
    reason: 'Waiting',
    message:
      'expansion demo: its applications are passed on; 2 files, 1 hooks, 1 files of the provider wait for a provider',
  })
  expect(await until('opted out', status('alone'), (one) => one !== undefined)).toMatchObject({
    reason: 'Skipped',
  })
  expect(await plugin('alone-store')).toBeUndefined()
})

test('an expansion that no longer passes itself on says so to clusters, and uninstalls nothing', async () => {
  const clusters = resourceOf(clusterKind)
  const alone = async () => {
    const found = await getObject(stage.client, { resource: clusters, name: 'alone' }, {}, never)
    return listAt(found, ['status', 'conditions']).find(
      (one) => textAt(one, ['type']) === 'Expansion',
    )
  }
  const before = await alone()
  // Conditions tell whole seconds.
  await sleep(1100, never)
  await expansion('demo', {
    package: `oci://${running.host}/expansions/demo:1.0.0`,
    disablePassThrough: true,
  })
  const edge = await until(
    'opted out',
    () => getObject(stage.client, { resource: clusters, name: 'edge' }, {}, never),
    (one) => one !== undefined && conditionOf(one, 'Expansion')?.reason === 'Skipped',
  )
  expect(conditionOf(edge!, 'Expansion')).toMatchObject({
    status: 'True',
    message: 'expansion demo: goes without it as asked',
  })
  expect(await plugin('edge-store')).toBeDefined()
  expect(readyOf(await until('done', () => read('demo'), isReady))?.status).toBe('True')
  expect(await alone()).toEqual(before)
})

test('a package that says so is not passed on to a cluster that joins later', async () => {
  const clusters = resourceOf(clusterKind)
  const location = await push('own', (files) => ({
    ...files,
    'expansion.yaml': `${String(files['expansion.yaml'])}disable_pass_through_to_platform: true\n`,
  }))
  await expansion('demo', { package: location })
  await stage.apply(clusters, {
    apiVersion,
    kind: 'Cluster',
    metadata: { name: 'late' },
    spec: { kubeconfig: { secretName: 'late' } },
  })
  const late = await until(
    'opted out',
    () => getObject(stage.client, { resource: clusters, name: 'late' }, {}, never),
    (one) => one !== undefined && conditionOf(one, 'Expansion') !== undefined,
  )
  expect(conditionOf(late!, 'Expansion')).toMatchObject({
    status: 'True',
    reason: 'Skipped',
    message: 'expansion demo: goes without it as asked',
  })
  expect(await plugin('late-store')).toBeUndefined()
})

test('charts of the group custom are in the catalogue with that origin, whatever they say', async () => {
  await expansion('demo', { package: await push('custom', customChart) })
  const repository = await until(
    'repository',
    () =>
      getObject(
        stage.client,
        { resource: resourceOf(repositoryKind), namespace: platform, name: 'custom-custom' },
        {},
        never,
      ),
    (one) => readPath(one, ['status', 'origin']) === 'custom' && readyOf(one)?.status === 'True',
  )
  expect(readPath(repository, ['spec', 'charts'])).toEqual(['mine'])
  const parsed = parseRepository(repository as JsonRecord)
  if (!parsed.ok) throw new Error('it is no Repository')
  const reading = { client: stage.client, policy: strictPolicy, indexFolder: folder }
  const index = await openRepository(parsed.value, reading, never)
  const charts = await listCatalog(index === undefined ? [] : [index], {}, never)
  expect(charts.map(({ name, labels }) => [name, labels['outrigger.dev/origin']])).toEqual([
    ['mine', 'custom'],
  ])
})

test('charts go to a ChartMuseum that the Expansion names, and applications come from there', async () => {
  const museum = await startMuseumServer({})
  try {
    const address = await push('museum', (files) => ({
      ...files,
      'expansion.yaml': String(files['expansion.yaml']).replace('name: demo', 'name: museum'),
    }))
    await expansion('demo', { package: address, charts: museum.url })
    const isMoved = (one: KubeObject | undefined) =>
      readPath(one, ['spec', 'repo']) === 'museum-expansion' && isReady(one)
    await until('store', () => plugin('store'), isMoved)
    expect([...museum.stored.keys()].toSorted()).toEqual([
      '/expansion/museum-manifests-1.0.0.tgz',
      '/expansion/store-1.0.0-rc1.tgz',
      '/public/web-0.1.0.tgz',
    ])
    const repository = await stage.get(resourceOf(repositoryKind), platform, 'museum-expansion')
    expect(readPath(repository, ['spec'])).toMatchObject({
      url: `${museum.url.replace(/\/$/, '')}/expansion`,
      origin: 'platform',
      charts: [],
    })
  } finally {
    await museum.stop()
  }
})

test('a package with a problem is told and changes nothing', async () => {
  await expansion('demo', { package: `oci://${running.host}/expansions/none:1` })
  const failed = await until(
    'failed',
    () => read('demo'),
    (one) => readyOf(one)?.reason === 'Failed',
  )
  expect(readyOf(failed)?.message).toContain('expansions/none')
  // The work that was carried out before stays.
  expect(readPath(failed, ['status', 'version'])).toBe('1.0.0')
  expect(await plugin('store')).toBeDefined()
})
