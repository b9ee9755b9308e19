import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { startControlPlane } from '../testbed/control-plane.ts'
import { type DeleteManifest, playRemoval } from './removal-story.ts'

vi.setConfig({ testTimeout: 300_000 })

const kubectlDelete =
  (kubeconfig: string): DeleteManifest =>
  (manifest) =>
    new Promise((done, failed) => {
      const words = ['delete', '-f', '-', '--ignore-not-found', '--wait=false']
      const child = execFile(
        findOracle('kubectl-1.36'),
        words,
        { env: { KUBECONFIG: kubeconfig } },
        (error) => (error === null ? done() : failed(error)),
      )
      child.stdin?.end(manifest)
    })

test('a platform on a real control plane is removed in order, also after kubectl began in another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'removal-'))
  // One of its own: the definitions of our kinds go.
  const plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
  try {
    await playRemoval(plane.kubeconfig, kubectlDelete(plane.kubeconfig))
    expect.hasAssertions()
  } finally {
    await plane.shutDown()
    await rm(folder, { recursive: true, force: true })
  }
})
