import { subscribe } from 'node:diagnostics_channel'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveApi } from '../../src/apiserver/serve.ts'
import { type OpenPlatform, openPlatform } from '../../src/cli/platform/open-platform.ts'
import { basicHeader } from '../../src/oci/auth/credentials.ts'
import { serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { fixedPorts } from '../cli/run-cli.ts'
import { openExchange } from '../registry/exchange.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'

// Node tells of every socket that begins to listen, so that a listener nobody thought of is found too.
const opened: Server[] = []
subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  opened.push((message as { readonly server: Server }).server)
})

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
let folder = ''
let platform: OpenPlatform
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-listeners-'))
  const ports = fixedPorts()
  platform = await openPlatform(
    {
      folder: join(folder, 'platform'),
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: [],
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: () => {} },
    new AbortController().signal,
  )
  const registry = await startTemporaryRegistry()
  const api = await serveApi({ folder: join(folder, 'api') })
  const sandbox = await serveSandbox({ folder: join(folder, 'sandbox'), port: 0, name: 'one' })
  ends.push(platform.close, registry.stop, api.stop, sandbox.stop)
})

afterAll(async () => {
  for (const end of ends) await end()
  await rm(folder, { recursive: true, force: true })
})

test('all listeners of the program are seen, each on this machine alone', () => {
  // API, charts, registry, metrics and server of a platform; a registry; an API; a sandbox.
  expect(opened).toHaveLength(8)
  expect(opened.map((server) => (server.address() as AddressInfo).address)).toEqual(
    opened.map(() => '127.0.0.1'),
  )
})

test.each([
  { name: 'a name that a page leads here', headers: { host: 'evil.example' } },
  { name: 'that name with the port', headers: { host: 'evil.example:PORT' } },
  { name: 'a name that begins like an address', headers: { host: '127.0.0.1.evil.example:PORT' } },
  { name: 'the address that browsers send here', headers: { host: '0.0.0.0:PORT' } },
  { name: 'a page of another origin', headers: { origin: 'https://evil.example' } },
  { name: 'a page without an origin', headers: { origin: 'null' } },
  { name: 'a page on another port here', headers: { origin: 'http://127.0.0.1:1' } },
  { name: 'an image on a page', headers: { 'sec-fetch-site': 'cross-site' } },
  { name: 'an image on a page of this machine', headers: { 'sec-fetch-site': 'same-site' } },
])('every listener refuses $name, whatever is asked', async ({ headers }) => {
  for (const server of opened) {
    for (const [method, path] of asked) {
      const { status, allowed } = await ask(server, { method, path, headers })
      expect({ path, status, allowed }).toEqual({ path, status: 403, allowed: undefined })
    }
  }
})

test.each([
  { name: 'its address', headers: {} },
  { name: 'localhost', headers: { host: 'localhost:PORT' } },
  { name: 'a page of its own', headers: { origin: 'SCHEME://127.0.0.1:PORT' } },
  { name: 'a person at the address bar', headers: { 'sec-fetch-site': 'none' } },
])('every listener answers $name', async ({ headers }) => {
  for (const server of opened) {
    const statuses = await Promise.all(
      asked.map(async ([method, path]) => (await ask(server, { method, path, headers })).status),
    )
    expect(statuses).toContain(200)
  }
})

test('a stranger replaces no chart that the operator installs from, and pushes none', async () => {
  const at = openExchange(`http://${platform.registry}`, 'charts/dns')
  const before = await at.send('GET', 'manifests/1.3.0')
  expect(before.status).toBe(200)
  const attempts = [
    await at.send('POST', 'blobs/uploads/'),
    await at.putManifest('1.3.0', before.text.replace('dns', 'bad')),
    await at.putManifest('1.3.1', before.text),
    await at.send('DELETE', 'manifests/1.3.0'),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await at.send('GET', 'manifests/1.3.0')).text).toBe(before.text)
  const token = (await readFile(platform.registryTokenFile, 'utf8')).trim()
  const owner = { authorization: basicHeader('outrigger', token) }
  const mine = openExchange(`http://${platform.registry}`, 'charts/dns', owner)
  expect((await mine.putManifest('1.3.1', before.text)).status).toBe(201)
})

const asked = [
  ['GET', '/v2/_catalog'],
  ['GET', '/index.yaml'],
  ['GET', '/metrics'],
  ['GET', '/healthz'],
  ['GET', '/version'],
  ['GET', '/api/v1/openapi.json'],
  ['OPTIONS', '/v2/a/blobs/uploads/'],
  ['POST', '/v2/a/blobs/uploads/'],
] as const

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

interface Told {
  readonly status: number | undefined
  readonly allowed: string | undefined
}

function ask(server: Server, { method, path, headers }: Asked): Promise<Told> {
  const isTls = 'setSecureContext' in server
  const { port } = server.address() as AddressInfo
  const filled = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace('PORT', String(port)).replace('SCHEME', isTls ? 'https' : 'http'),
  ])
  const options = { host: '127.0.0.1', port, method, path, rejectUnauthorized: false }
  const send = isTls ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const request = send({ ...options, headers: Object.fromEntries(filled) }, (response) => {
      response.resume().once('end', () => {
        const allowed = response.headers['access-control-allow-origin']
        resolve({ status: response.statusCode, allowed })
      })
    })
    request.once('error', reject).end()
  })
}
