import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SharedControlPlane, sharedControlPlane } from '../../../test/testbed/shared.ts'
import { fenceClient } from '../../controller/election/fenced-client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { AccountRights } from './account-rights.ts'

const ending = new AbortController()
const { signal } = ending
const suffix = process.pid
const [home, other] = [`rights-home-${suffix}`, `rights-other-${suffix}`]
const group = 'rbac.authorization.k8s.io'
const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
} as const

let plane: SharedControlPlane
let connected: ConnectedClient
let rights: AccountRights
let running: Promise<unknown>
let changes = 0

beforeAll(async () => {
  plane = await sharedControlPlane()
  connected = connect(await findConnection({ kubeconfig: plane.kubeconfig, environment: {} }))
  const { client } = connected
  for (const name of [home, other]) {
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
    await applyObject(client, namespaces, object, {}, signal)
  }
  const leads = { signal, throwIfLost: () => {} }
  rights = new AccountRights(
    fenceClient(client, leads),
    { platformNamespace: 'outrigger-system' },
    () => {
      changes++
    },
  )
  running = rights.run(signal).catch(() => {})
})

afterAll(async () => {
  const over = new AbortController().signal
  for (const name of [home, other])
    await deleteObject(connected.client, { resource: namespaces, name }, {}, over)
  ending.abort(new Error('over'))
  await running
  await connected.close()
})

async function allow(verbs: readonly string[]): Promise<void> {
  const metadata = { name: 'for-home', namespace: other }
  const rules = [
    { apiGroups: ['outrigger.dev'], resources: ['plugins'], resourceNames: ['dns'], verbs },
  ]
  const place = (kind: string) => ({
    group,
    version: 'v1',
    resource: `${kind.toLowerCase()}s`,
    kind,
    namespaced: true,
  })
  const apiVersion = `${group}/v1`
  const role = { apiVersion, kind: 'Role', metadata, rules }
  await applyObject(connected.client, place('Role'), role, { force: true }, signal)
  const binding = {
    apiVersion,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: group, kind: 'Role', name: 'for-home' },
    subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: home }],
  }
  await applyObject(connected.client, place('RoleBinding'), binding, { force: true }, signal)
}

const may = (verb: string, name: string, namespace = home) =>
  rights.may(
    { metadata: { namespace }, spec: {} },
    { verb, group: 'outrigger.dev', resource: 'plugins', namespace: other, name },
    signal,
  )

test('a real server tells what an account may, also by a verb of our own, and when that changes', async () => {
  expect([await may('get', 'dns'), await may('hold', 'dns')]).toEqual([false, false])
  expect(await may('get', 'dns', 'outrigger-system')).toBe(true)
  const before = changes
  await allow(['get', 'hold'])
  await expect.poll(() => changes, { timeout: 10_000 }).toBeGreaterThan(before)
  await expect.poll(() => may('get', 'dns'), { timeout: 10_000 }).toBe(true)
  expect(await may('hold', 'dns')).toBe(true)
  expect([await may('get', 'web'), await may('delete', 'dns')]).toEqual([false, false])
  await allow(['get'])
  await expect.poll(() => may('hold', 'dns'), { timeout: 10_000 }).toBe(false)
  expect(await may('get', 'dns')).toBe(true)
})
