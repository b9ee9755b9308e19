import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { getObject } from '../kube/objects/get-object.ts'
import { patchObject } from '../kube/objects/patch-object.ts'
import { type KubeObject, readPath, textAt } from '../objects/kube-object.ts'
import type { RunFacts } from './contract.ts'
import { eventsIn } from './events-for-test.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import type { StageUser } from './stage-users-for-test.ts'

const never = new AbortController().signal
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

const resource = resourceOf(pluginKind)
async function make(name: string): Promise<void> {
  await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, name))
}
async function read(name: string): Promise<KubeObject> {
  const target = { resource, namespace: stage.team, name }
  return (
    (await getObject(stage.client, target, {}, never)) ?? { apiVersion: '', kind: '', metadata: {} }
  )
}
const post = (name: string, below: string, body?: unknown, user: StageUser = 'editor') =>
  stage.ask(user, 'POST', `/api/v1/plugins/${stage.team}/${name}/${below}`, body)

/** Says about a plugin what the operator would. */
async function settle(name: string, ready: { status: string; reason: string; message: string }) {
  const object = await read(name)
  const { generation = 1 } = object.metadata as { generation?: number }
  const time = { lastTransitionTime: '2026-01-01T00:00:00Z', observedGeneration: generation }
  const conditions = [
    { type: 'Ready', ...ready, ...time },
    ...(ready.status === 'True' ? [] : [{ type: 'Stalled', ...ready, status: 'True', ...time }]),
  ]
  const retried = textAt(object, ['metadata', 'annotations', 'outrigger.dev/retry'])
  const patch = { status: { observedGeneration: generation, conditions, retried } }
  const target = { resource, namespace: stage.team, name }
  await patchObject(
    stage.client,
    target,
    { type: 'merge', patch },
    { subresource: 'status' },
    never,
  )
}

async function runIn(answer: Response): Promise<RunFacts> {
  const run = (await answer.json()) as RunFacts
  expect([answer.status, run]).toEqual([
    202,
    expect.objectContaining({ state: expect.any(String) }),
  ])
  expect(answer.headers.get('location')).toBe(`/api/v1/runs/${run.id}`)
  return run
}

async function eventsOf(id: string, lastEventId = '', user: StageUser = 'editor') {
  const headers = { authorization: `Bearer ${stage.tokens[user]}`, 'last-event-id': lastEventId }
  const answer = await fetch(`${stage.server.url}/api/v1/runs/${id}/events`, { headers })
  const found = []
  for await (const event of eventsIn(answer)) found.push(event)
  return { status: answer.status, events: found }
}

test('a change is written at once, and a run follows it until it is ready', async () => {
  await make('web')
  const run = await runIn(await post('web', 'enable'))
  expect(readPath(await read('web'), ['spec', 'enabled'])).toBe(true)
  await settle('web', { status: 'True', reason: 'Installed', message: 'it works' })
  const { events } = await eventsOf(run.id)
  expect(events.at(0)).toMatchObject({
    event: 'step',
    data: { data: { message: 'enable was written' } },
  })
  expect(events.at(-1)).toMatchObject({
    event: 'ended',
    data: { data: { state: 'succeeded', message: 'it works' } },
  })
  // A client that comes again after any of them gets the rest, and a browser that has seen all comes no more.
  for (const [at, { id }] of events.entries()) {
    const again = await eventsOf(run.id, id)
    expect(again.events).toEqual(events.slice(at + 1))
    expect(again.status).toBe(at === events.length - 1 ? 204 : 200)
  }
})

test('a run of what will not be ready fails with the words of the object', async () => {
  await make('broken')
  const run = await runIn(await post('broken', 'retry'))
  await settle('broken', { status: 'False', reason: 'RenderFailed', message: 'no such value' })
  const { events } = await eventsOf(run.id)
  expect(events.at(-1)).toMatchObject({
    data: { data: { state: 'failed', message: 'RenderFailed: no such value' } },
  })
})

test('with dryRun nothing is kept', async () => {
  await make('dry')
  const answer = await post('dry', 'upgrade?dryRun=true', { spec: { version: '2.0.0' } })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ spec: expect.objectContaining({ version: '2.0.0' }) }),
  ])
  expect(textAt(await read('dry'), ['spec', 'version'])).toBe('1.0.0')
})

