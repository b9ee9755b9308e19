// One test for each class of faults that servers like this one have had. test/server/guard-rows.ts names the guard of each.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { EncryptJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { extensionKind } from '../kinds/extension.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { readAddressPolicy } from '../sources/policy/policy.ts'
import { listenHttp } from '../std/node/listen-http.ts'
import { OpenIdProvider } from './auth/openid-provider.ts'
import { systemClock } from '../std/clock.ts'
import { stripReadme } from './charts/strip-readme.ts'
import { assembleRoutes } from './open-server.ts'
import { exampleOf } from './resources/kind-routes.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import type { StageUser } from './stage-users-for-test.ts'

const secret = randomBytes(32)
const proxySecret = 'the-secret-of-the-proxy-0123456789'
let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  const proxy = { addresses: ['127.0.0.1'], secret: proxySecret }
  // The address policy as it is unless somebody allows more.
  const fetching = { policy: readAddressPolicy({}), indexFolder: '' }
  stage = await openStage(cluster.client, { secret, proxy, fetching })
  await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'standing'))
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const problemOf = async (answer: Response) =>
  (await answer.json()) as { readonly status: number; readonly detail: string }
const listed = async (user: StageUser) =>
  (await stage.ask(user, 'GET', `/api/v1/plugins?namespace=${stage.team}`)).status

test('CVE-2026-44935: values are never taken from another namespace', async () => {
  const object = plugin(stage.team, 'reaching')
  const valuesFrom = [{ kind: 'Secret', name: 'login', namespace: stage.other }]
  const reaching = { ...object, spec: { ...(object['spec'] as object), valuesFrom } }
  const answer = await stage.ask('editor', 'POST', '/api/v1/plugins?dryRun=true', reaching)
  expect(answer.status).toBe(400)
  expect((await problemOf(answer)).detail).toContain('namespace')
})

test('CVE-2025-14269: the client of one caller never serves the next', async () => {
  for (const user of ['admin', 'nobody', 'editor', 'nobody'] as const) {
    expect([user, await listed(user)]).toEqual([user, user === 'nobody' ? 403 : 200])
  }
  const together = await Promise.all([listed('admin'), listed('nobody'), listed('admin')])
  expect(together).toEqual([200, 403, 200])
})

test.each(['Impersonate-User', 'keep-alive, Impersonate-Group', 'x-outrigger-proxy-secret'])(
  'CVE-2021-31999: "Connection: %s" does not strip the identity of a request',
  async (connection) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        connection,
        'impersonate-user': 'anna',
        'x-outrigger-proxy-secret': proxySecret,
      }
      request(`${stage.server.url}/api/v1/me`, { headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  },
)

test('CVE-2021-31999: a proxy whose user was stripped is nobody', async () => {
  const headers = { 'x-outrigger-proxy-secret': proxySecret, 'impersonate-group': 'system:masters' }
  expect((await fetch(`${stage.server.url}/api/v1/me`, { headers })).status).toBe(401)
})

test('CVE-2025-55190, CVE-2024-52282, CVE-2023-22649: no answer, audit line or log holds a credential', async () => {
  const { viewer } = stage.tokens
  const sent = { 'content-type': 'application/json', 'x-outrigger-proxy-secret': proxySecret }
  const signIn = { method: 'POST', headers: sent, body: JSON.stringify({ token: viewer }) }
  const kubeconfig = `apiVersion: v1
kind: Config
current-context: silent
contexts: [{name: silent, context: {cluster: silent, user: silent}}]
clusters: [{name: silent, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: silent, user: {token: ${viewer}}}]
`
  const asked = [
    await fetch(`${stage.server.url}/api/v1/session`, signIn),
    await fetch(`${stage.server.url}/api/v1/sign-in-methods`),
    await fetch(`${stage.server.url}/api/v1/openapi.json`),
    await stage.ask('viewer', 'GET', '/api/v1/me'),
    await stage.ask('admin', 'POST', '/api/v1/kubeconfigs/test', { kubeconfig }),
    await stage.ask('admin', 'POST', '/api/v1/clusters/silent/register', { kubeconfig }),
    await stage.ask('viewer', 'POST', '/api/v1/plugins', {
      ...plugin(stage.other, 'x'),
      x: viewer,
    }),
  ]
  const bodies = await Promise.all(asked.map((answer) => answer.text()))
  const said = [...bodies, ...stage.audit, ...stage.failures.map(String)].join('\n')
  for (const hidden of [viewer, proxySecret, secret.toString('base64url')]) {
    expect(said.includes(hidden)).toBe(false)
  }
})

