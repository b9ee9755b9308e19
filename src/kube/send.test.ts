import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import type { KubeRequest } from './request.ts'
import { type Reply, scriptedServer, silence, statusBody } from './scripted-server-for-test.ts'

const never = new AbortController().signal
const get: KubeRequest = { method: 'GET', path: '/api' }
const post: KubeRequest = { method: 'POST', path: '/api', body: {} }
const apply: KubeRequest = { method: 'PATCH', path: '/api', body: {}, repeat: 'always' }
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const broken = new Error('other side closed')

const busy = (status: number, after?: string): Reply => ({
  status,
  json: statusBody(status, ''),
  ...(after === undefined ? {} : { headers: { 'retry-after': [after] } }),
})

test.each([
  { name: 'a GET after 503', request: get, first: busy(503), times: 2 },
  { name: 'a GET after 500', request: get, first: busy(500), times: 2 },
  { name: 'a GET after a broken connection', request: get, first: broken, times: 2 },
  { name: 'a GET after 404: not', request: get, first: busy(404), times: 1 },
  { name: 'a POST after 429', request: post, first: busy(429, '1'), times: 2 },
  { name: 'a POST after a refused connection', request: post, first: refused, times: 2 },
  { name: 'a POST after a broken connection: not', request: post, first: broken, times: 1 },
  { name: 'a POST after 503: not', request: post, first: busy(503, '1'), times: 1 },
  { name: 'an apply after a broken connection', request: apply, first: broken, times: 2 },
  { name: 'an apply after 500: not', request: apply, first: busy(500), times: 1 },
  {
    name: 'an eviction after 429: not',
    request: { ...post, repeat: 'never' } as const,
    first: busy(429, '1'),
    times: 1,
  },
  {
    name: 'a GET that is to wait for an hour: not',
    request: get,
    first: busy(429, '3600'),
    times: 1,
  },
])('sends again: $name', async ({ request, first, times }) => {
  const clock = new VirtualClock()
  const { client, asked } = scriptedServer(clock, (_, count) => {
    if (count > 1) return { json: { ok: true } }
    if (first instanceof Error) throw first
    return first
  })
  const outcome = client.exchange(request, never).then(
    () => 'answered',
    () => 'failed',
  )
  await clock.advance(30_000)
  expect(await outcome).toBe(times === 1 ? 'failed' : 'answered')
  expect(asked).toHaveLength(times)
})

test('waits as long as the server asks, and gives up after some attempts', async () => {
  const clock = new VirtualClock()
  const times: number[] = []
  const { client } = scriptedServer(clock, () => {
    times.push(clock.monotonic())
    return busy(429, '2')
  })
  const outcome = client.exchange(post, never)
  const failed = failureOf(outcome)
  await clock.advance(60_000)
  expect(await failed).toMatchObject({
    code: 'too-many-requests',
    retryAfter: 2000,
  })
  expect(times).toEqual([0, 2000, 4000, 6000, 8000])
})

test.each([
  { name: 'no head', reply: undefined },
  { name: 'no end of the body', reply: { pieces: ['{', silence] } as const },
])('a request that gets $name in time fails as timed-out', async ({ reply }) => {
  const clock = new VirtualClock()
  const { client } = scriptedServer(clock, () => reply ?? {}, {
    retries: { attempts: 1 },
    ...(reply === undefined
      ? {
          transport: (_, signal) =>
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(new Error('cut'))),
            ),
        }
      : {}),
  })
  const failed = failureOf(client.exchange({ ...get, timeout: 500 }, never))
  await clock.advance(500)
  expect(await failed).toMatchObject({
    code: 'timed-out',
    message: 'GET /api was not answered in time',
  })
})

test('the reason of the caller comes back as it is', async () => {
  const clock = new VirtualClock()
  const caller = new AbortController()
  const { client } = scriptedServer(clock, () => ({ pieces: [silence] }))
  const outcome = client.exchange(get, caller.signal)
  await clock.advance(1)
  const reason = new Error('enough')
  caller.abort(reason)
  await expect(outcome).rejects.toBe(reason)
})

test('errors carry what the Status says', async () => {
  const clock = new VirtualClock()
  const causes = [
    { reason: 'FieldManagerConflict', message: 'conflict with "x"', field: '.spec.replicas' },
  ]
  const { client } = scriptedServer(clock, () => ({
    status: 409,
    json: statusBody(409, 'Conflict', { message: 'Apply failed', details: { causes } }),
  }))
  await expect(client.exchange(apply, never)).rejects.toMatchObject({
    name: 'KubeError',
    code: 'conflict',
    status: 409,
    reason: 'Conflict',
    message: 'Apply failed',
    causes,
    transient: false,
  })
})

test.each([
  { status: 409, reason: 'AlreadyExists', code: 'already-exists' },
  { status: 410, reason: 'Expired', code: 'gone' },
  { status: 504, reason: 'Timeout', code: 'timed-out' },
  { status: 418, reason: 'Teapot', code: 'bad-request' },
  { status: 599, reason: '', code: 'server-error' },
  { status: 403, reason: 'constructor', code: 'forbidden' },
])('$status $reason is $code', async ({ status, reason, code }) => {
  const { client } = scriptedServer(
    new VirtualClock(),
    () => ({ status, json: statusBody(status, reason) }),
    { retries: { attempts: 1 } },
  )
  await expect(client.exchange(get, never)).rejects.toMatchObject({ code, status })
})

test('a page of a proxy is shown in part, and a redirect is not followed', async () => {
  const clock = new VirtualClock()
  const { client } = scriptedServer(clock, ({ path }) => ({
    status: path === '/api' ? 302 : 403,
    pieces: ['<html>no'],
  }))
  await expect(client.exchange(get, never)).rejects.toThrow(
    'GET /api was answered with 302: <html>no',
  )
  await expect(client.exchange({ ...get, path: '/x' }, never)).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('answers may be packed, and say so when they are not what they say', async () => {
  const clock = new VirtualClock()
  const packed = gzipSync('{"a":1}')
  const { client, asked } = scriptedServer(clock, (_, count) => ({
    headers: { 'content-encoding': ['gzip'] },
    pieces: [count === 1 ? packed : 'no gzip'],
  }))
  const { bytes } = await client.exchange(get, never)
  expect(Buffer.from(bytes).toString()).toBe('{"a":1}')
  expect(asked[0]?.headers['accept-encoding']).toBe('gzip')
  await expect(client.exchange(get, never)).rejects.toMatchObject({ code: 'bad-answer' })
})

test('an impersonating copy says for whom it asks, the client itself does not', async () => {
  const { client, asked } = scriptedServer(new VirtualClock(), () => ({}))
  const copy = client.impersonating({
    user: 'jane',
    uid: '7',
    groups: ['dev', 'ops'],
    extra: { 'Example.com/Scope': ['a', 'b'] },
  })
  await copy.exchange(get, never)
  await client.exchange(get, never)
  expect(asked[0]?.headers).toMatchObject({
    'impersonate-user': 'jane',
    'impersonate-uid': '7',
    'impersonate-group': ['dev', 'ops'],
    'impersonate-extra-example.com%2Fscope': ['a', 'b'],
  })
  expect(Object.keys(asked[1]?.headers ?? {})).toEqual(['accept', 'user-agent', 'accept-encoding'])
})

function failureOf(outcome: Promise<unknown>): Promise<unknown> {
  return outcome.then(
    () => 'no failure',
    (error: unknown) => error,
  )
}
