import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'
import type { StageUser } from '../stage-users-for-test.ts'

const registry = new Registry()
let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client, { registry })
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

/** The value of a line of the text that Prometheus reads; undefined when there is no such line. */
async function valueOf(line: string): Promise<number | undefined> {
  const lines = (await registry.metrics()).split('\n')
  const found = lines.find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

const requests = (method: string, route: string, status: number, part = 'count') =>
  valueOf(
    `http_request_duration_seconds_${part}{method="${method}",route="${route}",status="${status}"}`,
  )

test.each<{ user: StageUser; method: string; path: string; route: string; status: number }>([
  { user: 'admin', method: 'GET', path: 'plugins', route: 'plugins', status: 200 },
  { user: 'nobody', method: 'GET', path: 'plugins', route: 'plugins', status: 403 },
  { user: 'admin', method: 'POST', path: 'plugins', route: 'plugins', status: 201 },
  {
    user: 'admin',
    method: 'GET',
    path: 'plugins/TEAM/measured',
    route: 'plugins/{namespace}/{name}',
    status: 200,
  },
  {
    user: 'admin',
    method: 'GET',
    path: 'plugins/TEAM/missing',
    route: 'plugins/{namespace}/{name}',
    status: 404,
  },
])('counts $method $path with $status by its route', async (row) => {
  const { user, method, path, status } = row
  const route = `/api/v1/${row.route}`
  const before = (await requests(method, route, status)) ?? 0
  const body = method === 'POST' ? plugin(stage.team, 'measured') : undefined
  const place = `/api/v1/${path.replace('TEAM', stage.team)}`
  expect((await stage.ask(user, method, place, body)).status).toBe(status)
  await vi.waitUntil(async () => (await requests(method, route, status)) === before + 1)
  expect(await requests(method, route, status, 'sum')).toBeGreaterThan(0)
})

test('paths that no route has are one measure, however many are tried', async () => {
  for (let count = 0; count < 5; count++) {
    await stage.ask('admin', 'GET', `/api/v1/made-up-${count}`)
  }
  await vi.waitUntil(async () => (await requests('GET', 'page', 404)) === 5)
  expect(await registry.metrics()).not.toContain('made-up')
})

const streams = () => valueOf('outrigger_server_open_streams')

test('counts streams while they are open, and measures no duration of them', async () => {
  expect(await streams()).toBe(0)
  const ending = new AbortController()
  const answer = await fetch(`${stage.server.url}/api/v1/stream?kinds=plugins`, {
    headers: { authorization: `Bearer ${stage.tokens.admin}` },
    signal: ending.signal,
  })
  expect([answer.status, await streams()]).toEqual([200, 1])
  ending.abort()
  await vi.waitUntil(async () => (await streams()) === 0)
  expect(await registry.metrics()).not.toContain('route="/api/v1/stream"')
})
