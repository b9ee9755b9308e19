import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { getObject } from '../kube/objects/get-object.ts'
import { textAt } from '../objects/kube-object.ts'
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts'
import { type ServerStage, openStage } from './server-stage-for-test.ts'
import { type StageUser, bindings } from './stage-users-for-test.ts'

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true } as const
const { signal } = new AbortController()
let sandbox: Sandbox
let stage: ServerStage
beforeAll(async () => {
  sandbox = await startSandbox()
  stage = await openStage(sandbox.client({ rateLimit: 'none' }))
  const { client, team, other } = stage
  for (const namespace of [team, other]) {
    const metadata = { namespace, name: 'web' }
    const spec = { containers: [{ name: 'main', image: 'web:1' }] }
    await stage.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec }, pods)
    const target = { resource: pods, namespace, name: 'web' }
    const phase = async () =>
      textAt(await getObject(client, target, {}, signal), ['status', 'phase'])
    await vi.waitUntil(async () => (await phase()) === 'Running', { timeout: 60_000 })
  }
}, 90_000)
afterAll(async () => {
  await stage.close()
  await sandbox.stop()
})

test.each<{ user: StageUser; team: number; other: number }>([
  { user: 'nobody', team: 404, other: 404 },
  { user: 'viewer', team: 404, other: 404 },
  { user: 'editor', team: 200, other: 404 },
  { user: 'admin', team: 200, other: 200 },
])('$user reads the logs that the cluster allows', async ({ user, team, other }) => {
  for (const [namespace, status] of [
    [stage.team, team],
    [stage.other, other],
  ]) {
    const answer = await stage.ask(user, 'GET', `/api/v1/pods/${namespace}/web/logs?tail=10`)
    expect([namespace, answer.status]).toEqual([namespace, status])
    if (status !== 200) continue
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect((await answer.text()).length).toBeGreaterThan(0)
  }
})

test.each([
  { path: 'absent/logs', status: 404 },
  { path: 'web/logs?container=absent', status: 400 },
  { path: 'web/logs?tail=-1', status: 400 },
])('$path is refused', async ({ path, status }) => {
  const answer = await stage.ask('admin', 'GET', `/api/v1/pods/${stage.team}/${path}`)
  expect(answer.status).toBe(status)
})

test('a log that is followed ends within seconds of the right to read it', async () => {
  const { namespace, token } = await stage.addUser('reading')
  const group = 'rbac.authorization.k8s.io'
  const binding = {
    apiVersion: `${group}/v1`,
    kind: 'RoleBinding',
    metadata: { namespace, name: 'reading' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'editor' },
    subjects: [{ kind: 'ServiceAccount', name: 'reading', namespace }],
  }
  await stage.apply(binding, bindings)
  const url = `${stage.server.url}/api/v1/pods/${namespace}/web/logs?follow=true`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  let isOver = false
  const reading = answer.text().then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(isOver).toBe(false)
  await deleteObject(stage.client, { resource: bindings, namespace, name: 'reading' }, {}, signal)
  await vi.waitUntil(() => isOver, { timeout: 10_000 })
  await reading
})

test('nothing of this failed', () => expect(stage.failures).toEqual([]))
