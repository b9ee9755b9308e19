import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { testChart } from '../../src/expansion/package-for-test.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { deleteDocuments, playRemoval } from './removal-story.ts'
import { playRestart } from './restart-story.ts'
import { type OtherCluster, playStart, repositoriesOn, startOn } from './start-story.ts'
import { type StoryRepository, startStoryRepository } from './story-repository.ts'
import { playUninstall } from './uninstall-story.ts'

// A sandbox of its own stands for the cluster of somebody else; start-on-cluster.real.test.ts plays the same on a real one. Each
// test goes on with the cluster that the one before left.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const charts = fileURLToPath(new URL('./testdata/charts', import.meta.url))
const { signal } = new AbortController()
let served: StoryRepository
let sandbox: Awaited<ReturnType<typeof serveSandbox>>
let cluster: OtherCluster
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'start-on-cluster-'))
  served = await startStoryRepository(charts)
  sandbox = await serveSandbox({
    folder: root,
    port: 0,
    userAgent: 'test',
    onFailure: () => {},
  })
  cluster = { kubeconfig: sandbox.kubeconfig, client: sandbox.client, root }
})
afterAll(async () => {
  await sandbox.stop()
  await served.stop()
  await rm(cluster.root, { recursive: true, force: true })
})

test('start writes nothing that init did not; only the one that leads offers its charts, and takes them away', () =>
  expect(playStart(cluster)).resolves.toBeUndefined())

test('after a restart nothing is said that was not so before', () =>
  expect(playRestart(cluster, served.url)).resolves.toBeUndefined())

test('charts of a folder are offered there while it leads, unless somebody has a repository of that name', async () => {
  const folder = join(cluster.root, 'charts')
  await mkdir(folder)
  await writeFile(join(folder, 'web-1.0.0.tgz'), testChart('web', '1.0.0'))
  const first = await startOn(cluster, 'custom', { offerBuiltIn: false, charts: folder })
  const { url } = first.customCharts
  const team = { team: served.url }
  const offered = async () =>
    expect(await repositoriesOn(cluster)).toEqual({ ...team, custom: url })
  await vi.waitFor(offered, 30_000)
  await first.close()
  expect(first.takenAway()).toEqual(['custom'])
  expect(await repositoriesOn(cluster)).toEqual(team)

  const theirs = {
    apiVersion,
    kind: 'Repository',
    metadata: { name: 'custom', namespace: 'outrigger-system' },
    spec: { url: 'https://charts.example.com' },
  }
  await createObject(cluster.client, resourceOf(repositoryKind), theirs, {}, signal)
  const second = await startOn(cluster, 'custom', { offerBuiltIn: false, charts: folder })
  await second.close()
  expect(await repositoriesOn(cluster)).toEqual({ ...team, custom: 'https://charts.example.com' })
})

test('a platform is removed in order, also after somebody began in another one', () =>
  expect(playRemoval(cluster, served.url, deleteDocuments(cluster))).resolves.toBeUndefined())

test('a platform is removed with all that it installed, if somebody asks for that', () =>
  expect(playUninstall(cluster, served.url)).resolves.toBeUndefined())
