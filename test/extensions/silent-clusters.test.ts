import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { textAt } from '../../src/objects/kube-object.ts'
import { VirtualClock } from '../../src/std/node/virtual-clock-for-test.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const silent = 24
const clock = new VirtualClock()
let stage: ExtensionStage

beforeAll(async () => {
  stage = await ExtensionStage.open(36, { clock })
})
afterAll(async () => {
  const closed = stage.close()
  // Passes that wait for an answer have a grace.
  await clock.advance(60_000)
  await closed
})

// The clock stands still: whoever waits for an answer waits for ever.
test('clusters that never answer hold up no other one, however many they are', async () => {
  for (let at = 0; at < silent; at++) {
    await stage.remote(`hole-${at}`)
    await stage.put('Cluster', `hole-${at}`, { kubeconfig: { secretName: `hole-${at}` } })
  }
  await stage.remote('well', 36)
  await stage.put('Cluster', 'well', { kubeconfig: { secretName: 'well' } })
  const found = await stage.until(
    'Cluster',
    'well',
    (one) => textAt(one, ['status', 'phase']) === 'Running',
  )
  expect(textAt(found, ['status', 'version'])).toBe('v1.36.3')
})
