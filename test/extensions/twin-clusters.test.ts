import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {size: {{ .Values.size | quote }}}
`

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'values.yaml': 'size: small\n', 'templates/facts.yaml': template }
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(36)
  await stage.put('Extension', 'web', {
    sources: [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }],
  })
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

// Its name comes first in every list, and it was created in a later second.
async function putTwin(older: string): Promise<void> {
  for (;;) {
    const twin = await stage.put('Cluster', 'another', { inCluster: true })
    if (textAt(twin, ['metadata', 'creationTimestamp']) > older) return
    await stage.delete('Cluster', 'another')
    await stage.gone('Cluster', 'another')
  }
}

test('a second Cluster that says to be the own one is refused, and stops nobody', async () => {
  await stage.put('Cluster', 'local', { inCluster: true })
  const local = await stage.ready('Cluster', 'local', 'Reachable')
  await stage.put('ExtensionInstance', 'early', { extension: 'web' })
  await stage.ready('ExtensionInstance', 'early')
  await putTwin(textAt(local, ['metadata', 'creationTimestamp']))
  const twin = await stage.ready('Cluster', 'another', 'InvalidSpec')
  expect(conditionOf(twin, 'Ready')?.message).toContain('said by Cluster local already')

  await stage.restart()
  const parameters = { size: 'large' }
  await stage.put('ExtensionInstance', 'early', { extension: 'web', parameters })
  await stage.put('ExtensionInstance', 'late', { extension: 'web' })
  for (const name of ['early', 'late']) await stage.ready('ExtensionInstance', name)
  expect(await stage.data('early-facts')).toEqual({ size: 'large' })
  const installed = await stage.until('Cluster', 'local', (found) =>
    JSON.stringify(found['status']).includes('outrigger-system/late'),
  )
  expect(textAt(installed, ['status', 'phase'])).toBe('Running')
})
