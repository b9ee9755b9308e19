import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { deleteDocuments, playRemoval } from './removal-story.ts'

vi.setConfig({ testTimeout: 180_000 })

test('a platform on the sandbox is removed in order, also after somebody began in another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'removal-'))
  const sandbox = await serveSandbox({ folder, port: 0, userAgent: 'test', onFailure: () => {} })
  try {
    await playRemoval(sandbox.kubeconfig, deleteDocuments(sandbox.kubeconfig))
    expect.hasAssertions()
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
