import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}, kubernetes: {{ .Capabilities.KubeVersion.Minor | quote }}}
`

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/facts.yaml': template }
  const head = 'apiVersion: v2\nname: web\nversion: 3.0.0\nkubeVersion: ">=1.40.0-0"\n'
  charts = await ChartRepository.start([
    ...['1.0.0', '2.0.0'].map((version) => ({ name: 'web', version, files })),
    { name: 'web', version: '3.0.0', files: { ...files, 'Chart.yaml': head } },
  ])
})
afterAll(() => charts.stop())
beforeEach(async () => void (stage = await ExtensionStage.open(34)))
afterEach(() => stage.close())

// Other clusters are in the stories of test/platform/upgrades.
test('extensions follow the server of the operator itself, and nothing moves before it has settled', async () => {
  const from = { repo: charts.url, name: 'web' }
  await stage.put('Extension', 'web', {
    sources: [
      { ...from, kubernetes: '<1.35', chartVersion: '1.0.0' },
      { ...from, kubernetes: '1.35', chartVersion: '2.0.0' },
    ],
  })
  await stage.put('Cluster', 'here', { inCluster: true })
  await stage.put('ExtensionInstance', 'web', { extension: 'web' })
  await stage.ready('ExtensionInstance', 'web')
  expect(await stage.data('web-facts')).toEqual({ chart: '1.0.0', kubernetes: '34' })
  const uid = textAt(await stage.get('Plugin', 'web'), ['metadata', 'uid'])

  await stage.become(35)
  await stage.clock.jump(60_000)
  const held = await stage.ready('ExtensionInstance', 'web', 'VersionUnstable')
  expect(conditionOf(held, 'Ready')?.status).toBe('True')
  expect(await stage.data('web-facts')).toEqual({ chart: '1.0.0', kubernetes: '34' })

  // Since it was seen to be new at last: the first jump may have passed before the version was asked for.
  await stage.clock.jump(130_000)
  const plugin = await stage.until('Plugin', 'web', (one) => {
    const isTold = readPath(one, ['status', 'observedGeneration']) === one.metadata['generation']
    return isTold && textAt(one, ['spec', 'version']) === '2.0.0'
  })
  await stage.ready('ExtensionInstance', 'web')
  expect(await stage.data('web-facts')).toEqual({ chart: '2.0.0', kubernetes: '35' })
  // In place, in one step: nothing was uninstalled on the way.
  expect(textAt(plugin, ['metadata', 'uid'])).toBe(uid)
  expect(readPath(await stage.get('Plugin', 'web'), ['status', 'revision'])).toBe(2)
  expect(await stage.warnings()).toEqual([])
})

test.each([
  { name: 'that stays with what fits both', stays: {} },
  { name: 'for which nothing fits', stays: { kubernetes: '<1.35' } },
])('nobody waits for an extension $name', async ({ stays }) => {
  const from = { repo: charts.url, name: 'web' }
  const here = { ...from, kubernetes: '<1.35', chartVersion: '1.0.0' }
  // The range allows the third version, and its chart does not.
  await stage.put('Extension', 'below', {
    sources: [
      { ...from, ...stays, chartVersion: '1.0.0' },
      { ...from, kubernetes: '>=1.35', chartVersion: '3.0.0' },
    ],
  })
  await stage.put('Extension', 'above', {
    dependsOn: [{ extension: 'below' }],
    sources: [here, { ...from, kubernetes: '>=1.35', chartVersion: '2.0.0' }],
  })
  for (const name of ['below', 'above'])
    await stage.put('ExtensionInstance', name, { extension: name })
  for (const name of ['below', 'above']) await stage.ready('ExtensionInstance', name)
  await stage.become(35)
  await stage.clock.jump(60_000)
  await stage.ready('ExtensionInstance', 'above', 'VersionUnstable')
  await stage.clock.jump(130_000)
  await stage.until('ConfigMap', 'above-facts', (one) => textAt(one, ['data', 'chart']) === '2.0.0')
  await stage.ready('ExtensionInstance', 'above')
  const below = await stage.until(
    'ExtensionInstance',
    'below',
    (one) => conditionOf(one, 'Ready')?.status === 'True',
  )
  expect(textAt(below, ['status', 'version'])).toBe('1.0.0')
})
