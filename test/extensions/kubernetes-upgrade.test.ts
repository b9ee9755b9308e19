import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { askCluster } from '../../src/operator/cluster/ask-cluster.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { packChart } from './pack-chart.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(300_000)
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data:
  chart: {{ .Chart.Version | quote }}
  kubernetes: {{ .Capabilities.KubeVersion.Minor | quote }}
  replicas: {{ .Values.replicas | quote }}
`

let stage: ExtensionStage
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>

const pushed = [
  { below: 'one', name: 'cert-manager', version: '1.16.0' },
  { below: 'two', name: 'cert-manager', version: '1.18.0' },
  { below: 'extensions', name: 'autoscaler', version: 'v1.34' },
  { below: 'extensions', name: 'autoscaler', version: 'v1.35' },
]

beforeAll(async () => {
  const files = { 'values.yaml': 'replicas: 1\n', 'templates/facts.yaml': template }
  registry = await startTemporaryRegistry()
  const transport = createTransport()
  for (const { below, name, version } of pushed) {
    const archive = packChart({ name, version, files })
    const created = '2026-01-01T00:00:00Z'
    const host = connectRegistry(registry.host, { transport })
    await pushChart(host, { below, archive, created }, signal)
  }
  await transport.close()
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await registry.stop()
})

const parameters: JsonRecord = {
  type: 'object',
  properties: { replicas: { type: 'integer', minimum: 1 } },
}
const logo = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/** What the cluster is about to give each, by the name of the instance. */
async function foretold(to: string) {
  const { instances } = await stage.rehearsal('here', async (world) => {
    const { version: from, kubelets } = await askCluster(world.target.client, signal)
    return rehearse({ cluster: world.cluster, from, to, kubelets }, world, signal)
  })
  return instances.map(({ instance, after, blocks }) => ({
    instance,
    to: after?.to.source,
    blocks,
    changes: after?.plan.objects.flatMap(({ changes }) => changes.length),
  }))
}

// The founding story: one extension comes from two addresses, of another the tag is the version of Kubernetes.
test('extensions follow the cluster when it is upgraded, and nothing moves before it has settled', async () => {
  const place = `oci://${registry.host}`
  await stage.put('Extension', 'cert-manager', {
    displayName: 'Certificates',
    logo,
    parameters,
    sources: [
      {
        kubernetes: '>=1.33 <1.35',
        appVersion: '1.16',
        repo: `${place}/one/cert-manager`,
        chartVersion: '1.16.0',
      },
      {
        kubernetes: '1.35',
        appVersion: '1.18',
        repo: `${place}/two/cert-manager`,
        chartVersion: '1.18.0',
      },
    ],
  })
  await stage.put('Extension', 'autoscaler', {
    displayName: 'Autoscaler',
    logo,
    parameters,
    sources: [{ tag: 'v{{ .Major }}.{{ .Minor }}', repo: `${place}/extensions/autoscaler` }],
  })
  await stage.put('Cluster', 'here', { inCluster: true })
  for (const name of ['cert-manager', 'autoscaler'])
    await stage.put('ExtensionInstance', name, { extension: name, parameters: { replicas: 2 } })
  for (const name of ['cert-manager', 'autoscaler']) await stage.ready('ExtensionInstance', name)
  const replicas = '2'
  expect(await stage.data('cert-manager-facts')).toEqual({
    chart: '1.16.0',
    kubernetes: '34',
    replicas,
  })
  expect(await stage.data('autoscaler-facts')).toEqual({
    chart: 'v1.34',
    kubernetes: '34',
    replicas,
  })
  const before = await stage.get('ExtensionInstance', 'autoscaler')
  expect(textAt(before, ['status', 'digest'])).toMatch(/^sha256:/)
  const uid = textAt(await stage.get('Plugin', 'cert-manager'), ['metadata', 'uid'])
  const goals = {
    autoscaler: `${place}/extensions/autoscaler:v1.35`,
    'cert-manager': `${place}/two/cert-manager:1.18.0`,
  }
  expect(await foretold('1.35')).toEqual(
    Object.entries(goals).map(([name, to]) => ({
      instance: `${platform}/${name}`,
      to,
      blocks: [],
      changes: [2],
    })),
  )

  await stage.become(35)
  await stage.clock.jump(60_000)
  const held = await stage.ready('ExtensionInstance', 'cert-manager', 'VersionUnstable')
  expect(conditionOf(held, 'Ready')?.status).toBe('True')
  expect(await stage.data('cert-manager-facts')).toMatchObject({
    chart: '1.16.0',
    kubernetes: '34',
  })

  // Since it was seen to be new at last: the first jump may have passed before the version was asked for.
  await stage.clock.jump(130_000)
  for (const [name, chart] of [
    ['cert-manager', '1.18.0'],
    ['autoscaler', 'v1.35'],
  ] as const) {
    await stage.until(
      'ConfigMap',
      `${name}-facts`,
      (one) => textAt(one, ['data', 'chart']) === chart,
    )
    await stage.ready('ExtensionInstance', name)
    expect(await stage.data(`${name}-facts`)).toEqual({ chart, kubernetes: '35', replicas })
  }
  const moved = await stage.get('ExtensionInstance', 'cert-manager')
  expect(moved?.['status']).toMatchObject({ version: '1.18', source: goals['cert-manager'] })
  // In place, in one step: nothing was uninstalled on the way.
  const plugin = await stage.get('Plugin', 'cert-manager')
  expect(textAt(plugin, ['metadata', 'uid'])).toBe(uid)
  expect(readPath(plugin, ['status', 'revision'])).toBe(2)
  expect(await stage.warnings()).toEqual([])
})
