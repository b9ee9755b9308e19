import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../test/registry/scripted-server.ts'
import { readBounded } from '../../oci/bytes.ts'
import type { Lookup } from '../../oci/client/connect.ts'
import { basicHeader } from '../../oci/auth/credentials.ts'
import { readAddressPolicy, strictPolicy } from '../policy/policy.ts'
import { refreshIndex } from '../repository/refresh-index.ts'
import { type HttpFetcherOptions, type HttpSource, createHttpFetcher } from './fetcher.ts'

const signal = new AbortController().signal
const retries = { attempts: 1, backoff: { first: 1, most: 1 }, mostPatience: 1 }
const credentials = { kind: 'password', username: 'me', password: 'open-sesame-123' } as const
const running: { readonly stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()))
})

test('a redirect to another place on this machine is refused and nothing is asked there', async () => {
  const other = await start((_, response) => void response.end('secret'))
  const server = await start((_, response) => redirect(response, `${other.url}/x`))
  await expect(get(server, { credentials })).rejects.toMatchObject({
    code: 'address-refused',
    message: `fetching ${other.url}/x is not allowed: a chart, an index, a redirect or a tenant may name only https; to allow it, add "http://${other.host}" to the allowed addresses`,
  })
  expect(other.seen).toEqual([])
})

test('a redirect to another place that is allowed takes no credentials with it', async () => {
  const other = await start((_, response) => void response.end('charts'))
  const server = await start((_, response) => redirect(response, `${other.url}/x`))
  const policy = readAddressPolicy({ allow: [`http://${other.host}`] })
  await expect(get(server, { credentials }, { policy })).resolves.toBe('charts')
  expect(server.seen.map(({ authorization }) => authorization)).toEqual([
    basicHeader(credentials.username, credentials.password),
  ])
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined])
})

test('credentials go along where somebody wants them everywhere', async () => {
  const other = await start((_, response) => void response.end('charts'))
  const server = await start((_, response) => redirect(response, `${other.url}/x`))
  const policy = readAddressPolicy({ allow: [`http://${other.host}`] })
  await get(server, { credentials, passCredentialsAll: true }, { policy })
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([
    basicHeader(credentials.username, credentials.password),
  ])
})

test('a redirect within the source keeps its trust and its credentials', async () => {
  const server = await start(({ path }, response) => {
    if (path === '/') redirect(response, '/x')
    else response.end('charts')
  })
  await expect(get(server, { credentials })).resolves.toBe('charts')
  expect(server.seen.every(({ authorization }) => authorization !== undefined)).toBe(true)
})

test.each([
  { name: 'metadata of a cloud', to: 'https://169.254.169.254/latest', says: 'no metadata' },
  { name: 'metadata in one number', to: 'https://2852039166/latest', says: 'no metadata' },
  { name: 'a mapped loopback', to: 'https://[::ffff:127.0.0.1]/', says: 'no loopback' },
  { name: 'a private network', to: 'https://10.0.0.1/', says: 'no private' },
  { name: 'nowhere', to: 'https://0.0.0.0/', says: 'no unspecified' },
  { name: 'another port', to: 'https://example.com:22/', says: 'only port 443' },
  { name: 'a file', to: 'file:///etc/passwd', says: 'redirects to the scheme file:' },
  { name: 'a name of this machine', to: 'https://localhost/', says: 'no loopback' },
  { name: 'a user of another', to: 'https://me:pw@10.0.0.1/', says: 'no private' },
])('a redirect to $name is refused', async ({ to, says }) => {
  const server = await start((_, response) => redirect(response, to))
  await expect(get(server, {})).rejects.toThrow(says)
})

test('an untrusted source on this machine is refused before anything is sent', async () => {
  const server = await start((_, response) => void response.end('secret'))
  await expect(get(server, { trust: 'untrusted' })).rejects.toMatchObject({
    code: 'address-refused',
  })
  const policy = readAddressPolicy({ allow: ['http://example.com'] })
  await expect(get(server, { trust: 'untrusted' }, { policy })).rejects.toThrow('only https')
  expect(server.seen).toEqual([])
})

test('a name that changes its mind is refused when it does', async () => {
  const server = await start((_, response) => {
    response.setHeader('connection', 'close').end('charts')
  })
  const answers = ['127.0.0.1', '::1']
  const lookup: Lookup = (_, __, callback) => {
    const address = answers.shift() ?? ''
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
  const port = new URL(server.url).port
  const url = new URL(`http://rebind.example.com:${port}/`)
  const policy = readAddressPolicy({ allow: [`http://127.0.0.1:${port}`] })
  const source: HttpSource = { url, trust: 'untrusted' }
  const fetcher = fetcherFor(source, { policy, lookup })
  const once = () => fetcher.get({ url, maxBytes: 100 }, signal)
  const first = await once()
  expect(await bodyOf(first)).toBe('charts')
  await expect(once()).rejects.toThrow(
    `connecting to rebind.example.com:${port} (::1) is not allowed`,
  )
  expect(answers).toEqual([])
  expect(server.seen).toHaveLength(1)
})

const lookupBoth: Lookup = (_, __, callback) => {
  callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ])
}

test('a name with a good and a bad address is refused', async () => {
  const server = await start((_, response) => void response.end('charts'))
  const port = new URL(server.url).port
  const url = new URL(`http://both.example.com:${port}/`)
  const policy = readAddressPolicy({ allow: [`http://127.0.0.1:${port}`] })
  const fetcher = fetcherFor({ url, trust: 'untrusted' }, { policy, lookup: lookupBoth })
  await expect(fetcher.get({ url, maxBytes: 100 }, signal)).rejects.toThrow(
    '(10.0.0.1) is not allowed',
  )
  expect(server.seen).toEqual([])
})

