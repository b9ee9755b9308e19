import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReadEvent, eventsIn } from '../events-for-test.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'
import type { StageUser } from '../stage-users-for-test.ts'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'

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

interface OpenStream {
  readonly next: () => Promise<ReadEvent>
  readonly close: () => Promise<void>
}

async function openStream(user: StageUser, query: string, lastEventId = ''): Promise<OpenStream> {
  const ending = new AbortController()
  const headers = {
    authorization: `Bearer ${stage.tokens[user]}`,
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  }
  const url = `${stage.server.url}/api/v1/stream?${query}`
  const events = eventsIn(await fetch(url, { headers, signal: ending.signal }))
  return {
    next: async () => {
      const { value, done } = await events.next()
      if (done === true) throw new Error('the stream ended')
      return value
    },
    close: async () => {
      ending.abort()
      await events.next().catch(() => {})
    },
  }
}

const create = (namespace: string, name: string) =>
  stage.ask('admin', 'POST', '/api/v1/plugins', plugin(namespace, name))
const nameOf = ({ event, data }: ReadEvent) => `${event} ${data.object?.metadata.name ?? ''}`

test('tells what changes after it is ready', async () => {
  const stream = await openStream('admin', 'kinds=plugins')
  expect(await stream.next()).toMatchObject({ event: 'ready' })
  await create(stage.team, 'one')
  expect(nameOf(await stream.next())).toBe('changed one')
  await stage.ask('admin', 'DELETE', `/api/v1/plugins/${stage.team}/one`)
  expect(nameOf(await stream.next())).toBe('deleted one')
  await stream.close()
})

test('goes on after the last event that was seen, without gap or repeat', async () => {
  const first = await openStream('admin', 'kinds=plugins')
  await first.next()
  await create(stage.team, 'two')
  const { id } = await first.next()
  await first.close()
  await create(stage.team, 'three')
  await create(stage.team, 'four')
  const second = await openStream('admin', 'kinds=plugins', id)
  expect([nameOf(await second.next()), nameOf(await second.next())]).toEqual([
    'changed three',
    'changed four',
  ])
  await second.close()
})

test.each(['abc.1', 'another.999999', 'no id at all'])(
  'with the id %s of another process everything is read again',
  async (id) => {
    const stream = await openStream('admin', 'kinds=plugins', id)
    expect(await stream.next()).toMatchObject({ event: 'reset' })
    await stream.close()
  },
)

test('tells only of namespaces that one may watch', async () => {
  const stream = await openStream('viewer', 'kinds=plugins')
  await stream.next()
  await create(stage.other, 'hidden')
  await create(stage.team, 'shown')
  expect(nameOf(await stream.next())).toBe('changed shown')
  await stream.close()
})

test('a namespace that one may not watch is denied, and the stream ends', async () => {
  const stream = await openStream('viewer', `kinds=plugins&namespace=${stage.other}`)
  await stream.next()
  expect(await stream.next()).toMatchObject({ event: 'denied', data: { noun: 'plugins' } })
  await expect(stream.next()).rejects.toThrow('the stream ended')
})

test.each(['kinds=', 'kinds=secrets', 'kinds=plugins,pods', ''])(
  '"%s" is refused',
  async (query) => {
    const answer = await stage.ask('admin', 'GET', `/api/v1/stream?${query}`)
    expect(answer.status).toBe(400)
  },
)
