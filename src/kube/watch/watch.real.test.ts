import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { nameOf } from '../../objects/kube-object.ts'
import { type ConnectedClient, connect, findConnection } from '../connect.ts'
import { deleteObject } from '../objects/delete-object.ts'
import { applyObject } from '../objects/apply-object.ts'
import { listObjects } from '../objects/list-objects.ts'
import { createObject } from '../objects/write-object.ts'
import { type Change, type FollowOptions, followObjects } from './follow-objects.ts'
import { watchOnce } from './watch-once.ts'

const namespace = `watch-${process.pid}`
const never = new AbortController().signal
const maps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}
const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
}
const selection = { resource: maps, namespace, labelSelector: 'of=us' }

let connected: ConnectedClient

beforeAll(async () => {
  const { kubeconfig } = await sharedControlPlane()
  connected = connect(await findConnection({ kubeconfig, environment: {} }))
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  await createObject(connected.client, namespaces, object, {}, never)
})
afterAll(async () => {
  await deleteObject(connected.client, { resource: namespaces, name: namespace }, {}, never)
  await connected.close()
})

async function put(name: string, value: string): Promise<void> {
  const metadata = { name, namespace, labels: { of: 'us' } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } }
  await applyObject(connected.client, maps, object, {}, never)
}

test.each([
  { name: 'the first list by the watch', options: { streamList: true } },
  { name: 'a list first', options: { streamList: false, pageSize: 1 } },
  { name: 'only metadata', options: { metadataOnly: true } },
] satisfies readonly { readonly name: string; readonly options: FollowOptions }[])(
  'follows the real server: $name',
  async ({ name, options }) => {
    const prefix = name.replaceAll(' ', '-')
    await put(`${prefix}-a`, '1')
    const seen: string[] = []
    let isFirst = true
    for await (const change of followObjects(connected.client, selection, options, never)) {
      seen.push(...describeChange(change, prefix))
      if (isFirst) {
        await put(`${prefix}-a`, '2')
        await put(`${prefix}-b`, '1')
        const target = { resource: maps, namespace, name: `${prefix}-a` }
        await deleteObject(connected.client, target, {}, never)
      }
      isFirst = false
      if (seen.includes('deleted a')) break
    }
    expect(seen).toEqual(['is a', 'modified a', 'added b', 'deleted a'])
  },
)

test('what a selector no longer selects is deleted to who selects', async () => {
  await put('leaving', '1')
  const seen: string[] = []
  let isFirst = true
  for await (const change of followObjects(connected.client, selection, {}, never)) {
    seen.push(...describeChange(change, 'leaving'))
    if (isFirst) {
      const metadata = { name: 'leaving', namespace, labels: { of: 'them' } }
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
      await applyObject(connected.client, maps, object, { force: true }, never)
    }
    isFirst = false
    if (seen.length > 1) break
  }
  expect(seen).toEqual(['is leaving', 'deleted leaving'])
})

test('a watch ends when its time is over', async () => {
  const { resourceVersion } = await listObjects(connected.client, selection, {}, never)
  const read = async (version: string) => {
    const options = { metadataOnly: false, patience: 20_000, timeoutSeconds: 2 }
    const watch = { ...options, resourceVersion: version }
    for await (const _ of watchOnce(connected.client, selection, watch, never)) continue
    return 'ended'
  }
  expect(await read(resourceVersion)).toBe('ended')
})

function describeChange(change: Change, prefix: string): readonly string[] {
  const short = (name: string) => (name === prefix ? name : name.slice(prefix.length + 1))
  if (change.type === 'quiet') return []
  const named =
    change.type === 'replaced'
      ? change.objects.map((object) => ({ type: 'is', name: nameOf(object) }))
      : change.events.map(({ type, object }) => ({ type, name: nameOf(object) }))
  return named
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ type, name }) => `${type} ${short(name)}`)
}
