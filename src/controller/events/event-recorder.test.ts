import { expect, test } from 'vitest'
import { scriptedServer, statusBody } from '../../kube/scripted-server-for-test.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { ObjectServer, goodNetwork } from '../object-server-for-test.ts'
import { EventRecorder } from './event-recorder.ts'

const plugin = {
  apiVersion: 'outrigger.dev/v1alpha1',
  kind: 'Plugin',
  metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' },
} as KubeObject
const facts = {
  type: 'Normal',
  reason: 'Installed',
  action: 'Install',
  note: 'installed 1.0.0',
} as const

function start(more: { readonly client?: ReturnType<ObjectServer['clientOver']> } = {}) {
  const clock = new VirtualClock()
  const server = new ObjectServer(clock)
  const lost: unknown[] = []
  const recorder = new EventRecorder(more.client ?? server.clientOver(goodNetwork), {
    controller: 'outrigger.dev/plugin',
    instance: 'pod-1',
    lost: (why) => void lost.push(why),
  })
  const stop = new AbortController()
  const ended = recorder.run(stop.signal)
  return { clock, server, recorder, lost, stop, ended }
}

const eventsOf = (server: ObjectServer) => [...server.objects.values()]

test('what is said again within minutes is one event with a count', async () => {
  const { clock, server, recorder, lost, stop, ended } = start()
  for (let time = 0; time < 3; time++) {
    recorder.record(plugin, facts)
    await clock.advance(60_000)
  }
  recorder.record(plugin, { ...facts, note: 'installed 2.0.0' })
  await clock.advance(7 * 60_000)
  recorder.record(plugin, facts)
  await clock.advance(10)
  expect(recorder.isIdle).toBe(true)
  expect(eventsOf(server)).toMatchObject([
    {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace: 'shop', name: expect.stringMatching(/^web\.[0-9a-f]+$/) },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'outrigger.dev/plugin',
      reportingInstance: 'pod-1',
      type: 'Normal',
      reason: 'Installed',
      action: 'Install',
      note: 'installed 1.0.0',
      regarding: { kind: 'Plugin', name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' },
      series: { count: 3, lastObservedTime: '2026-01-01T00:02:00.000000Z' },
    },
    { note: 'installed 2.0.0' },
    { note: 'installed 1.0.0' },
  ])
  expect(lost).toEqual([])
  stop.abort()
  await ended
})

test('too much about one object is cut off, others are still heard', async () => {
  const { clock, server, recorder, lost, stop, ended } = start()
  for (let time = 0; time < 40; time++) recorder.record(plugin, { ...facts, note: `step ${time}` })
  recorder.record({ ...plugin, metadata: { name: 'other' } }, { ...facts, note: 'é'.repeat(2000) })
  await clock.advance(10)
  expect([eventsOf(server).length, lost.length]).toEqual([26, 15])
  const other = eventsOf(server).at(-1)
  expect(other?.metadata['namespace']).toBe('default')
  // 1,024 bytes at most, and no half of a character.
  expect(other?.['note']).toBe(`${'é'.repeat(510)}…`)
  await clock.advance(5 * 60_000)
  recorder.record(plugin, facts)
  await clock.advance(10)
  expect(eventsOf(server)).toHaveLength(27)
  stop.abort()
  await ended
})

test('a failure is told however many steps were told before it', async () => {
  const { clock, server, recorder, lost, stop, ended } = start()
  for (let time = 0; time < 30; time++) recorder.record(plugin, { ...facts, note: `step ${time}` })
  recorder.record(plugin, { ...facts, type: 'Warning', note: 'the registry refused the login' })
  await clock.advance(10)
  const notes = eventsOf(server).map((event) => event['note'])
  expect(notes).toContain('the registry refused the login')
  expect([notes.length, lost.length]).toEqual([26, 5])
  stop.abort()
  await ended
})

test('a failure that goes on is no trouble of its own', async () => {
  const { clock, server, recorder, lost, stop, ended } = start()
  for (let time = 0; time < 60; time++) {
    recorder.record(plugin, { ...facts, type: 'Warning', note: 'not answered' })
    await clock.advance(7000)
  }
  expect(lost).toEqual([])
  expect(eventsOf(server)).toHaveLength(1)
  stop.abort()
  await ended
})

test('warnings go first, and what is normal is paced when there is very much of it', async () => {
  const { clock, server, recorder, stop, ended } = start()
  const about = (name: string) => ({ ...plugin, metadata: { name, namespace: 'shop' } })
  for (let time = 0; time < 100; time++) recorder.record(about(`p${time}`), facts)
  recorder.record(plugin, { ...facts, type: 'Warning' })
  await clock.advance(10)
  const first = eventsOf(server)
  expect(first).toHaveLength(51)
  expect(first.slice(0, 3).some((event) => event['type'] === 'Warning')).toBe(true)
  await clock.advance(10_000)
  expect([eventsOf(server).length, recorder.isIdle]).toEqual([101, true])
  stop.abort()
  await ended
})

test('an old server gets the old form, and what cannot be written is told and fails nothing', async () => {
  const { client, asked } = scriptedServer(new VirtualClock(), ({ path, method }, count) => {
    if (path.startsWith('/apis/events.k8s.io'))
      return { status: 404, json: statusBody(404, 'NotFound') }
    if (count > 3) return { status: 403, json: statusBody(403, 'Forbidden') }
    return {
      status: method === 'POST' ? 201 : 200,
      json: { kind: 'Event', apiVersion: 'v1', metadata: {} },
    }
  })
  const { clock, recorder, lost, stop, ended } = start({ client })
  recorder.record(plugin, facts)
  recorder.record(plugin, facts)
  recorder.record(plugin, { ...facts, reason: 'Upgraded' })
  await clock.advance(10)
  expect(
    asked.map(({ method, path }) => `${method} ${path.split('/').slice(0, 4).join('/')}`),
  ).toEqual([
    'POST /apis/events.k8s.io/v1',
    'POST /api/v1/namespaces',
    'PATCH /api/v1/namespaces',
    'POST /api/v1/namespaces',
  ])
  expect(asked[1]?.body).toMatchObject({
    message: 'installed 1.0.0',
    count: 1,
    involvedObject: { name: 'web' },
  })
  expect(asked[2]?.body).toMatchObject({ count: 2 })
  expect(lost).toMatchObject([{ code: 'forbidden' }])
  stop.abort()
  await ended
})
