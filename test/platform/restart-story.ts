import { expect, vi } from 'vitest'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { listAt, textAt } from '../../src/objects/kube-object.ts'
import { type OtherCluster, startOn } from './start-story.ts'

const { signal } = new AbortController()
const namespace = 'outrigger-system'
const names = ['a', 'b', 'c'] as const
/** Milliseconds for which statuses are followed after the second start. */
const longEnough = 8000

/** After a restart nothing is said that was not so before: neither of what works nor of what fails. */
export async function playRestart(cluster: OtherCluster, charts: string): Promise<void> {
  const { client } = cluster
  const spec = { url: charts, interval: '1h' }
  const team = { apiVersion, kind: 'Repository', metadata: { name: 'team', namespace }, spec }
  await createObject(client, resourceOf(repositoryKind), team, {}, signal)
  for (const name of names) {
    const version = name === 'a' ? '9.0.0' : '1.0.0'
    const wanted = { repo: 'team', name: 'config', version, interval: '1h' }
    const plugin = { apiVersion, kind: 'Plugin', metadata: { name, namespace }, spec: wanted }
    await createObject(client, resourceOf(pluginKind), plugin, {}, signal)
  }
  const states = async () => Promise.all(names.map((name) => stateOf(cluster, name)))
  const first = await startOn(cluster, 'before', { allow: [charts] })
  const expected = ['False SourceNotFound', 'True Installed', 'True Installed']
  await vi.waitFor(async () => expect(await states()).toEqual(expected), 60_000)
  await first.close()

  const second = await startOn(cluster, 'after', { allow: [charts] })
  const told = new Set<string>()
  for (const end = Date.now() + longEnough; Date.now() < end;) {
    for (const [at, state] of (await states()).entries()) told.add(`${names[at]} ${state}`)
  }
  expect([...told].toSorted()).toEqual(names.map((name, at) => `${name} ${expected[at]}`))
  for (const name of names) {
    const target = { resource: resourceOf(pluginKind), namespace, name }
    await deleteObject(client, target, {}, signal)
    const gone = async () => expect(await getObject(client, target, {}, signal)).toBeUndefined()
    await vi.waitFor(gone, 60_000)
  }
  await second.close()
}

async function stateOf({ client }: OtherCluster, name: string): Promise<string> {
  const target = { resource: resourceOf(pluginKind), namespace, name }
  const plugin = await getObject(client, target, {}, signal)
  const ready = listAt(plugin, ['status', 'conditions']).find(
    (one) => textAt(one, ['type']) === 'Ready',
  )
  return `${textAt(ready, ['status'])} ${textAt(ready, ['reason'])}`
}
