import { readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { changingControlPlane } from './changing-cluster.ts'
import { play } from './play.ts'
import { type UpgradePlatform, openUpgradePlatform } from './upgrade-platform.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let plane: ControlPlane
let platform: UpgradePlatform
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-upgrades-'))
  // One of its own: an operator looks after all plugins of a cluster, and this one has another time.
  const parts = ['kube-controller-manager'] as const
  plane = await startControlPlane({ folder, keeps: 'nothing', parts })
  const { kubeconfig } = plane
  platform = await openUpgradePlatform({ kubeconfig, openCluster: changingControlPlane })
})
afterAll(async () => {
  await platform.close()
  await plane.shutDown()
})

const folder = new URL('./upgrades/', import.meta.url)
test.each(readdirSync(folder))('%s on the real control plane', async (name) => {
  const stage = await platform.openStage({ kubectl: [findOracle('kubectl-1.36')] })
  try {
    const { told, wanted } = await play(new URL(name, folder), stage)
    expect(told).toBe(wanted)
  } finally {
    await stage.close()
  }
})
