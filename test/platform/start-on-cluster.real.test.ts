import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { findOracle } from '../oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { type DeleteManifest, playRemoval } from './removal-story.ts'
import { playRestart } from './restart-story.ts'
import { type OtherCluster, playStart } from './start-story.ts'
import { type StoryRepository, startStoryRepository } from './story-repository.ts'
import { playUninstall } from './uninstall-story.ts'

// The stories of start-on-cluster.test.ts on a real control plane of their own: the definitions of our kinds come and go.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 })

const charts = fileURLToPath(new URL('./testdata/charts', import.meta.url))
let served: StoryRepository
let plane: ControlPlane
let connected: ConnectedClient
let cluster: OtherCluster
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'start-on-cluster-'))
  served = await startStoryRepository(charts)
  plane = await startControlPlane({ folder: join(root, 'plane'), keeps: 'nothing' })
  const { kubeconfig } = plane
  connected = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
  cluster = { kubeconfig, client: connected.client, root }
})
afterAll(async () => {
  await connected.close()
  await plane.shutDown()
  await served.stop()
  await rm(cluster.root, { recursive: true, force: true })
})

const kubectlDelete: DeleteManifest = (manifest) =>
  new Promise((done, failed) => {
    const words = ['delete', '-f', '-', '--ignore-not-found', '--wait=false']
    const env = { KUBECONFIG: cluster.kubeconfig, HOME: cluster.root }
    const child = execFile(findOracle('kubectl-1.36'), words, { env }, (error) =>
      error === null ? done() : failed(error),
    )
    child.stdin?.end(manifest)
  })

test('start writes nothing that init did not; only the one that leads offers its charts, and takes them away', () =>
  expect(playStart(cluster)).resolves.toBeUndefined())

test('after a restart nothing is said that was not so before', () =>
  expect(playRestart(cluster, served.url)).resolves.toBeUndefined())

test('a platform is removed in order, also after kubectl began in another one', () =>
  expect(playRemoval(cluster, served.url, kubectlDelete)).resolves.toBeUndefined())

test('a platform is removed with all that it installed, if somebody asks for that', () =>
  expect(playUninstall(cluster, served.url)).resolves.toBeUndefined())
