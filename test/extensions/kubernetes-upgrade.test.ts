import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { packChart } from './pack-chart.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(300_000)
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}, kubernetes: {{ .Capabilities.KubeVersion.Minor | quote }}}
`

let stage: ExtensionStage
let charts: ChartRepository
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>

beforeAll(async () => {
  const files = { 'templates/facts.yaml': template }
  charts = await ChartRepository.start(
    ['1.0.0', '2.0.0'].map((version) => ({ name: 'cert-manager', version, files })),
  )
  registry = await startTemporaryRegistry()
  const transport = createTransport()
  for (const version of ['1.34.0', '1.35.0'])
    await pushChart(
      connectRegistry(registry.host, { transport }),
      {
        below: 'extensions',
        archive: packChart({ name: 'autoscaler', version, files }),
        created: '2026-01-01T00:00:00Z',
      },
      signal,
    )
  await transport.close()
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
  await registry.stop()
})

// The founding story: one extension comes from two addresses, of another the tag is the version of Kubernetes.
test('extensions follow the cluster when it is upgraded, and nothing moves before it has settled', async () => {
  await stage.put('Extension', 'cert-manager', {
    displayName: 'Certificates',
    sources: [
      {
        kubernetes: '>=1.33 <1.35',
        appVersion: '1.16',
        repo: charts.url,
        chartVersion: '1.0.0',
        name: 'cert-manager',
      },
      {
        kubernetes: '1.35',
        appVersion: '1.18',
        repo: charts.url,
        chartVersion: '2.0.0',
        name: 'cert-manager',
      },
    ],
  })
  await stage.put('Extension', 'autoscaler', {
    sources: [
      { tag: '{{ .Major }}.{{ .Minor }}.0', repo: `oci://${registry.host}/extensions/autoscaler` },
    ],
  })
  for (const name of ['cert-manager', 'autoscaler'])
    await stage.put('ExtensionInstance', name, { extension: name })
  for (const name of ['cert-manager', 'autoscaler']) await stage.ready('ExtensionInstance', name)
  expect(await stage.data('cert-manager-facts')).toEqual({ chart: '1.0.0', kubernetes: '34' })
  expect(await stage.data('autoscaler-facts')).toEqual({ chart: '1.34.0', kubernetes: '34' })
  const before = await stage.get('ExtensionInstance', 'autoscaler')
  expect(textAt(before, ['status', 'digest'])).toMatch(/^sha256:/)
  const uid = textAt(await stage.get('Plugin', 'cert-manager'), ['metadata', 'uid'])

  await stage.become(35)
  await stage.clock.jump(60_000)
  const held = await stage.ready('ExtensionInstance', 'cert-manager', 'VersionUnstable')
  expect(conditionOf(held, 'Ready')?.status).toBe('True')
  expect(await stage.data('cert-manager-facts')).toMatchObject({ chart: '1.0.0' })

  // Since it was seen to be new at last: the first jump may have passed before the version was asked for.
  await stage.clock.jump(130_000)
  for (const [name, chart] of [
    ['cert-manager', '2.0.0'],
    ['autoscaler', '1.35.0'],
  ] as const) {
    await stage.until(
      'ConfigMap',
      `${name}-facts`,
      (one) => textAt(one, ['data', 'chart']) === chart,
    )
    await stage.ready('ExtensionInstance', name)
  }
  const moved = await stage.get('ExtensionInstance', 'cert-manager')
  expect(moved?.['status']).toMatchObject({
    version: '1.18',
    source: `${charts.url}/cert-manager:2.0.0`,
  })
  // In place: nothing was uninstalled on the way.
  const plugin = await stage.get('Plugin', 'cert-manager')
  expect(textAt(plugin, ['metadata', 'uid'])).toBe(uid)
  expect(readPath(plugin, ['status', 'revision'])).toBe(2)
  expect(await stage.warnings()).toEqual([])
})
