import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}, size: {{ .Values.size | quote }}, zone: {{ .Values.zone | quote }}}
`
const files = { 'values.yaml': 'size: small\nzone: none\n', 'templates/facts.yaml': template }

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start(
    ['1.0.0', '2.0.0'].map((version) => ({ name: 'web', version, files })),
  )
  stage = await ExtensionStage.open(36)
  for (const name of ['metrics', 'logs', 'policy', 'once'])
    await stage.put('Extension', name, {
      sources: [
        { kubernetes: '<1.35', repo: charts.url, name: 'web', chartVersion: '1.0.0' },
        { kubernetes: '>=1.35', repo: charts.url, name: 'web', chartVersion: '2.0.0' },
      ],
    })
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

async function remoteWith(name: string, minor: number): Promise<KubeClient> {
  const client = await stage.remote(name, minor)
  if (client === undefined) throw new Error(`${name} was not started`)
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
  await applyObject(client, core('Namespace'), body, {}, signal)
  return client
}

async function dataOn(client: KubeClient, name: string): Promise<unknown> {
  const target = { resource: core('ConfigMap'), namespace: platform, name }
  return (await getObject(client, target, {}, signal))?.['data']
}

function phase(found: KubeObject): string {
  return textAt(found, ['status', 'phase'])
}

function farWith(features: JsonRecord): JsonRecord {
  return { kubeconfig: { secretName: 'far' }, features }
}

function isRunning(found: KubeObject): boolean {
  return phase(found) === 'Running'
}

// The founding story: a class of clusters has defaults, which their users may edit and take away.
test('a new cluster gets what its profiles give, and what a user takes away does not come back', async () => {
  await stage.put('Profile', 'production', {
    clusterSelector: { matchLabels: { stage: 'production' } },
    values: { zone: 'north' },
    extensions: [
      { extension: 'metrics', mode: 'default', parameters: { size: 'medium' } },
      { extension: 'logs', mode: 'default' },
      { extension: 'policy', mode: 'enforced', parameters: { size: 'large' } },
      { extension: 'once', mode: 'initial' },
    ],
  })
  const edge = await remoteWith('edge', 34)
  await stage.put(
    'Cluster',
    'edge',
    { kubeconfig: { secretName: 'edge' } },
    { labels: { stage: 'production' } },
  )
  const cluster = await stage.until('Cluster', 'edge', isRunning)
  expect(cluster['status']).toMatchObject({
    version: 'v1.34.0',
    initial: ['logs', 'metrics', 'once', 'policy'],
  })
  expect(await dataOn(edge, 'edge-metrics-facts')).toEqual({
    chart: '1.0.0',
    size: 'medium',
    zone: 'north',
  })
  expect(await dataOn(edge, 'edge-policy-facts')).toMatchObject({ size: 'large' })
  // The steps are there in their order, none of them open.
  expect(conditionOf(cluster, 'EnsureExtensions')?.status).toBe('True')

  const mine = {
    extension: 'metrics',
    cluster: 'edge',
    enabled: true,
    parameters: { size: 'tiny' },
  }
  await stage.put('ExtensionInstance', 'edge-metrics', mine)
  await stage.put('ExtensionInstance', 'edge-policy', { ...mine, extension: 'policy' })
  await stage.delete('ExtensionInstance', 'edge-logs')
  await stage.gone('ExtensionInstance', 'edge-logs')
  await stage.delete('ExtensionInstance', 'edge-once')
  await stage.gone('ExtensionInstance', 'edge-once')
  const remembered = await stage.until(
    'Cluster',
    'edge',
    (one) => readPath(one, ['status', 'removed']) !== undefined,
  )
  expect(readPath(remembered, ['status', 'removed'])).toEqual([
    { extension: 'logs', profile: 'production' },
  ])
  await stage.until(
    'ExtensionInstance',
    'edge-policy',
    (one) => textAt(one, ['spec', 'parameters', 'size']) === 'large',
  )
  await stage.until('Cluster', 'edge', isRunning)
  expect(
    textAt(await stage.get('ExtensionInstance', 'edge-metrics'), ['spec', 'parameters', 'size']),
  ).toBe('tiny')
  expect(await stage.names('ExtensionInstance')).toEqual(['edge-metrics', 'edge-policy'])
  expect(await stage.warnings()).toEqual([
    'Corrected put back to what profile production enforces: change the profile instead',
  ])
})

test('its extensions follow when another cluster is upgraded', async () => {
  const edge = await remoteWith('edge', 36)
  await stage.clock.jump(40_000)
  const moving = await stage.until(
    'Cluster',
    'edge',
    (one) => textAt(one, ['status', 'version']) === 'v1.36.3',
  )
  expect(phase(moving)).toBe('Upgrading')
  expect(conditionOf(moving, 'EnsureSettledVersion')?.status).toBe('False')
  expect(await dataOn(edge, 'edge-metrics-facts')).toMatchObject({ chart: '1.0.0' })
  await stage.clock.jump(150_000)
  await stage.until('Cluster', 'edge', isRunning)
  await vi.waitFor(
    async () => expect(await dataOn(edge, 'edge-metrics-facts')).toMatchObject({ chart: '2.0.0' }),
    40_000,
  )
})

test('a cluster that never answers is said so, and the others go on', async () => {
  await stage.remote('hole')
  await stage.put('Cluster', 'hole', { kubeconfig: { secretName: 'hole' } })
  await stage.put('ExtensionInstance', 'deep', { extension: 'metrics', cluster: 'hole' })
  await stage.put('ExtensionInstance', 'near', { extension: 'metrics' })
  await stage.ready('ExtensionInstance', 'near')
  // It was asked, and has time left to answer.
  const asking = await stage.ready('ExtensionInstance', 'deep', 'Waiting')
  expect(conditionOf(asking, 'Ready')?.message).toBe(
    'waits for the version of Cluster hole, which is not known yet',
  )
  expect(stage.reasonsOf('near')).not.toContain('ClusterUnreachable')
  await stage.clock.jump(15_000)
  const silent = await stage.until('Cluster', 'hole', (one) => phase(one) === 'Failed')
  expect(conditionOf(silent, 'Reachable')?.message).toBe('it did not answer within 10 seconds')
  const waiting = await stage.ready('ExtensionInstance', 'deep', 'ClusterUnreachable')
  expect(conditionOf(waiting, 'Ready')?.message).toBe(
    'waits for Cluster hole, which cannot be reached',
  )
  expect(conditionOf(waiting, 'Stalled')?.status).toBe('False')
})

test.each([
  {
    name: 'a kubeconfig that wants to run a program is refused',
    user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'true' } },
    message: 'uses exec',
  },
  {
    name: 'one that names files of ours too',
    user: { tokenFile: '/etc/passwd' },
    message: 'uses tokenFile',
  },
])('$name', async ({ user, message }) => {
  const name = `bad-${Object.keys(user)[0]?.toLowerCase() ?? ''}`
  const kubeconfig = JSON.stringify({
    clusters: [{ name, cluster: { server: 'https://bad.example.test' } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
  const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
  await stage.apply(core('Secret'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: platform },
    data,
  })
  await stage.put('Cluster', name, { kubeconfig: { secretName: name } })
  const failed = await stage.until('Cluster', name, (one) => phase(one) === 'Failed')
  expect(conditionOf(failed, 'EnsureCredentials')?.message).toContain(message)
})

test('unknown conditions are refused with the nearest, and a delegated last one keeps the cluster open', async () => {
  await remoteWith('far', 35)
  await stage.put('Cluster', 'far', farWith({ skipConditions: ['EnsureNodeSkwe'] }))
  const refused = await stage.ready('Cluster', 'far', 'InvalidSpec')
  expect(conditionOf(refused, 'Ready')?.message).toContain('did you mean EnsureNodeSkew?')
  await stage.put(
    'Cluster',
    'far',
    farWith({ delegateConditions: ['EnsurePostInstall'], skipConditions: ['EnsureNodeSkew'] }),
  )
  const open = await stage.until('Cluster', 'far', (one) =>
    JSON.stringify(readPath(one, ['status', 'delegated']) ?? '').includes('EnsurePostInstall'),
  )
  expect(conditionOf(open, 'EnsurePostInstall')?.reason).toBe('Delegated')
  expect(phase(open)).toBe('Pending')
  expect(conditionOf(open, 'EnsureNodeSkew')?.reason).toBe('Skipped')
  const condition = {
    type: 'EnsurePostInstall',
    status: 'True',
    reason: 'Painted',
    message: 'the hull is blue',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  await applyObject(
    stage.client,
    resourceOf(clusterKind),
    { apiVersion, kind: 'Cluster', metadata: { name: 'far' }, status: { conditions: [condition] } },
    { subresource: 'status', force: true },
    signal,
  )
  const running = await stage.until('Cluster', 'far', isRunning)
  expect(conditionOf(running, 'EnsurePostInstall')?.message).toBe('the hull is blue')
})

test('words about a condition count only once its operator was asked', async () => {
  const say = async (type: string) => {
    const [reason, message] = ['Early', 'done before anybody asked']
    const lastTransitionTime = '2026-01-01T00:00:00Z'
    const condition = { type, status: 'True', reason, message, lastTransitionTime }
    const how = { subresource: 'status', force: true, fieldManager: `theirs-${type}` } as const
    await applyObject(
      stage.client,
      resourceOf(clusterKind),
      {
        apiVersion,
        kind: 'Cluster',
        metadata: { name: 'early' },
        status: { conditions: [condition] },
      },
      how,
      signal,
    )
  }
  const features = { delegateConditions: ['EnsurePreInstall', 'EnsurePostInstall'] }
  await stage.put('Cluster', 'early', { kubeconfig: { secretName: 'early' }, features })
  await stage.until(
    'Cluster',
    'early',
    (one) => conditionOf(one, 'EnsureCredentials') !== undefined,
  )
  await say('EnsurePreInstall')
  await say('EnsurePostInstall')
  await remoteWith('early', 35)
  const asked = await stage.until(
    'Cluster',
    'early',
    (one) => conditionOf(one, 'EnsurePreInstall')?.reason === 'Delegated',
  )
  expect(conditionOf(asked, 'EnsurePostInstall')).toMatchObject({ status: 'Unknown' })
  await say('EnsurePreInstall')
  await stage.until(
    'Cluster',
    'early',
    (one) => conditionOf(one, 'EnsurePostInstall')?.reason === 'Delegated',
  )
  await say('EnsurePostInstall')
  await stage.until('Cluster', 'early', isRunning)
})

test('an instance waits for a cluster that does not exist yet', async () => {
  await stage.put('ExtensionInstance', 'visitor', { extension: 'metrics', cluster: 'later' })
  const waiting = await stage.ready('ExtensionInstance', 'visitor', 'ClusterNotFound')
  expect(readPath(waiting, ['status', 'waitingFor'])).toEqual([
    'Cluster later, which does not exist',
  ])
  const later = await remoteWith('later', 34)
  await stage.put('Cluster', 'later', { kubeconfig: { secretName: 'later' } })
  await stage.ready('ExtensionInstance', 'visitor')
  expect(await dataOn(later, 'visitor-facts')).toMatchObject({ chart: '1.0.0' })
})