test('a change that was made from an older version is refused with both', async () => {
  await make('raced')
  const before = textAt(await read('raced'), ['metadata', 'resourceVersion'])
  await post('raced', 'suspend')
  const now = textAt(await read('raced'), ['metadata', 'resourceVersion'])
  const answer = await fetch(`${stage.server.url}/api/v1/plugins/${stage.team}/raced/upgrade`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.tokens.editor}`,
      'content-type': 'application/json',
      'if-match': `"${before}"`,
    },
    body: JSON.stringify({ spec: { version: '3.0.0' } }),
  })
  expect(answer.status).toBe(412)
  const { detail } = (await answer.json()) as { detail: string }
  expect(detail).toContain(before)
  expect(detail).toContain(now)
  expect(textAt(await read('raced'), ['spec', 'version'])).toBe('1.0.0')
})

const upgradeFrom = (version: string, generation: number) =>
  fetch(`${stage.server.url}/api/v1/plugins/${stage.team}/edited/upgrade`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.tokens.editor}`,
      'content-type': 'application/json',
      'if-match': `"generation-${generation}"`,
    },
    body: JSON.stringify({ spec: { version } }),
  })

test('a change that names a generation is refused by a change of the spec and by no status', async () => {
  await make('edited')
  const done = new AbortController()
  const busy = (async () => {
    for (let n = 0; !done.signal.aborted && n < 500; n++) {
      await settle('edited', { status: 'True', reason: 'Installed', message: `look ${n}` })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })()
  const answers = []
  for (const n of [1, 2, 3, 4, 5]) answers.push((await upgradeFrom(`3.0.${n}`, n)).status)
  done.abort()
  await busy
  expect(answers).toEqual([202, 202, 202, 202, 202])
  const lost = await upgradeFrom('4.0.0', 5)
  expect(await lost.json()).toMatchObject({
    status: 412,
    reason: 'LostUpdate',
    detail: expect.stringContaining('version generation-5, and generation-6 is there now'),
  })
})

test('values keep their text, and null takes a field away', async () => {
  await make('kept')
  const valuesText = '# How many.\nreplicas: 3\n'
  const run = await runIn(await post('kept', 'upgrade', { spec: { valuesText, values: null } }))
  expect(readPath(await read('kept'), ['spec'])).toMatchObject({ valuesText })
  expect(readPath(await read('kept'), ['spec', 'values'])).toBeUndefined()
  const cancelled = await stage.ask('editor', 'DELETE', `/api/v1/runs/${run.id}`)
  expect(cancelled.status).toBe(202)
  expect((await eventsOf(run.id)).events.at(-1)).toMatchObject({
    data: { data: { state: 'cancelled' } },
  })
})

test('objects that are adopted are added once', async () => {
  await make('taker')
  const adopt = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings' }]
  await post('taker', 'adopt', { adopt })
  await post('taker', 'adopt', { adopt })
  expect(readPath(await read('taker'), ['spec', 'adopt'])).toEqual(adopt)
})

test('install creates, and a second one is refused', async () => {
  const spec = { enabled: false, repo: 'builtin', name: 'x' }
  await runIn(await post('fresh', 'install', { spec }))
  expect(textAt(await read('fresh'), ['spec', 'repo'])).toBe('builtin')
  expect((await post('fresh', 'install', { spec })).status).toBe(409)
  expect((await post('bad', 'install', { spec: { enabeld: true } })).status).toBe(422)
})

test('a rollback without an older revision is told', async () => {
  await make('young')
  const answer = await post('young', 'rollback', {})
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({
      detail: expect.stringContaining('no revision before this one worked'),
    }),
  ])
})

test('a run is seen by who began it and by who may get runs, and nobody else', async () => {
  await make('mine')
  const { id } = await runIn(await post('mine', 'suspend'))
  const seen = async (user: StageUser) => {
    const one = await stage.ask(user, 'GET', `/api/v1/runs/${id}`)
    const stream = await stage.ask(user, 'GET', `/api/v1/runs/${id}/events`)
    const all = await stage.ask(user, 'GET', '/api/v1/runs?search=mine')
    const { total } = (await all.json()) as { total: number }
    await stream.body?.cancel()
    return [one.status, stream.status, total]
  }
  expect(await seen('editor')).toEqual([200, 200, 1])
  expect(await seen('admin')).toEqual([200, 200, 1])
  expect(await seen('nobody')).toEqual([404, 404, 0])
  expect((await stage.ask('admin', 'DELETE', `/api/v1/runs/${id}`)).status).toBe(404)
})

test('every change leaves a line in the audit', () => {
  const lines = stage.audit.map((line) => JSON.parse(line) as { operation: string })
  for (const operation of ['enablePlugin', 'installPlugin', 'rollbackPlugin', 'cancelRun']) {
    expect(lines.map((line) => line.operation)).toContain(operation)
  }
})

test('nothing of this failed', () => expect(stage.failures).toEqual([]))