test('a server that redirects for ever is given up', async () => {
  const server = await start(({ path }, response) => redirect(response, `${path}x`))
  await expect(get(server, {})).rejects.toMatchObject({ code: 'redirect-refused' })
})

const endless: Script = (_, response) => {
  const send = () => {
    while (!response.destroyed && response.write('- name: a\n  version: 1.0.0\n'.repeat(1000)));
    if (!response.destroyed) response.once('drain', send)
  }
  send()
}

const trickle: Script = (_, response) => {
  const timer = setInterval(() => response.write('#\n'), 20)
  response.on('close', () => clearInterval(timer))
}

interface BodyRow {
  readonly name: string
  readonly script: Script
  readonly code: string
}

const bodies: readonly BodyRow[] = [
  { name: 'a body without end', script: endless, code: 'too-large' },
  {
    name: 'a body that says it is large',
    script: (_, response) => void response.writeHead(200, { 'content-length': 1e10 }).write('x'),
    code: 'too-large',
  },
  { name: 'a body that never ends to begin', script: trickle, code: 'timed-out' },
  {
    name: 'a body that breaks off',
    script: (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('apiVersion: v1\n')
      setTimeout(() => response.destroy(), 20)
    },
    code: 'unreachable',
  },
  { name: 'no head', script: () => undefined, code: 'timed-out' },
  { name: 'an index of lists in lists', script: body('['.repeat(500_000)), code: 'bad-index' },
  {
    name: 'an index of one key',
    script: body(`apiVersion: v1\nentries:\n  a:\n  - name: ${'x'.repeat(6_000_000)}`),
    code: 'too-large',
  },
  {
    name: 'an index with one line of all',
    script: body(`apiVersion: v1\nserverInfo: ${'x'.repeat(2_000_000)}\n`),
    code: 'too-large',
  },
  {
    name: 'an index that multiplies itself',
    script: body(`apiVersion: v1\nentries: {a: [${bomb()}]}\n`),
    code: 'bad-index',
  },
  {
    name: 'an index with very many versions',
    script: body(
      `apiVersion: v1\nentries:\n  a:\n${'  - name: a\n    version: 1.0.0\n'.repeat(60_000)}`,
    ),
    code: 'too-large',
  },
  {
    name: 'an index with very many charts',
    script: body(
      `apiVersion: v1\nentries:\n${Array.from({ length: 110_000 }, (_, i) => `  a${i}: []\n`).join('')}`,
    ),
    code: 'too-large',
  },
  {
    name: 'a JSON index of lists in lists',
    script: body(`{"apiVersion": "v1", "entries": {"a": [${'['.repeat(500_000)}`),
    code: 'bad-index',
  },
]

test.each(bodies)('$name is refused, and nothing is kept', async ({ script, code }) => {
  const server = await start(script)
  const folder = await mkdtemp(join(tmpdir(), 'attacks-'))
  running.push({ stop: () => rm(folder, { recursive: true }) })
  const fetcher = fetcherFor({ url: new URL(server.url), trust: 'trusted' }, {})
  const options = {
    name: 'r',
    folder,
    url: server.url,
    fetcher,
    maxBytes: 8_000_000,
    totalTime: 400,
  }
  const isSlow = code === 'timed-out'
  const refreshed = refreshIndex({ ...options, ...(isSlow ? {} : { totalTime: 30_000 }) }, signal)
  await expect(refreshed).rejects.toMatchObject({ code })
  expect(await readdir(folder)).toEqual([])
})

test('whoever asks can stop waiting', async () => {
  const server = await start(trickle)
  const asking = new AbortController()
  const fetcher = fetcherFor({ url: new URL(server.url), trust: 'trusted' }, {})
  const answer = await fetcher.get({ url: new URL(server.url), maxBytes: 1e6 }, asking.signal)
  const reading = bodyOf(answer)
  asking.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

async function start(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script)
  running.push(server)
  return server
}

function fetcherFor(source: HttpSource, options: Partial<HttpFetcherOptions>) {
  const fetcher = createHttpFetcher(source, { policy: strictPolicy, retries, ...options })
  running.push({ stop: fetcher.close })
  return fetcher
}

async function get(
  server: ScriptedServer,
  source: Partial<HttpSource>,
  options: Partial<HttpFetcherOptions> = {},
): Promise<string> {
  const url = new URL(server.url)
  const fetcher = fetcherFor({ url, trust: 'trusted', ...source }, options)
  return await bodyOf(await fetcher.get({ url, maxBytes: 100 }, signal))
}

async function bodyOf(answer: Awaited<ReturnType<ReturnType<typeof createHttpFetcher>['get']>>) {
  if (answer.kind === 'unchanged') return 'unchanged'
  return Buffer.from(await readBounded(answer.body, 1e6, 'body')).toString()
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

function body(text: string): Script {
  return (_, response) => void response.end(text)
}

// Ten levels, each ten times the one before.
function bomb(): string {
  const levels = Array.from({ length: 10 }, (_, level) => {
    const above = level === 0 ? 'x' : Array.from({ length: 10 }, () => `*l${level - 1}`).join(', ')
    return `&l${level} [${above}]`
  })
  return `{name: a, version: 1.0.0, keywords: [${levels.join(', ')}]}`
}
