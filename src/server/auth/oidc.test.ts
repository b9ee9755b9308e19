import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KubeClient } from '../../kube/client.ts'
import { readAddressPolicy } from '../../sources/policy/policy.ts'
import { systemClock } from '../../std/clock.ts'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import type { Me } from '../contract.ts'
import { type OpenServer, openServer } from '../open-server.ts'
import { type ServedProvider, serveProvider, testClientId } from './openid-provider-for-test.ts'

let provider: ServedProvider
let server: OpenServer
let stop: () => Promise<void>
/** Milliseconds by which the server's clock goes before that of the machine. */
let ahead = 0
const failures: unknown[] = []

beforeAll(async () => {
  const cluster = await startCluster()
  provider = await serveProvider()
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const client: KubeClient = { ...cluster.client, clock }
  server = await openServer({
    client,
    listen: { host: '127.0.0.1', port: 0 },
    secret: randomBytes(32),
    kept: { read: async () => undefined, write: async () => {} },
    version: '0.0.0-test',
    isSandbox: false,
    fetching: { policy: readAddressPolicy({ allow: [] }), indexFolder: '' },
    audit: () => {},
    failed: (error) => void failures.push(error),
    oidc: {
      issuer: new URL(provider.issuer),
      clientId: testClientId,
      scopes: ['openid', 'groups'],
      usernameClaim: 'sub',
      usernamePrefix: 'oidc:',
      groupsClaim: 'groups',
      groupsPrefix: '',
    },
  })
  stop = async () => {
    await server.close()
    await provider.close()
    await cluster.stop()
  }
}, 60_000)
afterAll(() => stop())
beforeEach(() => {
  ahead = 0
  Object.assign(provider, { claims: { sub: 'anna', groups: ['dev'] }, audience: testClientId })
  Object.assign(provider, { isForged: false, refreshes: 0, knows: true })
})

const get = (url: string, cookie = '') =>
  fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .filter((one) => !one.includes('Max-Age=0'))
    .map((one) => one.split(';')[0])
    .join('; ')

/** The browser's way to the provider and back; the answer of the callback. */
async function signIn(returnTo = '/extensions?a=b', change = (url: URL) => url) {
  const began = await get(`${server.url}/sign-in/oidc?returnTo=${encodeURIComponent(returnTo)}`)
  const atProvider = await get(began.headers.get('location') ?? '')
  const back = change(new URL(atProvider.headers.get('location') ?? ''))
  return get(back.href, cookiesOf(began))
}
const meOf = (cookie: string) => get(`${server.url}/api/v1/me`, cookie)

test('the code flow signs in as the claims say, and leads back', async () => {
  const answer = await signIn()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/extensions?a=b'])
  const me = (await (await meOf(cookiesOf(answer))).json()) as Me
  expect(me).toMatchObject({ user: 'oidc:anna', groups: ['dev'], signedInBy: 'session' })
})

test('the page is told of the provider', async () => {
  const methods = await (await get(`${server.url}/api/v1/sign-in-methods`)).json()
  expect(methods).toEqual({ token: true, link: false, certificate: false, oidc: '/sign-in/oidc' })
})

test.each<{ name: string; how: () => Promise<Response> }>([
  {
    name: 'a state of somebody else',
    how: () =>
      signIn('/', (url) => {
        url.searchParams.set('state', 'another')
        return url
      }),
  },
  {
    name: 'a code that was made up',
    how: () =>
      signIn('/', (url) => {
        url.searchParams.set('code', 'another')
        return url
      }),
  },
  {
    name: 'an answer without a flow of this browser',
    how: () => get(`${server.url}/sign-in/oidc/callback?code=a&state=b`),
  },
  {
    name: 'an ID token for another client',
    how: () => {
      provider.audience = 'another-client'
      return signIn()
    },
  },
  {
    name: 'an ID token that another key signed',
    how: () => {
      provider.isForged = true
      return signIn()
    },
  },
])('CVE-2025-23389, CVE-2024-58267: $name signs in nobody', async ({ how }) => {
  const answer = await how()
  expect(answer.status).toBe(401)
  expect(cookiesOf(answer)).toBe('')
})

test('groups and users of the system are the cluster’s to give', async () => {
  provider.claims = { sub: 'anna', groups: ['system:masters', 'dev'] }
  const me = (await (await meOf(cookiesOf(await signIn()))).json()) as Me
  expect(me.groups).toEqual(['dev'])
})

test.each(['//evil.example', String.raw`/\evil.example`, 'https://evil.example', '/a b'])(
  'never leads back to %s',
  async (returnTo) => {
    const url = `${server.url}/sign-in/oidc?returnTo=${encodeURIComponent(returnTo)}`
    expect((await get(url)).status).toBe(400)
  },
)

test('the provider is asked again after a while, once for all requests, and its new claims count', async () => {
  const cookie = cookiesOf(await signIn())
  await meOf(cookie)
  expect(provider.refreshes).toBe(0)
  ahead = 6 * 60_000
  provider.claims = { sub: 'anna', groups: ['ops'] }
  const answers = await Promise.all([meOf(cookie), meOf(cookie), meOf(cookie)])
  for (const answer of answers) expect(await answer.json()).toMatchObject({ groups: ['ops'] })
  expect(provider.refreshes).toBe(1)
  const [first] = answers
  const renewed = cookiesOf(first ?? Response.error())
  expect(renewed).toContain('outrigger-session=')
  ahead = 12 * 60_000
  expect((await meOf(renewed)).status).toBe(200)
  expect((await meOf(cookie)).status).toBe(200)
  expect(provider.refreshes).toBe(2)
})

test('who is no longer known to the provider is signed out', async () => {
  const cookie = cookiesOf(await signIn())
  provider.knows = false
  ahead = 6 * 60_000
  expect((await meOf(cookie)).status).toBe(401)
})

test('a provider that is someone else after a refresh ends the session', async () => {
  const cookie = cookiesOf(await signIn())
  provider.claims = { sub: 'berta', groups: [] }
  ahead = 6 * 60_000
  expect((await meOf(cookie)).status).toBe(401)
})

test('a session too large for one cookie takes several', async () => {
  const groups = Array.from({ length: 150 }, (_, index) => `a-group-with-a-long-name-${index}`)
  provider.claims = { sub: 'anna', groups }
  const answer = await signIn()
  const cookie = cookiesOf(answer)
  expect(cookie).toContain('outrigger-session-1=')
  expect(((await (await meOf(cookie)).json()) as Me).groups).toHaveLength(150)
})
