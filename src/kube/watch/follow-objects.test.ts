import { expect, test } from 'vitest'
import type { Json } from '../../objects/json.ts'
import { nameOf, textAt } from '../../objects/kube-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import {
  type Asked,
  type Reply,
  eventLine,
  scriptedServer,
  silence,
  statusBody,
} from '../scripted-server-for-test.ts'
import { type FollowOptions, followObjects } from './follow-objects.ts'
import { isOlder } from './resource-version.ts'

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }

const pod = (name: string, resourceVersion: string): Json => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'shop', resourceVersion },
})
const list = (resourceVersion: string, ...names: readonly string[]): Reply => ({
  json: { metadata: { resourceVersion }, items: names.map((name) => pod(name, '1')) },
})
const bookmark = (resourceVersion: string, isEnd = false) =>
  eventLine('BOOKMARK', {
    kind: 'Pod',
    metadata: {
      resourceVersion,
      ...(isEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
    },
  })
const gone = { status: 410, json: statusBody(410, 'Expired') }
const goneLine = eventLine('ERROR', statusBody(410, 'Expired'))

/** Follows against scripted answers, one for each request, the last for all that come after. */
async function follow(answers: readonly Reply[], options: FollowOptions, milliseconds: number) {
  const clock = new VirtualClock()
  const stop = new AbortController()
  const { client, asked } = scriptedServer(clock, (_, count) => {
    const answer = answers[count - 1] ?? { pieces: [silence] }
    if (answer.status === 0) throw new Error('connection refused')
    return answer
  })
  const told: string[] = []
  const observer = {
    troubled: (error: Error, failures: number) => void told.push(`${failures}: ${error.message}`),
  }
  const changes: string[] = []
  const run = (async () => {
    const all = followObjects(client, { resource: pods }, { observer, ...options }, stop.signal)
    for await (const change of all) changes.push(describeChange(change))
  })()
  const ended = run.catch((error: unknown) => error)
  await clock.advance(milliseconds)
  stop.abort(new Error('enough'))
  expect(await ended).toMatchObject({ message: 'enough' })
  return { changes, told, asked }
}

type Change = ReturnType<typeof followObjects> extends AsyncGenerator<infer Each> ? Each : never

function describeChange(change: Change): string {
  if (change.type === 'replaced') {
    return `all: ${change.objects.map(({ metadata }) => textAt(metadata, ['name'])).join(' ')}`
  }
  if (change.type === 'quiet') return 'quiet'
  return change.events.map(({ type, object }) => `${type} ${nameOf(object)}`).join(', ')
}

const versions = (asked: readonly Asked[]) =>
  asked.map(({ query }) => (query['watch'] === 'true' ? query['resourceVersion'] : 'list'))

test('takes the first list from the watch itself where the server can', async () => {
  const pieces = [
    eventLine('ADDED', pod('a', '3')) + eventLine('ADDED', pod('b', '4')),
    bookmark('5', true) + eventLine('DELETED', pod('a', '6')),
    silence,
  ]
  const { changes, asked } = await follow([{ pieces }], {}, 1000)
  expect(changes).toEqual(['all: a b', 'deleted a'])
  expect(asked.map(({ query }) => query)).toEqual([
    {
      watch: 'true',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      timeoutSeconds: '300',
    },
  ])
})

test('lists at once where the server cannot, and goes on where the list ended', async () => {
  const refusal = { status: 422, json: statusBody(422, 'Invalid') }
  const pieces = [eventLine('MODIFIED', pod('a', '8')), silence]
  const { changes, asked } = await follow([refusal, list('7', 'a'), { pieces }], {}, 0)
  expect(changes).toEqual(['all: a', 'modified a'])
  expect(versions(asked)).toEqual([undefined, 'list', '7'])
})

test.each([
  { name: 'its end', end: [], pause: 0 },
  {
    name: 'a server error in the stream',
    end: [eventLine('ERROR', statusBody(500, 'InternalError'))],
    pause: 100,
  },
])('goes on from the last event after $name', async ({ end, pause }) => {
  const first = { pieces: [eventLine('ADDED', pod('a', '8')), bookmark('9'), ...end] }
  const second = { pieces: [eventLine('DELETED', pod('a', '11')), silence] }
  const { changes, asked } = await follow([list('7'), first, second], { streamList: false }, pause)
  expect(changes).toEqual(['all: ', 'added a', 'quiet', 'deleted a'])
  expect(versions(asked)).toEqual(['list', '7', '9'])
})

test.each([
  { name: 'a broken connection', end: new Error('reset'), pause: 100 },
  { name: 'silence', end: silence, pause: 100_100 },
])(
  'goes on after half a line and $name, when the server still knows the place',
  async ({ end, pause }) => {
    const first = { pieces: [eventLine('ADDED', pod('a', '8')), '{"type":', end] }
    const second = { pieces: [eventLine('DELETED', pod('a', '11')), silence] }
    const answers = [list('7'), first, list('10'), second]
    const { changes, asked, told } = await follow(answers, { streamList: false }, pause)
    expect(changes).toEqual(['all: ', 'added a', 'deleted a'])
    expect(versions(asked)).toEqual(['list', '7', 'list', '8'])
    expect(told).toHaveLength(1)
  },
)

test.each([
  { name: 'as an answer', answer: gone },
  { name: 'in the stream', answer: { pieces: [goneLine] } },
])('reads everything again when its place is forgotten, said $name', async ({ answer }) => {
  const { changes, asked, told } = await follow(
    [list('7', 'a', 'b'), answer, list('20', 'b')],
    { streamList: false },
    100,
  )
  expect(changes).toEqual(['all: a b', 'all: b'])
  expect(versions(asked)).toEqual(['list', '7', 'list', '20'])
  expect(told).toEqual(['1: Expired'])
})

test('a server that was put back to an older state is silent, and is read again', async () => {
  const quiet = { pieces: [silence] }
  const { changes, asked } = await follow(
    [list('1000', 'a', 'b'), quiet, list('999', 'b'), list('999', 'b')],
    { streamList: false },
    100_200,
  )
  expect(changes).toEqual(['all: a b', 'all: b'])
  expect(versions(asked)).toEqual(['list', '1000', 'list', 'list', '999'])
  expect(asked[2]?.query).toEqual({ limit: '1' })
})

test.each([
  { version: '9', than: '10', older: true },
  { version: '10', than: '9', older: false },
  { version: '10', than: '10', older: false },
  { version: '99999999999999999998', than: '99999999999999999999', older: true },
  { version: 'abc', than: '10', older: false },
  { version: '9', than: '', older: false },
])('$version is before $than: $older', ({ version, than, older }) => {
  expect(isOlder(version, than)).toBe(older)
})

test('starts over when it cannot get past one place', async () => {
  const poison = { pieces: ['{"type":"ADDED"}\n'] }
  const { changes, asked } = await follow(
    [list('7', 'a'), poison, poison, poison, list('9', 'a', 'c')],
    { streamList: false },
    700,
  )
  expect(changes).toEqual(['all: a', 'all: a c'])
  expect(versions(asked)).toEqual(['list', '7', '7', '7', 'list', '9'])
})

test('waits longer and longer while the server is away, and says each time that it is', async () => {
  const away = { status: 0 }
  const { told, asked } = await follow(
    [list('7', 'a'), away, away, away],
    { streamList: false },
    299,
  )
  const why = 'GET /api/v1/pods was not answered: connection refused'
  expect(told).toEqual([`1: ${why}`, `2: ${why}`])
  expect(versions(asked)).toEqual(['list', '7', 'list'])
})

test('a watch that only ever ends at once is trouble, not a loop', async () => {
  const { told } = await follow(
    [list('7'), { pieces: [] }, { pieces: [] }],
    { streamList: false },
    250,
  )
  expect(told).toEqual(['1: the watch of pods ended at once', '2: the watch of pods ended at once'])
})

test('metadata is asked for and comes with the real kind', async () => {
  const partial = {
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { name: 'a', resourceVersion: '3' },
  }
  const clock = new VirtualClock()
  const stop = new AbortController()
  const { client, asked } = scriptedServer(clock, () => ({
    pieces: [eventLine('ADDED', partial), bookmark('5', true), silence],
  }))
  const options = { metadataOnly: true }
  for await (const change of followObjects(client, { resource: pods }, options, stop.signal)) {
    expect(change).toEqual({
      type: 'replaced',
      objects: [{ kind: 'Pod', apiVersion: 'v1', metadata: partial.metadata }],
    })
    break
  }
  expect(asked[0]?.headers['accept']).toContain('as=PartialObjectMetadata;')
})
