import { afterEach, expect, test } from 'vitest'
import { type Script, startScriptedServer } from '../../../test/registry/scripted-server.ts'
import { readBounded } from '../bytes.ts'
import { digestOf } from '../digest.ts'
import { pullBlob } from './transfer/pull-blob.ts'
import { pushBlob } from './transfer/push-blob.ts'
import { connectRegistry } from './registry.ts'
import { pingRegistry } from './resolve.ts'
import { readRetryAfter } from './retry.ts'
import { createTransport } from './transport.ts'

const signal = new AbortController().signal
const retries = { attempts: 3, backoff: { first: 1, most: 2 }, mostPatience: 5000 }
const text = 'abcdefghij'
const expected = { digest: digestOf(Buffer.from(text)), size: text.length }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

test.each([
  { name: 'busy', statuses: [503, 503, 200] },
  { name: 'limiting', statuses: [429, 200] },
])('a registry that is $name is asked again', async ({ statuses }) => {
  const left = [...statuses]
  const { registry, seen } = await start(
    (_, response) => void response.writeHead(left.shift() ?? 500).end(),
  )
  await expect(pingRegistry(registry, signal)).resolves.toBeUndefined()
  expect(seen).toHaveLength(statuses.length)
})

test('a registry that stays busy is told of after the last attempt', async () => {
  const { registry, seen } = await start((_, response) => void response.writeHead(503).end())
  await expect(pingRegistry(registry, signal)).rejects.toMatchObject({ code: 'server-error' })
  expect(seen).toHaveLength(3)
})

test('a limit that lasts too long is told of at once', async () => {
  const { registry, seen } = await start((_, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end()
  })
  const ping = pingRegistry(registry, signal)
  await expect(ping).rejects.toMatchObject({ code: 'rate-limited' })
  await expect(ping).rejects.toThrow('allows no more requests for 3600 seconds')
  expect(seen).toHaveLength(1)
})

test.each([
  { header: '2', wait: 2000 },
  { header: ' 0 ', wait: 0 },
  { header: 'Thu, 01 Jan 1970 00:00:05 GMT', wait: 4000 },
  { header: 'Thu, 01 Jan 1970 00:00:00 GMT', wait: 0 },
  { header: 'soon', wait: undefined },
])('Retry-After: $header at second 1 is $wait ms', ({ header, wait }) => {
  expect(readRetryAfter(header, 1000)).toBe(wait)
})

test('waiting ends when the caller gives up', async () => {
  const { registry } = await start((_, response) => {
    response.writeHead(429, { 'retry-after': '4' }).end()
    controller.abort(new Error('no more patience'))
  })
  const controller = new AbortController()
  await expect(pingRegistry(registry, controller.signal)).rejects.toThrow('no more patience')
})

async function* wholeText() {
  yield Buffer.from(text)
}

test.each([
  { has: true, fate: 'there', methods: ['POST', 'HEAD'] },
  { has: false, fate: 'uploaded', methods: ['POST', 'HEAD', 'PUT'] },
])(
  'a registry that mounts nothing is asked for the blob before its bytes are sent: $fate',
  async ({ has, fate, methods }) => {
    const { registry, seen } = await start(({ method }, response) => {
      if (method === 'POST') response.writeHead(202, { location: '/v2/to/blobs/uploads/1' }).end()
      else if (method === 'HEAD')
        response.writeHead(has ? 200 : 404, { 'content-length': expected.size }).end()
      else response.writeHead(201).end()
    })
    const content = { ...expected, open: wholeText }
    const options = { mountFrom: 'from' }
    expect(await pushBlob(registry, 'to', { content, options }, signal)).toBe(fate)
    expect(seen.map(({ method }) => method)).toEqual(methods)
  },
)

test.each([
  { name: 'ranges', knowsRanges: true },
  { name: 'no ranges', knowsRanges: false },
])(
  'a download that breaks is taken up, with a registry that knows $name',
  async ({ knowsRanges }) => {
    let request = 0
    const { registry, seen } = await start(({ headers }, response) => {
      const from = knowsRanges ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': text.length - from })
      if (++request === 3) return void response.end(text.slice(from))
      response.write(text.slice(from, request * 3), () => setImmediate(() => response.destroy()))
    })
    const stream = pullBlob(registry, 'a', expected, signal)
    expect(Buffer.from(await readBounded(stream, 100, 'blob')).toString()).toBe(text)
    expect(seen.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=3-', 'bytes=6-'])
  },
)

test('an upload in pieces goes on from where the registry is', async () => {
  let stored = ''
  let isBroken = false
  const { registry, seen } = await start(({ method, headers, body }, response) => {
    const place = {
      location: '/v2/a/blobs/uploads/1',
      range: `0-${Math.max(0, stored.length - 1)}`,
    }
    if (method === 'POST') return void response.writeHead(202, place).end()
    if (method === 'GET') return void response.writeHead(204, place).end()
    if (method === 'PUT') return void response.writeHead(201).end()
    if (headers['content-range'] === '4-7' && !isBroken) {
      isBroken = true
      // Half of the piece arrived before the line broke.
      stored += body.slice(0, 2)
      return void response.destroy()
    }
    stored += body
    const range = `0-${stored.length - 1}`
    response.writeHead(202, { ...place, range }).end()
  })
  const content = { ...expected, open: (start: number) => pieces(text.slice(start)) }
  await pushBlob(registry, 'a', { content, options: { chunkBytes: 4 } }, signal)
  expect(stored).toBe(text)
  const ranges = seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers }) => headers['content-range'])
  expect(ranges).toEqual(['0-3', '4-7', '6-9'])
})

test('a piece that has to be sent again is sent whole', async () => {
  let stored = ''
  let isRefused = false
  const { registry } = await start(({ method, body }, response) => {
    const place = { location: '/v2/a/blobs/uploads/1' }
    if (method === 'POST') return void response.writeHead(202, place).end()
    if (method === 'PUT') return void response.writeHead(201).end()
    if (stored.length === 4 && !isRefused) {
      isRefused = true
      return void response.writeHead(429).end()
    }
    stored += body
    response.writeHead(202, place).end()
  })
  const content = { ...expected, open: (start: number) => pieces(text.slice(start)) }
  await pushBlob(registry, 'a', { content, options: { chunkBytes: 4 } }, signal)
  expect(stored).toBe(text)
})

async function start(script: Script) {
  const server = await startScriptedServer(script)
  const transport = createTransport()
  stops.push(server.stop, transport.close)
  return { registry: connectRegistry(server.host, { transport, retries }), seen: server.seen }
}

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}
