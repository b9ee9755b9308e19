import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type KubeObject, conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {size: {{ .Values.size | quote }}}
`
const numbers = [0, 1, 2, 3]
const flaps = 4
/** Reasons that a plugin or an instance may give on its way while nothing is wrong with it. */
const harmless: ReadonlySet<string> = new Set([
  'ClusterUnreachable',
  'Fetching',
  'Installed',
  'Installing',
  'Progressing',
  'Rendering',
  'Upgraded',
  'Upgrading',
  'Waiting',
])
// Cluster, discovery and watches ask on their own, each after its back-off: some one and a half a second when all is said.
const window = 120_000
const mostInWindow = 240

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'values.yaml': 'size: none\n', 'templates/one.yaml': template }
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(36)
  const sources = [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }]
  await stage.put('Extension', 'web', { sources })
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

async function addCluster(name: string): Promise<KubeClient> {
  const client = await stage.remote(name, 36)
  if (client === undefined) throw new Error(`${name} was not started`)
  await writeNamespace(client)
  await stage.put('Cluster', name, { kubeconfig: { secretName: name } })
  return client
}

async function writeNamespace(client: KubeClient): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
  await applyObject(client, core('Namespace'), body, {}, signal)
}

async function putAll(cluster: string, size: string): Promise<void> {
  for (const at of numbers)
    await stage.put('ExtensionInstance', `${cluster}-${at}`, {
      extension: 'web',
      cluster,
      parameters: { size },
    })
}

async function untilAll(cluster: string, client: KubeClient, size: string): Promise<void> {
  for (const at of numbers) await stage.ready('ExtensionInstance', `${cluster}-${at}`)
  for (const at of numbers) {
    const target = { resource: core('ConfigMap'), namespace: platform, name: `${cluster}-${at}` }
    const found = await getObject(client, target, {}, signal)
    expect([target.name, found?.['data']]).toEqual([target.name, { size }])
  }
}

function isReachable(status: 'True' | 'False') {
  return (found: KubeObject) => conditionOf(found, 'Reachable')?.status === status
}

test('beside a cluster that comes and goes the others go on, and it follows when it stays', async () => {
  const well = await addCluster('well')
  const flapping = await addCluster('flapping')
  await putAll('well', 'first')
  await putAll('flapping', 'first')
  await untilAll('well', well, 'first')
  await untilAll('flapping', flapping, 'first')
  for (let flap = 0; flap < flaps; flap++) {
    const size = `size-${flap}`
    // In the middle of what the changes cause.
    const changing = putAll('flapping', size)
    stage.cut('flapping')
    await changing
    await putAll('well', size)
    await untilAll('well', well, size)
    await stage.clock.jump(40_000)
    await stage.until('Cluster', 'flapping', isReachable('False'))
    const waiting = await stage.ready('ExtensionInstance', 'flapping-0', 'ClusterUnreachable')
    expect(conditionOf(waiting, 'Stalled')?.status).toBe('False')
    stage.mend('flapping')
    await stage.clock.jump(10_000)
    await stage.until('Cluster', 'flapping', isReachable('True'))
  }
  await untilAll('flapping', flapping, `size-${flaps - 1}`)
  const cluster = await stage.until(
    'Cluster',
    'flapping',
    (one) => textAt(one, ['status', 'phase']) === 'Running',
  )
  expect(conditionOf(cluster, 'Ready')?.status).toBe('True')
  const names = numbers.flatMap((at) => [`well-${at}`, `flapping-${at}`])
  const told = new Set(names.flatMap((name) => stage.reasonsOf(name)))
  expect([...told].filter((reason) => !harmless.has(reason))).toEqual([])
  // For the clock of the operator it was away for minutes, which is told; nothing else is. A pass that was
  // cut off in the middle also names the request that was not answered.
  const away = /^ClusterUnreachable Cluster flapping cannot be reached/
  const warnings = await stage.warnings(names)
  expect(warnings.filter((warning) => !away.test(warning))).toEqual([])
})

test.each([
  { name: 'that is cut off', cluster: 'flapping' },
  { name: 'that never answers', cluster: 'hole' },
])(
  'a cluster $name is asked no more than a bound, however much waits for it',
  async ({ cluster }) => {
    if (cluster === 'hole') {
      await stage.remote('hole')
      await stage.put('Cluster', 'hole', { kubeconfig: { secretName: 'hole' } })
    } else stage.cut(cluster)
    await putAll(cluster, 'waits')
    await stage.clock.jump(window)
    await stage.until('Cluster', cluster, isReachable('False'))
    const counts: number[] = []
    for (let at = 0; at < 2; at++) {
      const before = stage.requestsTo(cluster)
      await putAll(cluster, `waits-${at}`)
      await stage.clock.jump(window)
      counts.push(stage.requestsTo(cluster) - before)
    }
    expect(Math.max(...counts)).toBeLessThan(mostInWindow)
    const silent = await stage.get('Cluster', cluster)
    expect(silent && conditionOf(silent, 'Reachable')?.message).toMatch(
      /ECONNRESET|did not answer within 10 seconds/,
    )
    for (const at of numbers)
      await stage.ready('ExtensionInstance', `${cluster}-${at}`, 'ClusterUnreachable')

    // When it is there again, all of it goes on.
    const client = await stage.remote(cluster, 36)
    if (client === undefined) throw new Error(`${cluster} was not started`)
    await writeNamespace(client)
    stage.mend(cluster)
    await stage.clock.jump(15_000)
    await untilAll(cluster, client, 'waits-1')
  },
)