const claims = {
  stands: { owner: { user: 'admin', uid: '', groups: ['system:masters'], extra: {} } },
  began: Date.now(),
  csrf: 'x',
}
const forged = (key: Uint8Array, audience: string, expires: string) =>
  new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer('outrigger')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .encrypt(key)
const unsigned = [{ alg: 'none' }, { ...claims, iss: 'outrigger', exp: 9_999_999_999 }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

test.each<{ name: string; cookie: () => Promise<string> }>([
  { name: 'of another key', cookie: () => forged(randomBytes(32), 'cluster', '1h') },
  { name: 'of another cluster (CVE-2023-22482)', cookie: () => forged(secret, 'another', '1h') },
  { name: 'that has expired', cookie: () => forged(secret, 'cluster', '-1h') },
  { name: 'without a signature (CVE-2022-29165)', cookie: async () => `${unsigned}.` },
])('token checks: a session $name signs in nobody', async ({ cookie }) => {
  const headers = { cookie: `outrigger-session=${await cookie()}` }
  expect((await fetch(`${stage.server.url}/api/v1/me`, { headers })).status).toBe(401)
})

test('CVE-2026-44936, CVE-2025-54468: the server fetches nothing from inside the network for anybody', async () => {
  const asked: string[] = []
  const inside = await listenHttp(
    (incoming, response) => {
      asked.push(incoming.url ?? '')
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    },
    { host: '127.0.0.1', port: 0 },
  )
  const resource = resourceOf(extensionKind)
  const addresses = [
    inside.url,
    `http://localhost:${inside.port}`,
    `http://[::ffff:127.0.0.1]:${inside.port}`,
  ]
  const said: string[] = []
  for (const [index, logo] of [...addresses, 'http://169.254.169.254/latest'].entries()) {
    const example = exampleOf(extensionKind) as unknown as KubeObject
    const spec = { ...(example['spec'] as object), logo }
    const name = `inside-${index}`
    await stage.apply({ ...example, metadata: { name }, spec }, resource)
    const answer = await stage.ask('admin', 'GET', `/api/v1/extensions/${name}/logo`)
    said.push((await problemOf(answer)).detail.replace(name, 'NAME'))
  }
  inside.server.close()
  expect(asked).toEqual([])
  // One answer for all: which of them is there is nobody's to learn.
  expect(new Set(said).size).toBe(1)
})

test('CVE-2022-31034: nobody can guess the code of a sign-in link', () => {
  const owner = { user: 'anna', uid: '', groups: [], extra: {} }
  const codes = Array.from(
    { length: 300 },
    () => new URL(stage.server.signInLink(owner)).searchParams.get('code') ?? '',
  )
  // Each place of 32 is one of 64 signs, and none of them follows from the time or from another code.
  expect(Math.min(...codes.map((code) => code.length))).toBeGreaterThanOrEqual(32)
  for (let place = 0; place < 32; place++) {
    expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(40)
  }
})

test('CVE-2024-28175, CVE-2025-47933, CVE-2026-45738: a link of somebody else leads nowhere that runs', () => {
  const links = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' data:text/html,x', 'vbscript:x']
  const written = links.flatMap((link) => [`[read](${link})`, `[read][a]`, `[a]: ${link}`])
  const html = '<a href="javascript:alert(1)" onclick="alert(1)">read</a><script>alert(1)</script>'
  const { text } = stripReadme([...written, html].join('\n\n'), () => '')
  expect(text).toContain('read')
  expect(text).not.toMatch(/script:|data:|<a|<script|alert/i)
})

