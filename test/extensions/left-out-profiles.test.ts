import { afterEach, beforeAll, afterAll, expect, test, vi } from 'vitest'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { readPath } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
`

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/facts.yaml': template }
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
})
afterEach(() => stage.close())
afterAll(() => charts.stop())

// The operator of somebody else says that it has done what was delegated to it.
async function sayDone(): Promise<void> {
  const condition = {
    type: 'EnsureProfiles',
    status: 'True',
    reason: 'Done',
    message: 'theirs',
    lastTransitionTime: '2026-05-01T12:00:00Z',
  }
  const metadata = { name: 'here' }
  const body = { apiVersion, kind: 'Cluster', metadata, status: { conditions: [condition] } }
  const options = { subresource: 'status', force: true, fieldManager: 'theirs' }
  const signal = AbortSignal.timeout(10_000)
  await applyObject(stage.client, resourceOf(clusterKind), body, options, signal)
}

test.each([
  { what: 'skipped', features: { skipConditions: ['EnsureProfiles'] }, until: async () => {} },
  {
    what: 'delegated',
    features: { delegateConditions: ['EnsureProfiles'] },
    until: async () => {
      await stage.ready('Cluster', 'here', 'Waiting')
      await sayDone()
    },
  },
])('what profiles give comes when EnsureProfiles is no longer $what', async (row) => {
  stage = await ExtensionStage.open(36)
  await stage.put('Extension', 'web', {
    sources: [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }],
  })
  await stage.put('Profile', 'base', { extensions: [{ extension: 'web', mode: 'default' }] })
  await stage.put('Cluster', 'here', { inCluster: true, features: row.features })
  await row.until()
  const left = await stage.ready('Cluster', 'here', 'Reachable')
  expect(await stage.names('ExtensionInstance')).toEqual([])
  const { initial, removed } = left['status'] as { initial?: unknown; removed?: unknown }
  expect({ initial, removed }).toEqual({})

  await stage.put('Cluster', 'here', { inCluster: true, features: {} })
  await stage.ready('ExtensionInstance', 'web')
  const given = await stage.ready('Cluster', 'here', 'Reachable')
  expect(readPath(given, ['status', 'initial'])).toEqual(['web'])
})
