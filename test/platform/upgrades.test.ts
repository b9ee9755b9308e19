import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ServedForTest, openSandbox } from '../scenarios/sandbox-stage.ts'
import { changingSandbox } from './changing-cluster.ts'
import { play } from './play.ts'
import { type UpgradePlatform, openUpgradePlatform } from './upgrade-platform.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let sandbox: ServedForTest
let platform: UpgradePlatform
beforeAll(async () => {
  sandbox = await openSandbox()
  const { kubeconfig } = sandbox
  platform = await openUpgradePlatform({ kubeconfig, openCluster: changingSandbox })
})
afterAll(async () => {
  await platform.close()
  await sandbox.close()
})

const folder = new URL('./upgrades/', import.meta.url)
test.each(readdirSync(folder))('%s on the sandbox', async (name) => {
  const stage = await platform.openStage({})
  try {
    const { told, wanted } = await play(new URL(name, folder), stage)
    expect(told).toBe(wanted)
  } finally {
    await stage.close()
  }
})
