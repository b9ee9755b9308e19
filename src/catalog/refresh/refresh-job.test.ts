import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import { oddTgz } from '../../sources/archive/archive-for-test.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'
import { strictPolicy } from '../../sources/policy/policy.ts'
import { openIndex } from '../../sources/repository/index/cached-index.ts'
import { type RefreshJob, runRefreshJob } from './refresh-job.ts'

const { signal } = new AbortController()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refresh-job-'))
})
afterAll(() => rm(folder, { recursive: true }))

const index = `apiVersion: v1
entries:
  web:
  - {name: web, version: 1.0.0, apiVersion: v2, urls: [web-1.0.0.tgz]}
  - {name: web, version: 1.1.0, apiVersion: v2, urls: [web-1.1.0.tgz]}
  db:
  - {name: db, version: 0.1.0, apiVersion: v2, urls: [db-0.1.0.tgz]}
`

function jobFor(url: string, more: Partial<RefreshJob> = {}): RefreshJob {
  return {
    place: { name: 'team.own', folder },
    url,
    charts: [],
    trust: 'trusted',
    policy: strictPolicy,
    timeout: 10_000,
    ...more,
  }
}

test('an index is fetched once, asked for again, and kept when the server fails', async () => {
  const asked: string[] = []
  let isBroken = false
  const server = await serve((authorization, known) => {
    asked.push(`${authorization} ${known}`)
    if (isBroken) return { status: 503 }
    return known === '"1"' ? { status: 304 } : { status: 200, body: index }
  })
  const credentials = { kind: 'password', username: 'u', password: 'p' } as const
  const job = jobFor(server.url, { credentials })
  try {
    const first = await runRefreshJob(job, signal)
    expect(first).toMatchObject({ kind: 'fetched', charts: 2, versions: 3, warnings: [] })
    expect(first.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(await runRefreshJob(job, signal)).toEqual({ ...first, kind: 'unchanged' })
    const basic = `Basic ${Buffer.from('u:p').toString('base64')}`
    expect(asked).toEqual([`${basic} `, `${basic} "1"`])
    isBroken = true
    await expect(runRefreshJob(job, signal)).rejects.toMatchObject({ code: 'server-error' })
    expect(await (await openIndex(job.place, signal)).find('web', signal)).toBeDefined()
  } finally {
    await server.stop()
  }
})

test('a chart whose tags all have a v is listed by them, because they can be asked for', async () => {
  const registry = await serveRegistry(
    { root: join(folder, 'registry-v'), host: '127.0.0.1', port: 0, onError: () => {} },
    signal,
  )
  try {
    const { host } = new URL(registry.url)
    for (const version of ['v1.9.0', 'v1.18.2']) await push(host, version)
    const place = { name: 'team-v.oci', folder }
    await runRefreshJob(jobFor(`oci://${host}/charts`, { place, charts: ['demo'] }), signal)
    const chart = await (await openIndex(place, signal)).find('demo', signal)
    expect(chart?.versions.map(({ version, description }) => [version, description])).toEqual([
      ['v1.18.2', 'A demo v1.18.2'],
      ['v1.9.0', ''],
    ])
  } finally {
    await registry.close(AbortSignal.timeout(1000))
  }
})

test('a registry is listed by the charts that somebody names', async () => {
  const registry = await serveRegistry(
    { root: join(folder, 'registry'), host: '127.0.0.1', port: 0, onError: () => {} },
    signal,
  )
  try {
    const { host } = new URL(registry.url)
    for (const version of ['0.1.0', '0.2.0', '0.3.0-rc.1', 'v0.4.0']) await push(host, version)
    const place = { name: 'team.oci', folder }
    const job = jobFor(`oci://${host}/charts`, { place, charts: ['demo'] })
    const first = await runRefreshJob(job, signal)
    expect(first).toMatchObject({ kind: 'fetched', charts: 1, versions: 3 })
    expect(await runRefreshJob(job, signal)).toEqual({ ...first, kind: 'unchanged' })
    const chart = await (await openIndex(place, signal)).find('demo', signal)
    expect(chart?.versions.map(({ version, description }) => [version, description])).toEqual([
      ['0.3.0-rc.1', ''],
      ['0.2.0', 'A demo 0.2.0'],
      ['0.1.0', ''],
    ])
    const missing = jobFor(`oci://${host}/charts`, { place, charts: ['nothing'] })
    await expect(runRefreshJob(missing, signal)).rejects.toThrow(
      `there is no chart oci://${host}/charts/nothing`,
    )
  } finally {
    await registry.close(AbortSignal.timeout(1000))
  }
})

async function push(host: string, version: string): Promise<void> {
  const chart = `apiVersion: v2\nname: demo\nversion: ${version}\ndescription: A demo ${version}\n`
  const archive = oddTgz([{ name: 'demo/Chart.yaml', text: chart }])
  const transport = createTransport({})
  try {
    const registry = connectRegistry(host, { transport })
    const created = '2024-01-01T00:00:00Z'
    await pushChart(registry, { below: 'charts', archive, created }, signal)
  } finally {
    await transport.close()
  }
}

interface Answer {
  readonly status: number
  readonly body?: string
}

async function serve(answer: (authorization: string, known: string) => Answer) {
  const server: Server = createServer((request, response) => {
    const known = request.headers['if-none-match'] ?? ''
    const { status, body } = answer(request.headers.authorization ?? '', known)
    response.writeHead(status, { etag: '"1"' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  }
}
