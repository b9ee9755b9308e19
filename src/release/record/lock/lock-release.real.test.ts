import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../../../../test/testbed/shared.ts'
import { leases, recordOf } from '../../../controller/election/lease-record.ts'
import { type ConnectedClient, connect, findConnection } from '../../../kube/connect.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { createObject } from '../../../kube/objects/write-object.ts'
import { lockRelease, leaseName } from './lock-release.ts'

const { signal } = new AbortController()
let cluster: ConnectedClient

beforeAll(async () => {
  const { kubeconfig } = await sharedControlPlane()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
})
afterAll(() => cluster.close())

function fail(): Promise<never> {
  return Promise.reject(new Error('no'))
}

async function holderOf(name: string): Promise<string | undefined> {
  const where = { resource: leases, namespace: 'default', name: leaseName(name) }
  const lease = await getObject(cluster.client, where, {}, signal)
  return lease && recordOf(lease).holder
}

test('the Lease is there while the work lasts, and gone afterwards', async () => {
  const target = { client: cluster.client, namespace: 'default', name: 'held' }
  const during = await lockRelease(target, { identity: 'one' }, () => holderOf('held'), signal)
  expect(during).toBe('one')
  expect(await holderOf('held')).toBeUndefined()
})

test('a holder that is known to be dead is not waited for', async () => {
  const target = { client: cluster.client, namespace: 'default', name: 'left' }
  const now = '2026-01-01T00:00:00.000000Z'
  const spec = {
    holderIdentity: 'gone',
    leaseDurationSeconds: 600,
    renewTime: now,
    acquireTime: now,
  }
  const metadata = { namespace: 'default', name: leaseName('left') }
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec }
  await createObject(cluster.client, leases, lease, {}, signal)
  const options = { identity: 'one', isDead: (identity: string) => identity === 'gone' }
  expect(await lockRelease(target, options, () => holderOf('left'), signal)).toBe('one')
  expect(await holderOf('left')).toBeUndefined()
})

test('what the work throws comes through, and the Lease is given back', async () => {
  const target = { client: cluster.client, namespace: 'default', name: 'thrown' }
  await expect(lockRelease(target, { identity: 'one' }, fail, signal)).rejects.toThrow('no')
  expect(await holderOf('thrown')).toBeUndefined()
})
