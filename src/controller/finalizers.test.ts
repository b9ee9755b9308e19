import { expect, test } from 'vitest'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { addFinalizer, finalizersOf, isTerminating, removeFinalizer } from './finalizers.ts'
import { ObjectServer, goodNetwork } from './object-server-for-test.ts'

const never = new AbortController().signal
const maps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}
const path = '/api/v1/namespaces/shop/configmaps/a'
const ours = 'outrigger.dev/uninstall'

function serve(metadata: Readonly<Record<string, string | readonly string[]>> = {}) {
  const server = new ObjectServer(new VirtualClock())
  const object = server.put(path, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'shop', ...metadata },
  })
  return { server, object, client: server.clientOver(goodNetwork) }
}

test('adds ours beside those of others, once', async () => {
  const { server, object, client } = serve({ finalizers: ['other'] })
  const changed = await addFinalizer(client, maps, object, ours, never)
  expect(finalizersOf(changed)).toEqual(['other', ours])
  await addFinalizer(client, maps, changed, ours, never)
  expect(server.writes).toHaveLength(1)
})

test('looks again when somebody wrote meanwhile, and keeps what they wrote', async () => {
  const { server, object, client } = serve()
  server.put(path, { ...object, metadata: { ...object.metadata, finalizers: ['newer'] } })
  const changed = await addFinalizer(client, maps, object, ours, never)
  expect(finalizersOf(changed)).toEqual(['newer', ours])
})

test('takes ours away from an object that is deleted, which is then gone', async () => {
  const deletionTimestamp = '2026-01-01T00:00:00Z'
  const { server, object, client } = serve({ deletionTimestamp, finalizers: [ours] })
  expect(isTerminating(object)).toBe(true)
  await removeFinalizer(client, maps, object, ours, never)
  expect(server.objects.has(path)).toBe(false)
  expect(await removeFinalizer(client, maps, object, ours, never)).toBeUndefined()
})

test('another object of the same name is left alone', async () => {
  const { server, object, client } = serve({ finalizers: [ours] })
  server.put(path, { ...object, metadata: { ...object.metadata, uid: 'another' } })
  expect(await removeFinalizer(client, maps, object, ours, never)).toBeUndefined()
  expect(finalizersOf(server.objects.get(path) ?? object)).toEqual([ours])
  const { finalizers: _, ...bare } = object.metadata
  const before = { ...object, metadata: bare }
  await expect(addFinalizer(client, maps, before, ours, never)).rejects.toMatchObject({
    code: 'not-found',
  })
})
