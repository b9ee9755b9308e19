import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'

vi.setConfig({ testTimeout: 60_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'outrigger-own-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Outrigger = (...words: readonly string[]) => Promise<string>

async function onSandbox(use: (outrigger: Outrigger) => Promise<void>): Promise<void> {
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder,
      cluster: undefined,
      ownCluster: 'local',
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: ['default'],
      serves: false,
    },
    { ...ports, program: { ...ports.program, file: main } },
    { troubled: () => {} },
    signal,
  )
  try {
    await use(async (...words) => {
      const ran = await runCli(words, { environment: { KUBECONFIG: platform.kubeconfig } })
      expect(ran, `outrigger ${words.join(' ')}`).toMatchObject({ exitCode: 0 })
      return ran.stdout
    })
  } finally {
    await platform.close()
  }
}

test('a sandbox is a cluster of its own platform from the start, under the name that its owner chose', async () => {
  await onSandbox(async (outrigger) => {
    await outrigger('cluster', 'wait', 'local', '-q')
    const told = await outrigger('cluster', 'rehearse', 'local', '--kubernetes', '1.37')
    expect(told).toContain('1.37')
    await outrigger('cluster', 'delete', 'local', '-q')
    await outrigger('cluster', 'create', 'hub', '--in-cluster', '-q')
  })
  await onSandbox(async (outrigger) => {
    expect((await outrigger('cluster', 'list', '-o', 'name')).trim()).toBe('cluster/hub')
  })
})
