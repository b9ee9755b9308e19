import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { type PlatformOptions, openPlatform } from '../../src/cli/platform/open-platform.ts'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { nameOf, textAt, uidOf } from '../../src/objects/kube-object.ts'
import { fixedPorts } from '../cli/run-cli.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()

/** The cluster of somebody else, and a folder for what is started on it. */
export interface OtherCluster {
  readonly kubeconfig: string
  readonly client: KubeClient
  readonly root: string
}

/** Starts a platform on a cluster, with files in a folder of that name. */
export function startOn(
  { kubeconfig, root }: OtherCluster,
  name: string,
  more: Partial<PlatformOptions> = {},
) {
  const ports = fixedPorts()
  return openPlatform(
    {
      folder: join(root, name),
      cluster: { kubeconfig },
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: ['default'],
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

async function everythingOn({ client }: OtherCluster): Promise<readonly string[]> {
  const lists = await Promise.all(
    kinds.map(async ([group, resource]) => {
      const selection = {
        resource: { group, version: 'v1', resource, kind: resource, namespaced: false },
      }
      const { objects } = await listObjects(client, selection, {}, signal)
      return objects.map((one) => `${resource} ${nameOf(one)} ${uidOf(one)}`)
    }),
  )
  return lists.flat()
}

/** The addresses of all Repositories by name. */
export async function repositoriesOn({
  client,
}: OtherCluster): Promise<Readonly<Record<string, string>>> {
  const { objects } = await listObjects(
    client,
    { resource: resourceOf(repositoryKind) },
    {},
    signal,
  )
  return Object.fromEntries(objects.map((one) => [nameOf(one), textAt(one, ['spec', 'url'])]))
}

/** Start writes nothing that init did not; only the one that leads offers its charts, and takes them away. */
export async function playStart(cluster: OtherCluster): Promise<void> {
  // The controllers of a cluster write some of it a moment after it has started.
  const settled = async () => {
    const first = await everythingOn(cluster)
    await new Promise((done) => void setTimeout(done, 2000))
    expect(await everythingOn(cluster)).toEqual(first)
    return first
  }
  const bare = await vi.waitFor(settled, 60_000)
  const early = startOn(cluster, 'early', { offerBuiltIn: true })
  await expect(early).rejects.toThrow('run "outrigger init" there first')
  expect(await everythingOn(cluster)).toEqual(bare)

  const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
  const told = { client: cluster.client, told: () => {} }
  await applyPlatform(platformObjects(input, main), 'refuse', told, signal)
  const before = await vi.waitFor(settled, 60_000)

  const quiet = await startOn(cluster, 'quiet', { offerBuiltIn: false })
  expect(await everythingOn(cluster)).toEqual(before)
  expect(await repositoriesOn(cluster)).toEqual({})
  await quiet.close()

  const leader = await startOn(cluster, 'leader', { offerBuiltIn: true })
  await vi.waitFor(async () => {
    expect((await repositoriesOn(cluster))['builtin']).toBe(leader.charts.url)
    expect(Object.keys(await repositoriesOn(cluster))).toEqual(['builtin', 'builtin-registry'])
  }, 30_000)
  const standby = await startOn(cluster, 'standby', { offerBuiltIn: true })
  expect(standby.leads()).toBe(false)
  expect((await repositoriesOn(cluster))['builtin']).toBe(leader.charts.url)
  await standby.close()
  expect(standby.takenAway()).toEqual([])
  expect((await repositoriesOn(cluster))['builtin']).toBe(leader.charts.url)

  await leader.close()
  expect(leader.takenAway()).toEqual(['builtin', 'builtin-registry'])
  expect(await repositoriesOn(cluster)).toEqual({})
  expect(await everythingOn(cluster)).toEqual(before)
  expect((await readdir(cluster.root)).toSorted()).toContain('leader')
}
