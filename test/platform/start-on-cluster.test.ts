import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { type PlatformOptions, openPlatform } from '../../src/cli/platform/open-platform.ts'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { testChart } from '../../src/expansion/package-for-test.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { nameOf, textAt, uidOf } from '../../src/objects/kube-object.ts'
import { fixedPorts } from '../cli/run-cli.ts'

// A sandbox of its own stands for the cluster of somebody else.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()
let root = ''
let cluster: Awaited<ReturnType<typeof serveSandbox>>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'start-on-cluster-'))
  cluster = await serveSandbox({ folder: root, port: 0, userAgent: 'test', onFailure: () => {} })
})
afterAll(async () => {
  await cluster.stop()
  await rm(root, { recursive: true, force: true })
})

function start(name: string, offerBuiltIn: boolean, more: Partial<PlatformOptions> = {}) {
  const ports = fixedPorts()
  return openPlatform(
    {
      folder: join(root, name),
      cluster: { kubeconfig: cluster.kubeconfig },
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: ['default'],
      offerBuiltIn,
      ...more,
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: () => {} },
    signal,
  )
}

const kinds = [
  ['', 'namespaces'],
  ['', 'serviceaccounts'],
  ['rbac.authorization.k8s.io', 'clusterroles'],
  ['rbac.authorization.k8s.io', 'clusterrolebindings'],
  ['rbac.authorization.k8s.io', 'rolebindings'],
  ['apiextensions.k8s.io', 'customresourcedefinitions'],
] as const

async function everything(): Promise<readonly string[]> {
  const lists = await Promise.all(
    kinds.map(async ([group, resource]) => {
      const selection = {
        resource: { group, version: 'v1', resource, kind: resource, namespaced: false },
      }
      const { objects } = await listObjects(cluster.client, selection, {}, signal)
      return objects.map((one) => `${resource} ${nameOf(one)} ${uidOf(one)}`)
    }),
  )
  return lists.flat()
}

async function repositories(): Promise<Readonly<Record<string, string>>> {
  const selection = { resource: resourceOf(repositoryKind) }
  const { objects } = await listObjects(cluster.client, selection, {}, signal)
  return Object.fromEntries(objects.map((one) => [nameOf(one), textAt(one, ['spec', 'url'])]))
}

test('a cluster that nobody has set up is left alone', async () => {
  const before = await everything()
  await expect(start('early', true)).rejects.toThrow('run "outrigger init" there first')
  expect(await everything()).toEqual(before)
})

test('start writes nothing that init did not; only the one that leads offers its charts, and takes them away', async () => {
  const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
  const told = { client: cluster.client, told: () => {} }
  await applyPlatform(platformObjects(input), 'refuse', told, signal)
  const before = await everything()

  const quiet = await start('quiet', false)
  expect(await everything()).toEqual(before)
  expect(await repositories()).toEqual({})
  await quiet.close()

  const leader = await start('leader', true)
  await vi.waitFor(async () => {
    expect((await repositories())['builtin']).toBe(leader.charts.url)
    expect(Object.keys(await repositories())).toEqual(['builtin', 'builtin-registry'])
  }, 30_000)
  const standby = await start('standby', true)
  expect(standby.leads()).toBe(false)
  expect((await repositories())['builtin']).toBe(leader.charts.url)
  await standby.close()
  expect(standby.takenAway()).toEqual([])
  expect((await repositories())['builtin']).toBe(leader.charts.url)

  await leader.close()
  expect(leader.takenAway()).toEqual(['builtin', 'builtin-registry'])
  expect(await repositories()).toEqual({})
  expect(await everything()).toEqual(before)
  expect((await readdir(root)).toSorted()).toContain('leader')
})

test('charts of a folder are offered there while it leads, unless somebody has a repository of that name', async () => {
  const charts = join(root, 'charts')
  await mkdir(charts)
  await writeFile(join(charts, 'web-1.0.0.tgz'), testChart('web', '1.0.0'))
  const first = await start('custom', false, { charts })
  const { url } = first.customCharts
  await vi.waitFor(async () => expect(await repositories()).toEqual({ custom: url }), 30_000)
  await first.close()
  expect(first.takenAway()).toEqual(['custom'])
  expect(await repositories()).toEqual({})

  const theirs = {
    apiVersion,
    kind: 'Repository',
    metadata: { name: 'custom', namespace: 'outrigger-system' },
    spec: { url: 'https://charts.example.com' },
  }
  await createObject(cluster.client, resourceOf(repositoryKind), theirs, {}, signal)
  const second = await start('custom', false, { charts })
  await second.close()
  expect(await repositories()).toEqual({ custom: 'https://charts.example.com' })
})
