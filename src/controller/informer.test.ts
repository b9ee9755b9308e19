import { expect, test } from 'vitest'
import {
  type Reply,
  eventLine,
  scriptedServer,
  silence,
  statusBody,
} from '../kube/scripted-server-for-test.ts'
import type { Json } from '../objects/json.ts'
import { type KubeObject, labelsOf, nameOf, textAt } from '../objects/kube-object.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { Informer, type InformerOptions, type ObjectChange } from './informer.ts'
import { keyOf, splitKey } from './object-store.ts'
import { SharedInformers } from './shared-informers.ts'

const never = new AbortController().signal
const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }

const pod = (name: string, version: string, uid = name, app = 'web'): Json => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'shop', uid, resourceVersion: version, labels: { app } },
})
const list = (version: string, ...items: readonly Json[]): Reply => ({
  json: { metadata: { resourceVersion: version }, items },
})
const gone = eventLine('ERROR', statusBody(410, 'Expired'))

function start(answers: readonly Reply[], options: InformerOptions = {}) {
  const clock = new VirtualClock()
  const { client, asked } = scriptedServer(
    clock,
    (_, count) => answers[count - 1] ?? { pieces: [silence] },
  )
  const informer = new Informer(client, { resource: pods }, { streamList: false, ...options })
  const changes: string[] = []
  informer.addHandler((change) => void changes.push(describeChange(change)))
  const stop = new AbortController()
  const ended = informer.run(stop.signal).catch((error: unknown) => error)
  return { clock, client, asked, informer, changes, stop, ended }
}

function describeChange(change: ObjectChange): string {
  return `${change.type} ${nameOf(change.object)}@${textAt(change.object, ['metadata', 'resourceVersion'])}`
}

test('has everything when it has synced, and tells of each change in its order', async () => {
  const pieces = [
    eventLine('ADDED', pod('c', '3')) + eventLine('MODIFIED', pod('a', '4')),
    eventLine('DELETED', pod('b', '5')),
    silence,
  ]
  const { clock, informer, changes, stop, ended } = start([
    list('2', pod('a', '1'), pod('b', '2')),
    { pieces },
  ])
  expect([informer.hasSynced, informer.silentFor]).toEqual([false, undefined])
  const synced = informer.untilSynced(never)
  await clock.advance(10)
  await synced
  expect(changes).toEqual(['added a@1', 'added b@2', 'added c@3', 'modified a@4', 'deleted b@5'])
  expect(informer.list().map(keyOf).toSorted()).toEqual(['shop/a', 'shop/c'])
  expect([informer.hasSynced, informer.silentFor]).toEqual([true, 10])
  await informer.untilSynced(never)
  stop.abort(new Error('enough'))
  expect(await ended).toMatchObject({ message: 'enough' })
})

test('tells after a relist what was missed: deletions, and what was deleted and made again', async () => {
  const { clock, informer, changes, stop, ended } = start([
    list('3', pod('kept', '1'), pod('deleted', '2'), pod('again', '3', 'old')),
    { pieces: [gone] },
    list('9', pod('kept', '1'), pod('again', '8', 'new'), pod('new', '9')),
  ])
  await clock.advance(1000)
  expect(changes.slice(3)).toEqual([
    'deleted again@3',
    'added again@8',
    'added new@9',
    'deleted deleted@2',
  ])
  expect(informer.list().map(nameOf).toSorted()).toEqual(['again', 'kept', 'new'])
  stop.abort()
  await ended
})

test('a handler that comes late is told of all there is, and one that left of nothing', async () => {
  const pieces = [eventLine('ADDED', pod('b', '2')), new Error('reset')]
  const { clock, informer, stop, ended } = start([
    list('1', pod('a', '1')),
    { pieces: [silence] },
    { pieces },
  ])
  await clock.advance(10)
  const late: string[] = []
  const leave = informer.addHandler((change) => void late.push(describeChange(change)))
  leave()
  await clock.advance(200_000)
  expect(late).toEqual(['added a@1'])
  stop.abort()
  await ended
})

test('a handler that throws makes nobody else deaf', async () => {
  const failures: unknown[] = []
  const { clock, informer, changes, stop, ended } = start([list('1', pod('a', '1'))], {
    handlerFailed: (error) => void failures.push(error),
  })
  informer.addHandler(() => {
    throw new Error('broken')
  })
  await clock.advance(10)
  expect(changes).toEqual(['added a@1'])
  expect(failures).toMatchObject([{ message: 'broken' }])
  stop.abort()
  await ended
})

const keep = (object: KubeObject) => ({ ...object, metadata: { ...object.metadata, kept: true } })
const byApp = (object: KubeObject) => [labelsOf(object)['app'] ?? '']

test('indexes follow their objects, and only what is kept is kept', async () => {
  const pieces = [eventLine('MODIFIED', pod('a', '3', 'a', 'db')), silence]
  const answers = [list('2', pod('a', '1'), pod('b', '2')), { pieces }]
  const { clock, informer, stop, ended } = start(answers, { keep })
  informer.addIndex('app', byApp)
  await clock.advance(10)
  informer.addIndex('late', byApp)
  for (const index of ['app', 'late']) {
    expect(informer.byIndex(index, 'db').map(nameOf)).toEqual(['a'])
    expect(informer.byIndex(index, 'web').map(nameOf)).toEqual(['b'])
    expect(informer.byIndex(index, 'none')).toEqual([])
  }
  expect(informer.get('shop/a')?.metadata['kept']).toBe(true)
  expect(() => informer.byIndex('other', '')).toThrow('there is no index other')
  expect(() => informer.addIndex('app', byApp)).toThrow('there is an index app already')
  stop.abort()
  await ended
})

test('those who want the same share one watch, also when they come later', async () => {
  const clock = new VirtualClock()
  const { client, asked } = scriptedServer(clock, ({ query }) =>
    query['watch'] === 'true' ? { pieces: [silence] } : list('1', pod('a', '1')),
  )
  const informers = new SharedInformers(client, () => ({ streamList: false }))
  const one = informers.informer({ resource: pods }, {})
  const stop = new AbortController()
  const ended = informers.run(stop.signal).catch((error: unknown) => error)
  const other = informers.informer({ resource: pods, namespace: 'shop' }, {})
  expect(informers.informer({ resource: pods }, {})).toBe(one)
  expect(informers.informer({ resource: pods }, { metadataOnly: true })).not.toBe(one)
  const synced = informers.untilSynced(never)
  await clock.advance(10)
  await synced
  expect([one.hasSynced, other.hasSynced, informers.all().length]).toEqual([true, true, 3])
  expect(asked.filter(({ query }) => query['watch'] === 'true')).toHaveLength(3)
  await expect(informers.run(never)).rejects.toThrow('run already')
  stop.abort(new Error('enough'))
  expect(await ended).toMatchObject({ message: 'enough' })
  await expect(
    informers.informer({ resource: pods, namespace: 'x' }, {}).untilSynced(stop.signal),
  ).rejects.toThrow('enough')
})

test.each([
  { key: 'shop/a', parts: { namespace: 'shop', name: 'a' } },
  { key: 'a', parts: { namespace: '', name: 'a' } },
])('splits $key', ({ key, parts }) => expect(splitKey(key)).toEqual(parts))