test.each([
  ['https://example.com/', 201],
  ['HTTP://example.com', 201],
  ['mailto:anna@example.com', 201],
  ['javascript:alert(1)', 422],
  [' javascript:alert(1)', 422],
  ['JaVaScRiPt:alert(1)//http://', 422],
  ['data:text/html,<script>', 422],
  ['https:alert(1)', 422],
  ['//example.com', 422],
  ['', 422],
])('CVE-2024-28175: the link %j of an Extension is answered with %i', async (url, status) => {
  const extension = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Extension',
    metadata: { name: 'linked' },
    spec: {
      links: [{ name: 'read', url }],
      sources: [{ kubernetes: '*', repo: 'builtin', name: 'dns', version: '1.0.0' }],
    },
  }
  const path = '/api/v1/extensions?dryRun=true'
  const answer = await stage.ask('admin', 'POST', path, extension)
  expect([status, await answer.text()]).toEqual([answer.status, expect.anything()])
})

const open = ['/api/v1/openapi.json', '/api/v1/sign-in-methods']
test('headlamp#6868, CVE-2024-37152: nothing but the document and the ways to sign in is told to everybody', async () => {
  const { routes } = assembleRoutes({ ...stage.options })
  const read = routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/'))
  for (const { path, query = {} } of read) {
    const filled = path.replaceAll(/\{\w+\}/g, '1')
    const needed = Object.entries(query).filter(([, { required }]) => required === true)
    const search = needed.map(([name, { example }]) => `${name}=${example}`).join('&')
    const { status } = await fetch(`${stage.server.url}${filled}?${search}`)
    expect([path, status]).toEqual([path, open.includes(path) ? 200 : 401])
  }
})

test('CVE-2022-31105: an OpenID provider without TLS is not believed', () => {
  const options = {
    issuer: new URL('http://provider.example'),
    clientId: 'a',
    scopes: [],
    usernameClaim: 'sub',
    groupsClaim: 'groups',
    groupsPrefix: '',
  }
  expect(() => new OpenIdProvider(options, systemClock)).toThrow('must be https')
})

const evil = '<img src=x onerror=alert(1)>'
test.each([
  `/sign-in?code=${encodeURIComponent(evil)}`,
  `/sign-in/oidc?returnTo=${encodeURIComponent('javascript:alert(1)')}`,
  `/sign-in/oidc/callback?error=${encodeURIComponent(evil)}&error_description=${encodeURIComponent(evil)}`,
  `/api/v1/${encodeURIComponent(evil)}`,
  `/${encodeURIComponent(evil)}`,
])(
  'CVE-2022-31102, CVE-2022-31035: %s is answered with nothing that a browser runs',
  async (path) => {
    const answer = await fetch(`${stage.server.url}${path}`, { redirect: 'manual' })
    expect(answer.headers.get('content-type') ?? '').not.toContain('html')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('location') ?? '').not.toContain('javascript')
    expect(await answer.text()).not.toContain('<img')
  },
)

