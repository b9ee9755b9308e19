import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { textAt } from '../../objects/kube-object.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'
import type { StageUser } from '../stage-users-for-test.ts'

const eventsResource: ApiResource = {
  group: 'events.k8s.io',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
}

let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client, { auditEvents: true })
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

/** The events on the objects of a name, by action: where they are, what they are about, and their words. */
async function told(name: string): Promise<readonly (readonly string[])[]> {
  const list = { resource: eventsResource }
  const { objects } = await listObjects(stage.client, list, {}, AbortSignal.timeout(10_000))
  return objects
    .filter((one) => textAt(one, ['regarding', 'name']) === name)
    .map((one) => [
      textAt(one, ['metadata', 'namespace']),
      textAt(one, ['regarding', 'kind']),
      textAt(one, ['action']),
      textAt(one, ['type']),
      textAt(one, ['reason']),
      textAt(one, ['reportingController']),
      textAt(one, ['note']),
    ])
    .toSorted(byAction)
}

function byAction([, , a = '']: readonly string[], [, , b = '']: readonly string[]): number {
  return a < b ? -1 : 1
}

const event = (namespace: string, kind: string, action: string, user: StageUser) => [
  namespace,
  kind,
  action,
  'Normal',
  'RequestedByUser',
  'outrigger.dev/server',
  `system:serviceaccount:${stage.team}:${user} asked for ${action} through the REST API`,
]

async function changed(user: StageUser, method: string, path: string, body?: unknown) {
  const { status } = await stage.ask(user, method, `/api/v1/${path}`, body)
  return status
}

test('every change of an object leaves an event on it that says who asked for what', async () => {
  const { team } = stage
  const place = `plugins/${team}/noted`
  expect(await changed('editor', 'POST', 'plugins', plugin(team, 'noted'))).toBe(201)
  expect(await changed('editor', 'POST', `${place}/suspend`, {})).toBe(202)
  expect(await changed('admin', 'POST', `${place}/resume`, {})).toBe(202)
  expect(await changed('admin', 'DELETE', place)).toBe(202)
  const expected = [
    event(team, 'Plugin', 'createPlugin', 'editor'),
    event(team, 'Plugin', 'deletePlugin', 'admin'),
    event(team, 'Plugin', 'resumePlugin', 'admin'),
    event(team, 'Plugin', 'suspendPlugin', 'editor'),
  ]
  await vi.waitFor(async () => expect(await told('noted')).toEqual(expected), 10_000)
})

test('the event about an object without a namespace is where Kubernetes keeps such events', async () => {
  const profile = { apiVersion, kind: 'Profile', metadata: { name: 'wide' }, spec: {} }
  expect(await changed('admin', 'POST', 'profiles', profile)).toBe(201)
  const expected = [event('default', 'Profile', 'createProfile', 'admin')]
  await vi.waitFor(async () => expect(await told('wide')).toEqual(expected), 10_000)
})

test('no event tells of what was only tried, read or refused', async () => {
  const { team } = stage
  const object = plugin(team, 'quiet')
  expect(await changed('admin', 'POST', 'plugins?dryRun=true', object)).toBe(201)
  expect(await changed('viewer', 'POST', 'plugins', object)).toBe(403)
  expect(await changed('editor', 'DELETE', `plugins/${team}/quiet`)).toBe(404)
  expect(await changed('editor', 'POST', 'plugins', object)).toBe(201)
  expect(await changed('viewer', 'GET', `plugins/${team}/quiet`)).toBe(200)
  expect(await changed('editor', 'POST', `plugins/${team}/quiet/disable?dryRun=true`, {})).toBe(200)
  // Events are written in the order of the requests: nothing comes before the last of them is there.
  expect(await changed('editor', 'POST', `plugins/${team}/quiet/retry`, {})).toBe(202)
  const expected = [
    event(team, 'Plugin', 'createPlugin', 'editor'),
    event(team, 'Plugin', 'retryPlugin', 'editor'),
  ]
  await vi.waitFor(async () => {
    expect((await told('quiet')).map(([, , action]) => action)).toContain('retryPlugin')
  }, 10_000)
  expect(await told('quiet')).toEqual(expected)
  expect(stage.failures).toEqual([])
})
