import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conditionOf } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const flow = `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: FlowSchema
metadata: {name: "{{ .Release.Name }}"}
spec:
  matchingPrecedence: 900
  priorityLevelConfiguration: {name: exempt}
`

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/flow.yaml': flow }
  charts = await ChartRepository.start([{ name: 'flow', version: '1.0.0', files }])
  stage = await ExtensionStage.open(31)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

test('what a version wrote that is gone is looked at in another one', async () => {
  const plugin = { repo: charts.url, name: 'flow', version: '1.0.0' }
  await stage.put('Plugin', 'flow', plugin)
  await stage.ready('Plugin', 'flow')
  await stage.put('Plugin', 'flow', { ...plugin, pin: 1 })
  await stage.ready('Plugin', 'flow', 'Pinned')
  await stage.become(32)
  await stage.restart()
  await stage.put('Plugin', 'flow', { ...plugin, pin: 1, timeout: '4m' })
  const found = await stage.ready('Plugin', 'flow', 'Pinned')
  expect(conditionOf(found, 'Healthy')?.status).toBe('True')
})
