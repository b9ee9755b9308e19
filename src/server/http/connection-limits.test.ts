import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage } from '../server-stage-for-test.ts'

const limits = { connections: 3, requestMilliseconds: 600 }
let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client, { listen: { host: '127.0.0.1', port: 0, limits } })
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

interface Connection {
  readonly socket: Socket
  /** Everything that was received when the server ends the connection. */
  readonly ended: Promise<string>
}

function open(): Promise<Connection> {
  const { hostname, port } = new URL(stage.server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve({ socket, ended }))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    const ended = new Promise<string>((done) => {
      socket.on('error', () => {})
      socket.on('close', () => done(Buffer.concat(chunks).toString()))
    })
  })
}

/** The server's answer to the words of a request, on a connection that stays open until the server ends it. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const { socket, ended } = await open()
  socket.write(lines.join('\r\n'))
  return ended
}

function problemIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return {
    head: head.toLowerCase(),
    problem: JSON.parse(body) as Readonly<Record<string, unknown>>,
  }
}

const first = 'GET /api/v1/me HTTP/1.1'
const host = 'host: localhost'
const json = 'content-type: application/json'

test.each([
  {
    what: 'one header too large',
    lines: [first, host, `x: ${'a'.repeat(20_000)}`, '', ''],
    status: 431,
    reason: 'TooLarge',
  },
  {
    what: 'many headers that are too large together',
    lines: [
      first,
      host,
      ...Array.from({ length: 400 }, (_, at) => `x-${at}: ${'a'.repeat(60)}`),
      '',
      '',
    ],
    status: 431,
    reason: 'TooLarge',
  },
  {
    what: 'an address too large',
    lines: [`GET /api/v1/me?${'a'.repeat(20_000)} HTTP/1.1`, host, '', ''],
    status: 431,
    reason: 'TooLarge',
  },
  { what: 'headers that never end', lines: [first, host, ''], status: 408, reason: 'Timeout' },
  {
    what: 'a body that never comes',
    lines: ['POST /api/v1/session HTTP/1.1', host, json, 'content-length: 100', '', '{"code":'],
    status: 408,
    reason: 'Timeout',
  },
])('answers $what with $status as a problem document, and closes', async (row) => {
  const { head, problem } = problemIn(await answerTo(...row.lines))
  expect(head).toMatch(new RegExp(`^http/1.1 ${row.status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain('connection: close')
  expect(problem).toMatchObject({ status: row.status, reason: row.reason })
  expect(stage.failures).toEqual([])
})

test('takes headers of a usual size', async () => {
  const answer = await answerTo(first, host, `x: ${'a'.repeat(8000)}`, 'connection: close', '', '')
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
})

test('closes connections beyond the most, and takes others when some have gone', async () => {
  const request = [first, host, 'connection: close', '', ''].join('\r\n')
  const held = await Promise.all([open(), open(), open()])
  const beyond = await open()
  beyond.socket.write(request)
  expect(await beyond.ended).toBe('')
  // Those who were there before are served all the same.
  held[0]?.socket.write(request)
  expect(await held[0]?.ended).toMatch(/^HTTP\/1.1 401 /)
  expect(await answerTo(first, host, 'connection: close', '', '')).toMatch(/^HTTP\/1.1 401 /)
  for (const { socket } of held) socket.destroy()
})
