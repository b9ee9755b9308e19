import { expect, test } from 'vitest'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { scriptedServer } from '../../kube/scripted-server-for-test.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { EventRecorder } from '../events/event-recorder.ts'
import { addFinalizer } from '../finalizers.ts'
import { fenceClient, withoutWrites } from './fenced-client.ts'
import { leases } from './lease-record.ts'
import { Term, momentOf } from './leadership.ts'

const deadline = 10_000
const signal = new AbortController().signal
const target = { resource: leases, namespace: 'shop', name: 'one' }
const metadata = { namespace: 'shop', name: 'one', uid: '1', resourceVersion: '1' }
const object = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata }

type Send = (client: KubeClient) => Promise<unknown>

const writes: readonly { readonly verb: string; readonly send: Send }[] = [
  { verb: 'create', send: (client) => createObject(client, leases, object, {}, signal) },
  { verb: 'update', send: (client) => updateObject(client, leases, object, {}, signal) },
  { verb: 'apply', send: (client) => applyObject(client, leases, object, {}, signal) },
  {
    verb: 'apply a status',
    send: (client) => applyObject(client, leases, object, { subresource: 'status' }, signal),
  },
  {
    verb: 'patch',
    send: (client) => patchObject(client, target, { type: 'merge', patch: {} }, {}, signal),
  },
  { verb: 'delete', send: (client) => deleteObject(client, target, {}, signal) },
  {
    verb: 'add a finalizer',
    send: (client) => addFinalizer(client, leases, object, 'x/y', signal),
  },
  {
    verb: 'send anything that is no read',
    send: (client) => client.exchange({ method: 'POST', path: '/apis/x/v1/things' }, signal),
  },
  {
    verb: 'open a stream by a write',
    send: (client) => client.open({ method: 'POST', path: '/api/v1/pods/one/exec' }, signal),
  },
]

const derived: readonly {
  readonly of: string
  readonly from: (client: KubeClient) => KubeClient
}[] = [
  { of: 'the client', from: (client) => client },
  { of: 'one that acts as somebody', from: (client) => client.impersonating({ user: 'jane' }) },
  { of: 'one of another priority', from: (client) => client.withPriority('background') },
]

/** A server, and a term that a process slept through: no timer has told it yet. */
function stage() {
  const clock = new VirtualClock()
  let slept = 0
  const waking = {
    now: () => clock.now() + slept,
    monotonic: () => clock.monotonic() + slept,
    after: clock.after,
  }
  const server = scriptedServer(waking, () => ({ json: object }))
  const term = new Term(waking, deadline, momentOf(waking))
  return { ...server, term, sleep: (milliseconds: number) => void (slept += milliseconds) }
}

for (const { of, from } of derived) {
  test.each(writes)(`$verb with ${of} is sent while we lead, and never after`, async ({ send }) => {
    const { client, asked, term, sleep } = stage()
    const fenced = from(fenceClient(client, term))
    sleep(deadline - 1)
    await send(fenced)
    expect(asked.length).toBe(1)
    sleep(1)
    await expect(send(fenced)).rejects.toMatchObject({
      code: 'fenced',
      message: expect.stringContaining('the lease was not renewed in time'),
    })
    expect(asked.length).toBe(1)
    // Everything else that the process does hears of it, too.
    expect(term.signal.aborted).toBe(true)
  })
}

test.each(writes)('$verb is never sent by a client that only reads', async ({ send }) => {
  const { client, asked } = stage()
  await expect(send(withoutWrites(client))).rejects.toMatchObject({ code: 'fenced' })
  expect(asked).toEqual([])
})

test('reads go on', async () => {
  const { client, asked, term, sleep } = stage()
  const fenced = fenceClient(client, term)
  sleep(deadline)
  await getObject(fenced, target, {}, signal)
  await getObject(fenced.impersonating({ user: 'jane' }), target, {}, signal)
  expect(asked.length).toBe(2)
})

test('the lead is asked for after a write has waited for its turn, and before each attempt', async () => {
  const clock = new VirtualClock()
  const { client, asked } = scriptedServer(
    clock,
    () => ({ status: 429, headers: { 'retry-after': ['9'] } }),
    { rateLimit: { perSecond: 1, burst: 1 } },
  )
  const term = new Term(clock, deadline, momentOf(clock))
  const fenced = fenceClient(client, term)
  const sent = createObject(fenced, leases, object, {}, signal).catch((error: unknown) => error)
  await clock.advance(60_000)
  expect(await sent).toMatchObject({ code: 'fenced' })
  // At once and after nine seconds: the third time would be after the end.
  expect(asked.length).toBe(2)
})

test('events are not told by one who leads no longer', async () => {
  const { client, asked, term, sleep } = stage()
  const lost: unknown[] = []
  const recorder = new EventRecorder(fenceClient(client, term), {
    controller: 'outrigger.dev/test',
    instance: 'a',
    lost: (why) => void lost.push(why),
  })
  sleep(deadline)
  recorder.record(object, { type: 'Warning', reason: 'Failed', action: 'Try', note: 'no' })
  const stop = new AbortController()
  const running = recorder.run(stop.signal)
  await expect.poll(() => lost.length).toBe(1)
  stop.abort()
  await running
  expect(lost[0]).toMatchObject({ code: 'fenced' })
  expect(asked).toEqual([])
})
