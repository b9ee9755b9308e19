import { afterEach, expect, test } from 'vitest'
import { type HttpListening, listenHttp } from '../std/node/listen-http.ts'
import { ApiProblem, createClient } from './client.ts'

let listening: HttpListening | undefined
afterEach(() => listening?.stop())

interface Said {
  readonly status?: number
  readonly type?: string
  readonly text?: string
}

interface Asked {
  readonly line: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** A server that says one thing, and the requests that it saw. */
async function serve({ status = 200, type, text = '' }: Said) {
  const asked: Asked[] = []
  listening = await listenHttp(
    ({ method = '', url = '', headers }, response) => {
      asked.push({ line: `${method} ${url}`, headers })
      response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(text)
    },
    { host: '127.0.0.1', port: 0 },
  )
  return { asked, url: listening.url }
}

const signal = new AbortController().signal
const json = 'application/json; charset=utf-8'
const pod = { path: { namespace: 'a', name: 'b c' }, query: { tail: 5 } }

test.each<Said & { name: string; answer: unknown }>([
  { name: 'JSON', type: json, text: '{"items":[]}', answer: { items: [] } },
  { name: 'a text', type: 'text/plain; charset=utf-8', text: 'one\n', answer: 'one\n' },
  { name: 'an empty text, which is one', type: 'text/plain; charset=utf-8', answer: '' },
  { name: 'no content', status: 204, answer: undefined },
])('an operation gives $name', async ({ answer, ...said }) => {
  const { url } = await serve(said)
  expect(await createClient({ url }).call('getPodLogs', signal, pod)).toEqual(answer)
})

test.each<Said & { name: string; detail: string; reason: string }>([
  {
    name: 'the problem of the server',
    status: 404,
    type: 'application/problem+json',
    text: '{"status":404,"detail":"there is no pod","reason":"NotFound"}',
    detail: 'there is no pod',
    reason: 'NotFound',
  },
  {
    name: 'a page of something in between',
    status: 502,
    type: 'text/html',
    text: '<html>',
    detail: 'the server answered 502 (Bad Gateway)',
    reason: 'Unknown',
  },
  {
    name: 'what calls itself JSON and is none',
    status: 503,
    type: json,
    text: 'later',
    detail: 'the server answered 503 (Service Unavailable)',
    reason: 'Unknown',
  },
  {
    name: 'JSON that is no problem',
    status: 500,
    type: json,
    text: '{"error":true}',
    detail: 'the server answered 500 (Internal Server Error)',
    reason: 'Unknown',
  },
])('an error is told from $name', async ({ detail, reason, ...said }) => {
  const { url } = await serve(said)
  const error = await createClient({ url })
    .call('getPodLogs', signal, pod)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiProblem)
  expect((error as ApiProblem).problem).toMatchObject({ status: said.status, detail, reason })
})

test('parts of paths are escaped, and what signs in is sent', async () => {
  const { asked, url } = await serve({ type: json, text: '{}' })
  const client = createClient({ url, token: 'abc', csrfToken: 'def' })
  await client.call('getPodLogs', signal, pod)
  await client.send('DELETE', '/api/v1/session', signal, { query: { everywhere: true } })
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /api/v1/pods/a/b%20c/logs?tail=5',
    'DELETE /api/v1/session?everywhere=true',
  ])
  for (const { headers } of asked) {
    expect(headers).toMatchObject({ authorization: 'Bearer abc', 'x-csrf-token': 'def' })
  }
})
