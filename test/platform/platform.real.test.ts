import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { sharedControlPlane } from '../testbed/shared.ts'
import { type TestPlatform, openTestPlatform } from './open-test-platform.ts'
import { play } from './play.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const own = new URL('./scenarios/', import.meta.url)
const withTools = new URL('./kubectl/', import.meta.url)
const filesIn = (folder: URL) => readdirSync(folder).map((name) => ({ name, folder }))

describe.each([
  { where: 'the sandbox', files: filesIn(withTools), open: async () => undefined },
  {
    where: 'the real control plane',
    files: [...filesIn(withTools), ...filesIn(own)],
    open: async () =>
      process.env['OUTRIGGER_TEST_KUBECONFIG'] ?? (await sharedControlPlane()).kubeconfig,
  },
])('on $where', ({ files, open }) => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await openTestPlatform({ kubeconfig: await open() })
  })
  afterAll(() => platform.close())

  test.each(files)('$name', async ({ name, folder }) => {
    const tools = { kubectl: [findOracle('kubectl-1.36')], helm: [findOracle('helm4')] } as const
    const stage = await platform.openStage({ kubectl: [...tools.kubectl], helm: [...tools.helm] })
    try {
      const { told, wanted } = await play(new URL(name, folder), stage)
      expect(told).toBe(wanted)
    } finally {
      await stage.close()
    }
  })
})
