import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { ChartRepository } from './chart-repository.ts'
import { OperatorStage, platform } from './operator-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let stage: OperatorStage
let repository: ChartRepository
beforeAll(async () => {
  repository = await ChartRepository.start([chart('1.0.0')])
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(async () => {
  await stage.close()
  await repository.stop()
})

function chart(version: string) {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: newest}\n'
  return { name: 'newest', version, files: { 'templates/map.yaml': text } }
}

// A source that was fetched a moment ago counts as the state of now.
const aMoment = 5500

test('a plugin without a version asks the index anew when somebody changes it', async () => {
  await stage.plugin('newest', { repo: repository.url })
  expect((await stage.ready('newest')).status.version).toBe('1.0.0')
  repository.add(chart('1.1.0'))
  await new Promise((done) => setTimeout(done, aMoment))
  const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'newest' }
  const patch = { type: 'merge', patch: { spec: { values: { colour: 'red' } } } } as const
  await patchObject(stage.client, target, patch, {}, AbortSignal.timeout(10_000))
  await stage.until('the newest is there', async () => {
    const found = await stage.ready('newest')
    return found.status.version === '1.1.0'
  })
})
