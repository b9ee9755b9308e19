import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { carryOutPhase } from '../../src/operator/rehearsal/carry-out-phase.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)

const facts = `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data: {chart: "{{ .Chart.Version }}"}
`

interface Row {
  readonly name: string
  readonly instance: JsonRecord
  /** A change that somebody else makes to its Plugin. */
  readonly plugin: JsonRecord
  /** The chart that it has once the Cluster is about to be upgraded. */
  readonly chart: string
}

const rows: readonly Row[] = [
  { name: 'auto', instance: {}, plugin: {}, chart: '1.0.1' },
  // Its source does until Kubernetes is another one.
  { name: 'manual', instance: { upgrade: 'manual' }, plugin: {}, chart: '1.0.0' },
  { name: 'suspended', instance: {}, plugin: { suspend: true }, chart: '1.0.0' },
]

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/facts.yaml': facts }
  charts = await ChartRepository.start(
    ['1.0.0', '1.0.1'].map((version) => ({ name: 'web', version, files })),
  )
  stage = await ExtensionStage.open(34)
  await stage.put('Cluster', 'here', { inCluster: true })
  await stage.ready('Cluster', 'here', 'Reachable')
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

async function install({ name, instance, plugin }: Row): Promise<void> {
  const source = { repo: charts.url, name: 'web', version: '1' }
  const now = { ...source, chartVersion: '1.0.0', kubernetes: '<1.35' }
  const both = { ...source, chartVersion: '1.0.1', kubernetes: '>=1.34' }
  await stage.put('Extension', name, { sources: [now, both] })
  await stage.put('ExtensionInstance', name, { extension: name, ...instance })
  await stage.ready('ExtensionInstance', name)
  const target = { resource: resourceOf(pluginKind), namespace: platform, name }
  await patchObject(stage.client, target, { type: 'merge', patch: { spec: plugin } }, {}, signal)
  const isHeld = plugin['suspend'] === true
  await stage.ready('ExtensionInstance', name, isHeld ? 'Suspended' : 'Installed')
}

test('whoever is skipped moves like everybody else, unless its Plugin is suspended', async () => {
  for (const row of rows) await install(row)
  await stage.rehearsal('here', async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    const request = { cluster: context.cluster, from, to: '1.35', kubelets }
    const rehearsal = await rehearse(request, context, signal)
    const others = { ...rehearsal, instances: [] }
    await carryOutPhase(others, 'before', { context, report: () => {} }, signal)
  })
  for (const { name, instance, plugin, chart } of rows) {
    // The Plugin is written for the new source, whether it follows or not.
    const written = instance['upgrade'] === 'manual' ? '1.0.0' : '1.0.1'
    await stage.until('Plugin', name, (one) => textAt(one, ['spec', 'version']) === written)
    await stage.ready('Plugin', name, plugin['suspend'] === true ? 'Suspended' : 'Installed')
    expect([name, await stage.data(name)]).toEqual([name, { chart }])
  }
})
