import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly unknown[] }
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** A collector of traces that keeps what it gets. */
async function openCollector() {
  const received: Export[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      paths.push(request.url ?? '')
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Export)
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: new URL(`http://127.0.0.1:${port}`), received, paths, server }
}

let stage: ServerStage
let stop: () => Promise<void>
let collector: Awaited<ReturnType<typeof openCollector>>
const trace = '0af7651916cd43dd8448eb211c80319c'

beforeAll(async () => {
  collector = await openCollector()
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client, { traces: collector.url })
  const headers = {
    authorization: `Bearer ${stage.tokens.editor}`,
    'content-type': 'application/json',
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  }
  const url = `${stage.server.url}/api/v1/plugins`
  const body = JSON.stringify(plugin(stage.team, 'traced', { password: 'not-for-traces' }))
  await fetch(url, { method: 'POST', headers, body })
  await fetch(`${url}/${stage.team}/absent`, { headers })
  // Spans that wait are sent when the server closes.
  await stage.close()
}, 60_000)
afterAll(async () => {
  await stop()
  collector.server.close()
})

const spans = () =>
  collector.received
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans: found }) => found)
    .filter(({ traceId }) => traceId === trace)

test('a request of somebody who traces is a span of their trace, and so is the write behind it', () => {
  expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']))
  const request = spans().find(({ kind, name }) => kind === 2 && name.includes('POST'))
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331', status: { code: 0 } })
  const write = spans().find(({ kind, name }) => kind === 3 && name.startsWith('POST /apis/outrig'))
  expect(write).toMatchObject({ parentSpanId: request?.spanId, status: { code: 0 } })
  const [outer, inner] = [request, write].map((one) => [
    BigInt(one?.startTimeUnixNano ?? 0),
    BigInt(one?.endTimeUnixNano ?? 0),
  ])
  expect((outer?.[0] ?? 0n) <= (inner?.[0] ?? 0n)).toBe(true)
  expect((inner?.[1] ?? 0n) <= (outer?.[1] ?? 0n)).toBe(true)
})

test('a request that fails is a span that says so', () => {
  const failed = spans().filter(({ kind, status }) => kind === 2 && status.code === 2)
  expect(failed.map(({ name }) => name)).toEqual([expect.stringContaining('/api/v1/plugins/')])
})

test('the service is named, and nothing of bodies or tokens is told', () => {
  const text = JSON.stringify(collector.received)
  expect(text).toContain('"service.name"')
  expect(text).not.toContain('not-for-traces')
  expect(text).not.toContain(stage.tokens.editor)
})
