import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { ExtensionStage } from './extension-stage.ts'
import { packChart } from './pack-chart.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(300_000)
const facts = (note = '') => `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}, note: "${note}"}
`
const budget = (kind: string) => `{{- if .Values.budget }}
apiVersion: ${kind}
kind: PodDisruptionBudget
metadata: {name: {{ .Release.Name }}}
spec: {minAvailable: 1, selector: {matchLabels: {app: a}}}
{{- end }}
`
function chartYaml(name: string, version: string, kubeVersion: string): string {
  const range = JSON.stringify(kubeVersion)
  return `apiVersion: v2\nname: ${name}\nversion: ${version}\nkubeVersion: ${range}\n`
}

let stage: ExtensionStage
let charts: ChartRepository
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>

async function push(version: string, note: string): Promise<void> {
  const transport = createTransport()
  const files = { 'templates/facts.yaml': facts(note) }
  const archive = packChart({ name: 'autoscaler', version, files })
  const created = '2026-01-01T00:00:00Z'
  const client = connectRegistry(registry.host, { transport })
  await pushChart(client, { below: 'extensions', archive, created }, signal)
  await transport.close()
}

beforeAll(async () => {
  const files = { 'templates/facts.yaml': facts(), 'values.yaml': 'budget: false\n' }
  charts = await ChartRepository.start([
    { name: 'ranged', version: '1.0.0', files },
    {
      name: 'ranged',
      version: '2.0.0',
      files: { ...files, 'Chart.yaml': chartYaml('ranged', '2.0.0', '>=1.35.0-0') },
    },
    {
      name: 'guarded',
      version: '1.0.0',
      files: { ...files, 'templates/budget.yaml': budget('policy/v1') },
    },
    {
      name: 'guarded',
      version: '2.0.0',
      files: { ...files, 'templates/budget.yaml': budget('policy/v1beta1') },
    },
  ])
  registry = await startTemporaryRegistry()
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
  await registry.stop()
})

function sources(name: string, ...versions: readonly string[]) {
  return versions.map((chartVersion) => ({ repo: charts.url, name, chartVersion }))
}

test('a chart that wants another Kubernetes is left for one that does not, on each cluster for itself', async () => {
  await stage.put('Extension', 'ranged', { sources: sources('ranged', '1.0.0', '2.0.0') })
  await stage.put('Extension', 'modern', { sources: sources('ranged', '2.0.0') })
  const place = { cluster: 'new', targetNamespace: 'default' }
  await stage.put('ExtensionInstance', 'ranged', { extension: 'ranged' })
  await stage.put('ExtensionInstance', 'modern', { extension: 'modern' })
  await stage.put('ExtensionInstance', 'new-ranged', { extension: 'ranged', ...place })
  await stage.remote('new', 35)
  await stage.put('Cluster', 'new', { kubeconfig: { secretName: 'new' } })
  const old = await stage.ready('ExtensionInstance', 'ranged')
  expect(textAt(old, ['status', 'version'])).toBe('1.0.0')
  expect(await stage.data('ranged-facts')).toMatchObject({ chart: '1.0.0' })
  const young = await stage.ready('ExtensionInstance', 'new-ranged')
  expect(textAt(young, ['status', 'version'])).toBe('2.0.0')
  const none = await stage.ready('ExtensionInstance', 'modern', 'NoSource')
  expect(conditionOf(none, 'Ready')?.message).toContain(
    '2.0.0: the chart wants Kubernetes >=1.35.0-0',
  )
  expect(await stage.get('Plugin', 'modern')).toBeUndefined()
  expect(await stage.warnings()).toEqual([])
})

test('a chart that renders objects of a kind that is gone is left for one that does not', async () => {
  await stage.put('Extension', 'guarded', { sources: sources('guarded', '1.0.0', '2.0.0') })
  await stage.put('ExtensionInstance', 'plain', { extension: 'guarded' })
  await stage.put('ExtensionInstance', 'guarded', {
    extension: 'guarded',
    parameters: { budget: true },
  })
  await stage.ready('ExtensionInstance', 'plain')
  await stage.ready('ExtensionInstance', 'guarded')
  expect(await stage.data('plain-facts')).toMatchObject({ chart: '2.0.0' })
  expect(await stage.data('guarded-facts')).toMatchObject({ chart: '1.0.0' })
  await stage.put('Extension', 'old', { sources: sources('guarded', '2.0.0') })
  await stage.put('ExtensionInstance', 'old', { extension: 'old', parameters: { budget: true } })
  const none = await stage.ready('ExtensionInstance', 'old', 'NoSource')
  expect(conditionOf(none, 'Ready')?.message).toContain(
    'policy/v1beta1 PodDisruptionBudget old was removed in Kubernetes 1.25: use policy/v1',
  )
})

test('an instance waits for the Repository that its Extension names', async () => {
  const named = [{ repo: 'late', name: 'ranged', chartVersion: '1.0.0' }]
  await stage.put('Extension', 'named', { sources: named })
  await stage.put('ExtensionInstance', 'named', { extension: 'named' })
  const waiting = await stage.ready('ExtensionInstance', 'named', 'Waiting')
  expect(conditionOf(waiting, 'Ready')?.message).toContain('there is no Repository late')
  await stage.put('Repository', 'late', { url: charts.url })
  await stage.ready('ExtensionInstance', 'named')
  expect(await stage.warnings(['named'])).toEqual([])
})

test('a tag is looked at again at the interval, also for a tenant whom its address is closed to', async () => {
  await push('1.34.0', 'first')
  await tenant('team')
  const repo = `oci://${registry.host}/extensions/autoscaler`
  await stage.put('Extension', 'autoscaler', {
    interval: '5m',
    sources: [{ tag: '{{ .Major }}.{{ .Minor }}.0', repo }],
  })
  await stage.put('ExtensionInstance', 'team/autoscaler', { extension: 'autoscaler' })
  const first = await stage.ready('ExtensionInstance', 'team/autoscaler')
  expect(await stage.data('team/autoscaler-facts')).toMatchObject({ note: 'first' })
  expect(textAt(first, ['status', 'lookedAt'])).not.toBe('')

  // The same address, named by the tenant alone, is refused as soon as no Extension offers what is there.
  await stage.put('Plugin', 'team/own', { repo: `oci://${registry.host}/elsewhere` })
  const own = await stage.ready('Plugin', 'team/own', 'SourceRefused')
  expect(conditionOf(own, 'Ready')?.message).toContain('is not allowed')

  await push('1.34.0', 'second')
  await stage.clock.jump(310_000)
  await stage.until(
    'ConfigMap',
    'team/autoscaler-facts',
    (one) => textAt(one, ['data', 'note']) === 'second',
  )
  const second = await stage.ready('ExtensionInstance', 'team/autoscaler')
  expect(textAt(second, ['status', 'digest'])).not.toBe(textAt(first, ['status', 'digest']))
  expect(textAt(second, ['status', 'lookedAt'])).not.toBe(textAt(first, ['status', 'lookedAt']))
})

async function tenant(name: string): Promise<void> {
  await stage.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const metadata = { name: 'outrigger', namespace: name }
  await stage.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const group = 'rbac.authorization.k8s.io'
  const kind = 'ClusterRoleBinding'
  await stage.apply(
    { group, version: 'v1', resource: 'clusterrolebindings', kind, namespaced: false },
    {
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: name }],
    },
  )
}
