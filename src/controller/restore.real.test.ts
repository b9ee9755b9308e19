import { cp, mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../../test/testbed/control-plane.ts'
import { applyObject } from '../kube/objects/apply-object.ts'
import { type ConnectedClient, connect, findConnection } from '../kube/connect.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { nameOf } from '../objects/kube-object.ts'
import { Informer } from './informer.ts'

const never = new AbortController().signal
const maps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}
const selection = { resource: maps, namespace: 'default', labelSelector: 'of=us' }

let plane: ControlPlane
let connected: ConnectedClient

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-restore-'))
  plane = await startControlPlane({ folder, keeps: 'nothing', parts: [] })
  const connection = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  connected = connect(connection)
})
afterAll(async () => {
  await connected.close()
  await plane.shutDown()
})

async function put(name: string): Promise<void> {
  const metadata = { name, namespace: 'default', labels: { of: 'us' } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  await applyObject(connected.client, maps, object, {}, never)
}

test('a server that is put back to a backup makes nobody deaf', async () => {
  const data = join(plane.folder, 'etcd')
  await put('a')
  await put('b')
  await stopServer()
  await cp(data, join(plane.folder, 'backup'), { recursive: true })
  await startServer()

  const told: string[] = []
  const stop = new AbortController()
  const informer = new Informer(connected.client, selection, { backoff: { first: 50, most: 1000 } })
  informer.addHandler(({ type, object }) => void told.push(`${type} ${nameOf(object)}`))
  const ended = informer.run(stop.signal).catch(() => undefined)
  await informer.untilSynced(never)
  for (let index = 0; index < 50; index++) await put(`later-${index}`)
  await deleteObject(connected.client, { ...selection, name: 'a' }, {}, never)
  await until(() => told.includes('deleted a'))

  await stopServer()
  await rename(data, join(plane.folder, 'lost'))
  await rename(join(plane.folder, 'backup'), data)
  await startServer()
  await until(() => informer.list().length === 2)
  expect(informer.list().map(nameOf).toSorted()).toEqual(['a', 'b'])
  expect(told.filter((line) => line.startsWith('deleted later'))).toHaveLength(50)
  await put('c')
  await until(() => told.includes('added c'))
  stop.abort()
  await ended
}, 300_000)

async function stopServer(): Promise<void> {
  await plane.stop('kube-apiserver')
  await plane.stop('etcd')
}

async function startServer(): Promise<void> {
  await plane.start('etcd')
  await plane.start('kube-apiserver')
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
