import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderHere } from '../../src/chart/node/render-here.ts'
import type { RenderRound } from '../../src/chart/render/render-round.ts'
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

/** Releases that were rendered where the operator has its charts rendered. */
const rendered: string[] = []
const noted: RenderRound = (request, given, inner) => {
  rendered.push(request.release.name)
  return renderHere(request, given, inner)
}

async function push(version: string, note: string, host = registry.host): Promise<void> {
  const transport = createTransport()
  const files = { 'templates/facts.yaml': facts(note) }
  const archive = packChart({ name: 'autoscaler', version, files })
  const created = '2026-01-01T00:00:00Z'
  const client = connectRegistry(host, { transport })
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
  stage = await ExtensionStage.open(34, { renders: { now: noted, ahead: noted } })
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

/** The same version from two places, of which the second is also for the Kubernetes to come. */
function twice(name: string) {
  return sources(name, '1.0.0', '2.0.0').map((source, at) => ({
    ...source,
    version: '1.0.0',
    kubernetes: at === 0 ? '<1.35' : '>=1.34',
  }))
}

test('before an upgrade nobody waits for what turns out to stay', async () => {
  await stage.remote('third', 34)
  const cluster = { kubeconfig: { secretName: 'third' } }
  await stage.put('Cluster', 'third', cluster)
  await stage.put('Extension', 'stays', { sources: twice('ranged') })
  const dependsOn = [{ extension: 'stays' }]
  await stage.put('Extension', 'moves', { dependsOn, sources: twice('guarded') })
  const place = { cluster: 'third', targetNamespace: 'default' }
  await stage.put('ExtensionInstance', 'stays', { extension: 'stays', ...place })
  await stage.put('ExtensionInstance', 'moves', { extension: 'moves', ...place })
  const before = await stage.ready('ExtensionInstance', 'moves')
  expect(textAt(before, ['status', 'source'])).toBe(`${charts.url}/guarded:1.0.0`)
  await stage.put('Cluster', 'third', { ...cluster, targetVersion: '1.35' })
  const moved = `${charts.url}/guarded:2.0.0`
  await stage.until(
    'ExtensionInstance',
    'moves',
    (one) => textAt(one, ['status', 'source']) === moved,
  )
  const still = await stage.ready('ExtensionInstance', 'stays')
  expect(textAt(still, ['status', 'source'])).toBe(`${charts.url}/ranged:1.0.0`)
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
  // Only to find that out: there never was a Plugin.
  expect(rendered.filter((name) => name === 'old')).toEqual(['old'])
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

test('with upgrades by hand a tag that moves is said and not taken, until somebody asks for it', async () => {
  await push('1.34.1', 'first')
  const repo = `oci://${registry.host}/extensions/autoscaler`
  await stage.put('Extension', 'careful', {
    interval: '5m',
    sources: [{ tag: '{{ .Major }}.{{ .Minor }}.1', repo }],
  })
  const spec = { extension: 'careful', upgrade: 'manual' }
  await stage.put('ExtensionInstance', 'careful', spec)
  const first = await stage.ready('ExtensionInstance', 'careful')
  const running = textAt(first, ['status', 'digest'])

  await push('1.34.1', 'second')
  await stage.clock.jump(310_000)
  const told = await stage.until(
    'ExtensionInstance',
    'careful',
    (one) => textAt(one, ['status', 'available']) !== '',
  )
  const available = textAt(told, ['status', 'available'])
  expect(available).toMatch(/^1\.34\.1@sha256:[0-9a-f]{64}$/)
  expect(available).not.toContain(running)
  expect(textAt(told, ['status', 'digest'])).toBe(running)
  const words = `${available} fits, and upgrades are by hand: set version to take it`
  expect(conditionOf(told, 'Ready')?.message).toContain(words)
  expect(await stage.data('careful-facts')).toMatchObject({ note: 'first' })

  // A running instance can be made anew although no tag means its version any more.
  const old = textAt(await stage.get('ConfigMap', 'careful-facts'), ['metadata', 'uid'])
  await stage.delete('Plugin', 'careful')
  await stage.until('ConfigMap', 'careful-facts', (one) => textAt(one, ['metadata', 'uid']) !== old)
  const anew = await stage.ready('ExtensionInstance', 'careful')
  expect(textAt(anew, ['status', 'digest'])).toBe(running)
  expect(await stage.data('careful-facts')).toMatchObject({ note: 'first' })

  await stage.put('ExtensionInstance', 'careful', { ...spec, version: available })
  const taken = await stage.ready('ExtensionInstance', 'careful')
  expect(await stage.data('careful-facts')).toMatchObject({ note: 'second' })
  expect(`1.34.1@${textAt(taken, ['status', 'digest'])}`).toBe(available)
  expect(textAt(taken, ['status', 'available'])).toBe('')
  // An instance that lets go of the version stays where it is.
  await stage.put('ExtensionInstance', 'careful', spec)
  const after = await stage.ready('ExtensionInstance', 'careful')
  expect(textAt(after, ['status', 'digest'])).toBe(textAt(taken, ['status', 'digest']))
})

test('a registry that is down leaves what runs ready, and is told', async () => {
  const other = await startTemporaryRegistry()
  const host = other.host
  await push('1.34.2', 'first', host)
  await stage.put('Extension', 'lonely', {
    interval: '5m',
    sources: [{ tag: '{{ .Major }}.{{ .Minor }}.2', repo: `oci://${host}/extensions/autoscaler` }],
  })
  await stage.put('ExtensionInstance', 'lonely', { extension: 'lonely' })
  const first = await stage.ready('ExtensionInstance', 'lonely')
  await other.stop()
  const before = stage.reasonsOf('lonely').length
  await stage.clock.jump(310_000)
  const told = await stage.until('ExtensionInstance', 'lonely', (one) =>
    (conditionOf(one, 'Ready')?.message ?? '').includes('its tag cannot be looked at'),
  )
  expect(conditionOf(told, 'Ready')).toMatchObject({ status: 'True', reason: 'Installed' })
  expect(textAt(told, ['status', 'digest'])).toBe(textAt(first, ['status', 'digest']))
  expect(new Set(stage.reasonsOf('lonely').slice(before))).toEqual(new Set(['Installed']))
})

test('a Repository that an Extension names is that of the platform, whatever a tenant calls so', async () => {
  await tenant('shadow')
  await stage.put('Repository', 'house', { url: charts.url })
  await stage.put('Repository', 'shadow/house', { url: 'https://nowhere.example.test' })
  await stage.put('Extension', 'housed', {
    sources: [{ repo: 'house', name: 'ranged', chartVersion: '1.0.0' }],
  })
  await stage.put('ExtensionInstance', 'shadow/housed', { extension: 'housed' })
  const found = await stage.ready('ExtensionInstance', 'shadow/housed')
  expect(textAt(found, ['status', 'version'])).toBe('1.0.0')
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
