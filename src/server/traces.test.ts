import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Collector, openCollector } from '../../test/server/trace-collector.ts'
import { openTraces } from '../kube/tracing/open-traces.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { getObject } from '../kube/objects/get-object.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { systemClock } from '../std/clock.ts'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'

let stage: ServerStage
let stop: () => Promise<void>
let collector: Collector
let written: KubeObject | undefined
const trace = '0af7651916cd43dd8448eb211c80319c'

function failed(error: unknown): never {
  throw error
}

beforeAll(async () => {
  collector = await openCollector()
  const cluster = await startCluster()
  stop = cluster.stop
  const told = { endpoint: collector.url, version: '0.0.0-test', clock: systemClock, failed }
  const { tracer, close } = openTraces(told)
  stage = await openStage(cluster.client, { tracer })
  const headers = {
    authorization: `Bearer ${stage.tokens.editor}`,
    'content-type': 'application/json',
    traceparent: `00-${trace}-b7ad6b7169203331-01`,
  }
  const url = `${stage.server.url}/api/v1/plugins`
  const body = JSON.stringify(plugin(stage.team, 'traced', { password: 'not-for-traces' }))
  await fetch(url, { method: 'POST', headers, body })
  await fetch(`${url}/${stage.team}/absent`, { headers })
  const target = { resource: resourceOf(pluginKind), namespace: stage.team, name: 'traced' }
  written = await getObject(stage.client, target, {}, AbortSignal.timeout(10_000))
  await stage.close()
  await close()
}, 60_000)
afterAll(async () => {
  await stop()
  await collector.close()
})

const spans = () => collector.spansOf(trace)

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

test('the object says which span wrote it, and no request outside of a trace is told', () => {
  const write = spans().find(({ kind, name }) => kind === 3 && name.startsWith('POST /apis/outrig'))
  const traceparent = `00-${trace}-${write?.spanId}-01`
  expect(written?.metadata.annotations).toMatchObject({ 'outrigger.dev/traceparent': traceparent })
  expect(collector.spans().filter(({ kind, parentSpanId }) => kind === 3 && !parentSpanId)).toEqual(
    [],
  )
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
