import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, type Server, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { readBounded } from '../../oci/bytes.ts'
import type { Lookup } from '../../oci/client/connect.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import { renderText } from '../../template/functions/render-for-test.ts'
import { readAddressPolicy } from '../policy/policy.ts'
import { readProxies } from '../policy/proxies.ts'
import type { Trust } from '../policy/judge.ts'
import { createHttpFetcher } from './fetcher.ts'

const { signal } = new AbortController()
const retries = { attempts: 1, backoff: { first: 1, most: 1 }, mostPatience: 1 }
const login = { username: 'proxy-user', password: 'proxy-word-123' }

/** Requests that the proxy saw, each with the name that the proxy alone turns into an address. */
const seen: string[] = []
let answer: 'lets pass' | 'refuses' | 'is silent' = 'lets pass'
let tls: { readonly ca: string; readonly cert: string; readonly key: string }
let origin: Server
let proxy: Server

beforeAll(async () => {
  tls = makeMaterial()
  origin = await listening(
    createSecureServer(tls, (request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'https://10.0.0.5/secret' })
      response.end(`charts at ${request.headers.host}`)
    }),
  )
  const tunnels = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('through the proxy')
  })
  tunnels.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    if (answer === 'is silent') return
    if (answer === 'refuses') {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const up = connect((origin.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      up.pipe(socket).pipe(up)
    })
    up.on('error', () => socket.destroy())
    socket.on('error', () => up.destroy())
  })
  proxy = await listening(tunnels)
})
afterAll(async () => {
  for (const server of [origin, proxy]) server.close()
})
beforeEach(() => {
  seen.length = 0
  answer = 'lets pass'
})

const basic = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`

test('a source is fetched through the tunnel of a proxy, with the proxy’s own login', async () => {
  await expect(get('https://charts.example.com/index.yaml')).resolves.toBe(
    'charts at charts.example.com',
  )
  expect(seen).toEqual([`CONNECT charts.example.com:443 ${basic}`])
})

test('a source over http is asked of the proxy by its whole address', async () => {
  const allow = ['http://charts.example.com']
  await expect(get('http://charts.example.com/index.yaml', { allow })).resolves.toBe(
    'through the proxy',
  )
  expect(seen).toEqual(['GET http://charts.example.com/index.yaml'])
})

test('a source that NO_PROXY names is not asked of it', async () => {
  const noProxy = '.example.com'
  await expect(get('https://charts.example.com/', { noProxy })).rejects.toMatchObject({
    code: 'unreachable',
  })
  expect(seen).toEqual([])
})

test.each([
  {
    name: 'a private address',
    url: 'https://inside.example.com/',
    addresses: ['10.0.0.5'],
    says: 'no private addresses',
  },
  {
    name: 'a good address and a bad one',
    url: 'https://both.example.com/',
    addresses: ['93.184.215.14', '169.254.169.254'],
    says: 'no metadata addresses',
  },
  { name: 'an address', url: 'https://10.0.0.5/', addresses: [], says: 'no private addresses' },
  {
    name: 'a redirect to an address',
    url: 'https://charts.example.com/away',
    addresses: ['93.184.215.14'],
    says: 'no private addresses',
  },
  {
    name: 'a name that only the proxy knows',
    url: 'https://unknown.example.com/',
    addresses: undefined,
    says: 'unknown.example.com has no address here, and a proxy would decide where it leads; to allow it, add "unknown.example.com" to the allowed addresses',
  },
])('the policy holds behind a proxy: $name', async ({ url, addresses, says }) => {
  await expect(get(url, { addresses, trust: 'untrusted' })).rejects.toThrow(says)
  expect(seen.filter((line) => !line.includes(' charts.example.com:'))).toEqual([])
})

test.each([
  { name: 'an allowed name', allow: ['unknown.example.com'], trust: 'untrusted' },
  { name: 'a trusted one', allow: [], trust: 'trusted' },
] as const)('a name that only the proxy knows is its to find: $name', async ({ allow, trust }) => {
  const found = get('https://unknown.example.com/', { allow, trust, addresses: undefined })
  await expect(found).resolves.toBe('charts at unknown.example.com')
})

test.each([
  { does: 'refuses', code: 'unreachable' },
  { does: 'is silent', code: 'timed-out' },
] as const)('a proxy that $does is told of without its password', async ({ does, code }) => {
  answer = does
  const failure = await get('https://charts.example.com/').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code })
  expect(String(failure)).toContain('https://charts.example.com/')
  expect(String(failure)).not.toContain(login.password)
})

interface Asked {
  readonly allow?: readonly string[]
  readonly noProxy?: string
  readonly trust?: Trust
  /** Of the name, here; undefined where nothing here knows it. */
  readonly addresses?: readonly string[] | undefined
}

async function get(address: string, asked: Asked = {}): Promise<string> {
  const { allow = [], noProxy = '', trust = 'untrusted' } = asked
  const addresses = 'addresses' in asked ? asked.addresses : ['93.184.215.14']
  const lookup: Lookup = (host, _options, done) => {
    const found = addresses?.map((one) => ({ address: one, family: 4 }))
    const missing = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
    })
    if (found === undefined) done(missing, [])
    else done(null, found)
  }
  const { username, password } = login
  const { port } = proxy.address() as AddressInfo
  const own = `http://${username}:${password}@127.0.0.1:${port}`
  const proxies = readProxies({ HTTP_PROXY: own, HTTPS_PROXY: own, NO_PROXY: noProxy })
  const policy = readAddressPolicy({ allow, proxies })
  const source = { url: new URL(address), trust, tls: { ca: tls.ca } }
  const timeouts = { connect: 500, head: 2000, silence: 2000 }
  const fetcher = createHttpFetcher(source, { policy, retries, timeouts, lookup })
  try {
    const found = await fetcher.get({ url: source.url, maxBytes: 1000 }, signal)
    if (found.kind === 'unchanged') return 'unchanged'
    return Buffer.from(await readBounded(found.body, 1000, 'the answer')).toString()
  } finally {
    await fetcher.close()
  }
}

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

function makeMaterial() {
  const template =
    '{{ $ca := genCA "test" 1 }}' +
    '{{ $c := genSignedCert "a" nil (list "*.example.com" "charts.example.com") 1 $ca }}' +
    '{{ $ca.Cert }}{{ $c.Cert }}{{ $c.Key }}'
  const text = renderText(helmFunctions, template, nodeEntropy())
  const [ca = '', cert = '', key = ''] =
    text.match(/-----BEGIN [^]*?-----END [A-Z ]+-----\n/g) ?? []
  return { ca, cert, key }
}