test('CVE-2019-13209: another site can make no change with the session of a browser', async () => {
  const owner = { user: 'anna', uid: '', groups: ['system:masters'], extra: {} }
  const signedIn = await fetch(stage.server.signInLink(owner), { redirect: 'manual' })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const path = `${stage.server.url}/api/v1/plugins/${stage.team}/standing?dryRun=true`
  const change = (headers: Record<string, string>) =>
    fetch(path, { method: 'DELETE', headers: { cookie, ...headers } })
  const answers = [
    await change({}),
    await change({ origin: 'https://evil.example', 'x-csrf-token': 'x' }),
    await change({ 'sec-fetch-site': 'cross-site' }),
    await change({ 'sec-fetch-site': 'same-site' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(signedIn.headers.get('set-cookie')).toContain('SameSite=Strict')
})

test('CVE-2022-41354, CVE-2024-36106: what is hidden is answered like what is missing', async () => {
  const object = plugin(stage.team, 'standing')
  const body = { ...object, metadata: { ...object.metadata, resourceVersion: '1' } }
  for (const [method, suffix] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PUT', ''],
    ['GET', '/events'],
  ] as const) {
    const asked = async (name: string) => {
      const named = { ...body, metadata: { ...body.metadata, name } }
      const path = `/api/v1/plugins/${stage.team}/${name}${suffix}`
      const answer = await stage.ask('nobody', method, path, method === 'PUT' ? named : undefined)
      const { status, detail } = await problemOf(answer)
      return { status, detail: detail.replaceAll(name, 'NAME') }
    }
    const hidden = await asked('standing')
    expect([method, suffix, hidden]).toEqual([method, suffix, await asked('missing')])
    expect([method, suffix, hidden.status]).toEqual([method, suffix, 404])
  }
})

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
test.each<{ name: string; lines: readonly string[] }>([
  { name: 'no HTTP', lines: ['\u0000\u0001\u0002'] },
  { name: 'an endless header', lines: ['GET /api/v1/me HTTP/1.1', `x: ${'a'.repeat(100_000)}`] },
  { name: 'a bad escape', lines: ['GET /%E0%A4%A HTTP/1.1', 'host: localhost', '', ''] },
  {
    name: 'two lengths',
    lines: ['POST /api/v1/session HTTP/1.1', 'content-length: 1', 'content-length: 2'],
  },
  {
    name: 'a deep body',
    lines: [
      'POST /api/v1/session HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      `content-length: ${deep.length}`,
      '',
      deep,
    ],
  },
  {
    name: 'a body of a prototype',
    lines: [
      'POST /api/v1/session HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      'content-length: 32',
      '',
      '{"__proto__":{"token":"a"},"x":1',
    ],
  },
])(
  'CVE-2024-40634, CVE-2025-59531, CVE-2025-23388: $name from nobody does not end the server',
  async ({ lines }) => {
    const { hostname, port } = new URL(stage.server.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.end(`${lines.join('\r\n')}\r\n\r\n`),
      )
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
      socket.resume()
    })
    expect(await listed('admin')).toBe(200)
    expect(stage.failures).toEqual([])
  },
)

test.each([
  null,
  [],
  [null],
  'text',
  5,
  {},
  { token: null },
  { token: {} },
  { token: ['a'] },
  { code: 5 },
  { token: 'a', code: 'b' },
  { commits: [null], repository: null },
])('CVE-2025-59537, CVE-2025-59538: %j from nobody is refused', async (body) => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const url = `${stage.server.url}/api/v1/session`
  const answer = await fetch(url, { ...sent, body: JSON.stringify(body) })
  expect([answer.status, stage.failures]).toEqual([400, []])
})

test('CVE-2024-52281: what somebody stored is never served as a page', async () => {
  const object = plugin(stage.team, 'marked')
  const marks = { '<script>alert(1)</script>': evil }
  const metadata = { ...object.metadata, annotations: { 'outrigger.dev/note': evil } }
  const spec = { ...(object['spec'] as object), values: marks }
  await stage.ask('admin', 'POST', '/api/v1/plugins', { ...object, metadata, spec })
  const place = `plugins/${stage.team}/marked`
  const paths = [place, `plugins?search=${evil}`, `${place}/events`, `${place}/values`, 'graph']
  for (const path of [...paths, `search?q=${evil}`, 'audit', `runs/${evil}`]) {
    const { headers } = await stage.ask('admin', 'GET', `/api/v1/${path}`)
    expect([path, headers.get('content-type')]).toEqual([path, expect.stringContaining('json')])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

const attempt = (token: string) =>
  fetch(`${stage.server.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })

test('CVE-2020-8827, CVE-2024-21662: nobody tries tokens without end', async () => {
  for (let count = 0; count < 12; count++) await attempt(`wrong-${count}`)
  expect((await attempt('wrong-again')).status).toBe(429)
  expect(await listed('admin')).toBe(200)
  // One that is known to be wrong is no guess.
  expect((await attempt('wrong-1')).status).toBe(401)
})
