// One test for each class of faults that streams like ours have had. test/server/guard-rows.ts names the guard of each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { eventsIn } from '../events-for-test.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'
import { bindings, clusterWide } from '../stage-users-for-test.ts'

const never = new AbortController().signal
const rbacGroup = 'rbac.authorization.k8s.io'
let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const create = (namespace: string, name: string) =>
  stage.ask('admin', 'POST', '/api/v1/plugins', plugin(namespace, name))
const streamOf = async (query: string, headers: Record<string, string>) =>
  eventsIn(await fetch(`${stage.server.url}/api/v1/stream?kinds=plugins${query}`, { headers }))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function bindingOf(name: string, kind: 'Role' | 'ClusterRole', role: string) {
  const place = kind === 'Role' ? { namespace: stage.team } : {}
  return {
    apiVersion: `${rbacGroup}/v1`,
    kind: `${kind}Binding`,
    metadata: { ...place, name },
    roleRef: { apiGroup: rbacGroup, kind, name: role },
    subjects: [{ kind: 'ServiceAccount', name, namespace: stage.team }],
  }
}

test('CVE-2024-52280: a stream tells nothing that its reader may not watch', async () => {
  const events = await streamOf('', bearer(stage.tokens.viewer))
  await events.next()
  await create(stage.other, 'hidden')
  await create(stage.team, 'shown')
  const { value } = await events.next()
  expect(value?.data.object?.metadata.name).toBe('shown')
  await events.return(undefined)
})

test('CVE-2023-40025: a stream does not outlive the right to its namespace', async () => {
  const { namespace, token } = await stage.addUser('passing')
  await stage.apply(bindingOf('passing', 'Role', 'viewer'), bindings)
  const events = await streamOf(`&namespace=${namespace}`, bearer(token))
  expect((await events.next()).value).toMatchObject({ event: 'ready' })
  await deleteObject(stage.client, { resource: bindings, namespace, name: 'passing' }, {}, never)
  expect((await events.next()).value).toMatchObject({ event: 'denied' })
  expect(await events.next()).toMatchObject({ done: true })
})

test('CVE-2023-32199: a right to everything that is taken away leaves nothing behind', async () => {
  const { token } = await stage.addUser('once-admin')
  const wide = clusterWide('clusterrolebindings', 'ClusterRoleBinding', rbacGroup)
  const rules = [{ apiGroups: ['outrigger.dev'], resources: ['*'], verbs: ['*'] }]
  const role = {
    apiVersion: `${rbacGroup}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'once-admin' },
    rules,
  }
  await stage.apply(role, clusterWide('clusterroles', 'ClusterRole', rbacGroup))
  await stage.apply(bindingOf('once-admin', 'ClusterRole', 'once-admin'), wide)
  const events = await streamOf('', bearer(token))
  await events.next()
  await create(stage.other, 'before')
  expect((await events.next()).value).toMatchObject({ event: 'changed' })
  await deleteObject(stage.client, { resource: wide, name: 'once-admin' }, {}, never)
  expect((await events.next()).value).toMatchObject({ event: 'denied' })
  expect(await events.next()).toMatchObject({ done: true })
  const list = await fetch(`${stage.server.url}/api/v1/plugins`, { headers: bearer(token) })
  expect(list.status).toBe(403)
})

test('CVE-2024-41666: a stream does not outlive the session that opened it', async () => {
  const signedIn = await fetch(`${stage.server.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: stage.tokens.viewer }),
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const events = await streamOf(`&namespace=${stage.team}`, { cookie })
  expect((await events.next()).value).toMatchObject({ event: 'ready' })
  const me = await fetch(`${stage.server.url}/api/v1/me`, { headers: { cookie } })
  const { csrfToken } = (await me.json()) as { readonly csrfToken: string }
  const headers = { cookie, 'x-csrf-token': csrfToken }
  await fetch(`${stage.server.url}/api/v1/session`, { method: 'DELETE', headers })
  expect(await events.next()).toMatchObject({ done: true })
})
