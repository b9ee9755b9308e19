import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

// One Profile for three clusters whose instances share a namespace, and for the operator's own.
const signal = AbortSignal.timeout(600_000)
const clusters = ['north', 'south', 'west'] as const
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {size: {{ .Values.size | quote }}, more: {{ .Values.more | quote }}}
`
const files = {
  'values.yaml': 'size: small\nmore: none\n',
  'templates/facts.yaml': template,
}

let stage: ExtensionStage
let charts: ChartRepository
const remotes = new Map<string, KubeClient>()

beforeAll(async () => {
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(36)
  for (const name of ['metrics', 'policy', 'once', 'extra'])
    await stage.put('Extension', name, {
      sources: [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }],
    })
  for (const name of clusters) {
    const client = await stage.remote(name, 36)
    if (client === undefined) throw new Error(`${name} was not started`)
    for (const namespace of [platform, 'team-b'])
      await applyObject(client, core('Namespace'), namespaceOf(namespace), {}, signal)
    remotes.set(name, client)
  }
  await stage.apply(core('Namespace'), namespaceOf('team-b'))
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

function namespaceOf(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

async function addCluster(name: string, more: JsonRecord = {}): Promise<void> {
  const spec = { kubeconfig: { secretName: name }, ...more }
  await stage.put('Cluster', name, spec, { labels: { stage: 'production' } })
}

async function sizeOn(cluster: string, release: string): Promise<string> {
  return textAt(await factsOn(cluster, release), ['data', 'size'])
}

async function factsOn(cluster: string, release: string): Promise<KubeObject | undefined> {
  const client = remotes.get(cluster)
  if (client === undefined) throw new Error(`there is no ${cluster}`)
  const target = { resource: core('ConfigMap'), namespace: platform, name: `${release}-facts` }
  return getObject(client, target, {}, signal)
}

function isRunning(found: KubeObject): boolean {
  const isFresh = readPath(found, ['status', 'observedGeneration']) === found.metadata['generation']
  return isFresh && textAt(found, ['status', 'phase']) === 'Running'
}

function specOf(found: KubeObject | undefined): unknown {
  return found?.['spec']
}

const offers = [
  { extension: 'metrics', mode: 'default', parameters: { size: 'medium' } },
  { extension: 'policy', mode: 'enforced', parameters: { size: 'large' } },
  { extension: 'once', mode: 'initial' },
]

test('one profile gives every cluster its own instances, whichever namespace they share', async () => {
  await stage.put('Profile', 'production', {
    clusterSelector: { matchLabels: { stage: 'production' } },
    extensions: offers,
  })
  for (const name of clusters) await addCluster(name)
  for (const name of clusters) {
    const running = await stage.until('Cluster', name, isRunning)
    expect(readPath(running, ['status', 'initial'])).toEqual(['metrics', 'once', 'policy'])
    expect(conditionOf(running, 'EnsureProfiles')?.message).toBe('3 instances are given')
    expect(await sizeOn(name, `${name}-metrics`)).toBe('medium')
    expect(await sizeOn(name, `${name}-policy`)).toBe('large')
  }
  expect(await stage.names('ExtensionInstance')).toEqual(
    clusters.flatMap((name) => [`${name}-metrics`, `${name}-once`, `${name}-policy`]),
  )
})

test('what a user does on one cluster touches only that one', async () => {
  const edit = { extension: 'metrics', cluster: 'north', parameters: { size: 'tiny' } }
  await stage.put('ExtensionInstance', 'north-metrics', edit)
  await stage.delete('ExtensionInstance', 'south-metrics')
  await stage.delete('ExtensionInstance', 'south-once')
  await stage.delete('ExtensionInstance', 'west-policy')
  const south = await stage.until(
    'Cluster',
    'south',
    (one) => readPath(one, ['status', 'removed']) !== undefined,
  )
  expect(readPath(south, ['status', 'removed'])).toEqual([
    { extension: 'metrics', profile: 'production' },
  ])
  await vi.waitFor(async () => expect(await sizeOn('north', 'north-metrics')).toBe('tiny'), 40_000)
  for (const name of clusters) await stage.until('Cluster', name, isRunning)
  await stage.ready('ExtensionInstance', 'west-policy')
  expect(await sizeOn('west', 'west-metrics')).toBe('medium')
  expect(await stage.names('ExtensionInstance')).toEqual([
    'north-metrics',
    'north-once',
    'north-policy',
    'south-policy',
    'west-metrics',
    'west-once',
    'west-policy',
  ])
  for (const name of ['north', 'west'])
    expect(readPath(await stage.get('Cluster', name), ['status', 'removed'])).toBe(undefined)
})

test('what is enforced is put back whole, whatever a user changed or added', async () => {
  const before = specOf(await stage.get('ExtensionInstance', 'south-policy'))
  const facts = await factsOn('south', 'south-policy')
  await stage.put(
    'ExtensionInstance',
    'south-policy',
    {
      extension: 'policy',
      cluster: 'south',
      enabled: false,
      version: '1.0.0',
      parameters: { size: 'mine', more: 'mine' },
      parametersFrom: [{ kind: 'ConfigMap', name: 'mine', optional: true }],
      upgrade: 'manual',
      dependencies: 'install',
    },
    { labels: { mine: 'stays' }, annotations: { note: 'stays' } },
  )
  const back = await stage.until(
    'ExtensionInstance',
    'south-policy',
    (one) => JSON.stringify(specOf(one)) === JSON.stringify(before),
  )
  expect(back.metadata).toMatchObject({
    labels: { mine: 'stays', 'outrigger.dev/profile': 'production' },
    annotations: { note: 'stays' },
  })
  await stage.until('Cluster', 'south', isRunning)
  await stage.ready('ExtensionInstance', 'south-policy')
  // Nothing was uninstalled, nor upgraded, before the profile put the instance back.
  expect(await factsOn('south', 'south-policy')).toEqual(facts)
})

test('an instance for another cluster that has the name is told, and the rest is given all the same', async () => {
  await stage.put('ExtensionInstance', 'west-extra', { extension: 'extra', cluster: 'north' })
  await stage.put('Profile', 'production', {
    clusterSelector: { matchLabels: { stage: 'production' } },
    extensions: [
      { extension: 'extra', mode: 'enforced' },
      { ...offers[1], parameters: { size: 'huge' } },
    ],
  })
  const failed = await stage.until(
    'Cluster',
    'west',
    (one) => textAt(one, ['status', 'phase']) === 'Failed',
  )
  expect(conditionOf(failed, 'EnsureProfiles')?.message).toContain(
    `ExtensionInstance ${platform}/west-extra is of extension extra for cluster north`,
  )
  await vi.waitFor(async () => expect(await sizeOn('west', 'west-policy')).toBe('huge'), 40_000)
  // On its own cluster it is what the profile wants there.
  const north = await stage.until('Cluster', 'north', isRunning)
  expect(conditionOf(north, 'EnsureProfiles')?.message).toBe('2 instances are given')
  await stage.until('Cluster', 'south', isRunning)
  await stage.ready('ExtensionInstance', 'south-extra')
  await stage.delete('ExtensionInstance', 'west-extra')
  await stage.gone('ExtensionInstance', 'west-extra')
  await stage.clock.jump(40_000)
  await stage.until('Cluster', 'west', isRunning)
  await stage.ready('ExtensionInstance', 'west-extra')
})

test('an instance of a tenant stands in the place of what is enforced, and the cluster says so', async () => {
  await addCluster('south', { allowedNamespaces: ['team-b'] })
  await stage.put('ExtensionInstance', 'team-b/own', { extension: 'policy', cluster: 'south' })
  await stage.delete('ExtensionInstance', 'south-policy')
  await stage.gone('ExtensionInstance', 'south-policy')
  const south = await stage.until('Cluster', 'south', (one) =>
    (conditionOf(one, 'EnsureProfiles')?.message ?? '').includes('team-b/own stands'),
  )
  expect(conditionOf(south, 'EnsureProfiles')?.status).toBe('True')
  await stage.until('Cluster', 'south', isRunning)
  await stage.delete('ExtensionInstance', 'team-b/own')
  await stage.gone('ExtensionInstance', 'team-b/own')
  await stage.ready('ExtensionInstance', 'south-policy')
})

test("on the operator's own cluster an instance that names it counts, and is not taken away", async () => {
  await stage.put('ExtensionInstance', 'mine', { extension: 'metrics', cluster: 'here' })
  await stage.put('Profile', 'own', {
    clusterSelector: { matchLabels: { stage: 'own' } },
    extensions: [
      { extension: 'metrics', mode: 'default' },
      { extension: 'once', mode: 'enforced' },
    ],
  })
  await stage.put('Cluster', 'here', { inCluster: true }, { labels: { stage: 'own' } })
  const here = await stage.until('Cluster', 'here', isRunning)
  expect(readPath(here, ['status', 'removed'])).toBe(undefined)
  await stage.ready('ExtensionInstance', 'once')
  expect(await stage.names('ExtensionInstance')).not.toContain('metrics')
  await stage.put('Cluster', 'hither', { inCluster: true }, { labels: { stage: 'own' } })
  const twin = await stage.ready('Cluster', 'hither', 'InvalidSpec')
  expect(conditionOf(twin, 'Ready')?.message).toBe(
    'inCluster is said by Cluster here already, and there is one such cluster',
  )
})
