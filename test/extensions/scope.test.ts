import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { conditionOf } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}}
`

let hub: ExtensionStage
let edge: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/facts.yaml': template }
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  hub = await ExtensionStage.open(36)
  edge = await ExtensionStage.open(35, { scope: 'cluster' })
  await hub.neighbour('edge', edge)
  for (const stage of [hub, edge])
    await stage.put('Extension', 'web', {
      sources: [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }],
    })
})
afterAll(async () => {
  await hub.close()
  await edge.close()
  await charts.stop()
})

test('an operator of a hub looks after all clusters, one of a cluster only after its own', async () => {
  await hub.put('Cluster', 'edge', { kubeconfig: { secretName: 'edge' } })
  await hub.put('ExtensionInstance', 'near', { extension: 'web' })
  await hub.put('ExtensionInstance', 'far', { extension: 'web', cluster: 'edge' })

  // The cluster has an operator of its own, with the same kinds and other objects.
  await edge.put('Cluster', 'self', { inCluster: true })
  await edge.put('ExtensionInstance', 'own', { extension: 'web' })
  await edge.put('ExtensionInstance', 'named', { extension: 'web', cluster: 'self' })
  await edge.neighbour('hub', hub)
  await edge.put('Cluster', 'hub', { kubeconfig: { secretName: 'hub' } })
  await edge.put('ExtensionInstance', 'foreign', { extension: 'web', cluster: 'hub' })
  await edge.put('Plugin', 'foreign-plugin', { repo: charts.url, name: 'web', cluster: 'hub' })
  await edge.put('ExtensionInstance', 'stray', { extension: 'web', cluster: 'nowhere' })

  await hub.ready('ExtensionInstance', 'near')
  await hub.ready('ExtensionInstance', 'far')
  await edge.ready('ExtensionInstance', 'own')
  await edge.ready('ExtensionInstance', 'named')
  await edge.ready('Cluster', 'self', 'Reachable')
  for (const name of ['far', 'own', 'named'])
    expect(await edge.data(`${name}-facts`)).toEqual({ chart: '1.0.0' })
  expect(await hub.data('near-facts')).toEqual({ chart: '1.0.0' })

  await expectUntouched()
  expect(await hub.data('foreign-facts')).toBeUndefined()
  expect([...(await hub.warnings()), ...(await edge.warnings())]).toEqual([])
})

test('what an operator of a cluster looked after is told and can go when its Cluster is gone', async () => {
  // The operator of that cluster keeps its objects until they are uninstalled.
  const finalizers = ['outrigger.dev/uninstall']
  const held = { repo: charts.url, name: 'web', cluster: 'hub' }
  await edge.put('Plugin', 'foreign-plugin', held, { finalizers })
  await edge.delete('Cluster', 'self')
  await edge.ready('ExtensionInstance', 'named', 'ClusterNotFound')
  await edge.ready('Plugin', 'named', 'ClusterNotFound')
  await edge.restart()
  await edge.delete('ExtensionInstance', 'named')
  const waiting = await edge.until('Plugin', 'named', (found) => {
    return conditionOf(found, 'Ready')?.message.includes('deletion: orphan') === true
  })
  expect(conditionOf(waiting, 'Ready')?.reason).toBe('ClusterNotFound')

  const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'named' }
  const patch = { type: 'merge', patch: { spec: { deletion: 'orphan' } } } as const
  await patchObject(edge.client, target, patch, {}, AbortSignal.timeout(10_000))
  await edge.gone('Plugin', 'named')
  await edge.gone('ExtensionInstance', 'named')
  expect(await edge.data('named-facts')).toEqual({ chart: '1.0.0' })
  await expectUntouched(finalizers)
})

// An object for another cluster, or for an unknown one, is not even told of.
async function expectUntouched(held?: readonly string[]): Promise<void> {
  for (const [kind, name, finalizers] of [
    ['ExtensionInstance', 'foreign'],
    ['ExtensionInstance', 'stray'],
    ['Plugin', 'foreign-plugin', held],
    ['Cluster', 'hub'],
  ] as const) {
    const left = await edge.get(kind, name)
    const touched = [left?.['status'], left?.metadata['finalizers']]
    expect([kind, name, ...touched]).toEqual([kind, name, undefined, finalizers])
  }
}
