import { createHmac } from 'node:crypto'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { strictPolicy } from '../../../sources/policy/policy.ts'
import { deliver } from './deliver.ts'

const { signal } = new AbortController()
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let status = 204
let url: URL

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('thank you')
  })
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  received.length = 0
  status = 204
})

const message = { contentType: 'application/json', body: '{"a":1}' }

test('a message is signed with its time, and carries the token', async () => {
  const receiver = { url, trust: 'trusted', policy: strictPolicy, key: 'k', token: 't' } as const
  expect(await deliver(receiver, message, 1700, signal)).toEqual({ is: 'taken' })
  const digest = createHmac('sha256', 'k').update('1700.{"a":1}').digest('hex')
  expect(received).toMatchObject([
    {
      body: '{"a":1}',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer t',
        'x-outrigger-timestamp': '1700',
        'x-outrigger-signature': `sha256=${digest}`,
      },
    },
  ])
})

test.each([
  { answer: 500, again: 'later' },
  { answer: 429, again: 'later' },
  { answer: 404, again: 'never' },
] as const)('an answer of $answer is tried again $again', async ({ answer, again }) => {
  status = answer
  const receiver = { url, trust: 'trusted', policy: strictPolicy, key: '', token: '' } as const
  const told = { is: 'failed', again, message: `it answers ${answer}` }
  expect(await deliver(receiver, message, 0, signal)).toEqual(told)
  expect(received[0]?.headers['x-outrigger-signature']).toBeUndefined()
})

test('a tenant cannot name an address inside the platform, and the address is not told', async () => {
  const receiver = { url, trust: 'untrusted', policy: strictPolicy, key: '', token: '' } as const
  const told = { is: 'failed', again: 'never', message: 'policy refuses its address' }
  expect(await deliver(receiver, message, 0, signal)).toEqual(told)
  expect(received).toEqual([])
})

test('a receiver that is away is tried again', async () => {
  const gone = new URL('http://127.0.0.1:1/hook')
  const receiver = {
    url: gone,
    trust: 'trusted',
    policy: strictPolicy,
    key: '',
    token: '',
  } as const
  const told = { is: 'failed', again: 'later', message: 'it does not answer' }
  expect(await deliver(receiver, message, 0, signal)).toEqual(told)
})
