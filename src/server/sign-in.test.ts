import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me } from './contract.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'

let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const owner = { user: 'anna', uid: '', groups: ['system:masters'], extra: {} }
const sent = (init: RequestInit & { cookie?: string } = {}): RequestInit => {
  const { cookie, headers, ...rest } = init
  const own = cookie === undefined ? {} : { cookie }
  return { redirect: 'manual', ...rest, headers: { ...(headers as object), ...own } }
}
const call = (path: string, init?: RequestInit & { cookie?: string }) =>
  fetch(`${stage.server.url}${path}`, sent(init))

async function signIn(): Promise<string> {
  const answer = await fetch(stage.server.signInLink(owner), { redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/')
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'nothing', headers: {} },
  { name: 'a token that is wrong', headers: { authorization: 'Bearer abc.def.ghi' } },
  { name: 'a scheme that is not ours', headers: { authorization: 'Basic YTpi' } },
  { name: 'a cookie that nobody made', headers: { cookie: 'outrigger-session=abc' } },
  {
    name: 'headers of a proxy',
    headers: { 'impersonate-user': 'system:admin', 'x-remote-user': 'a' },
  },
])('$name signs in nobody', async ({ headers }) => {
  const answer = await call('/api/v1/plugins', { headers })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  expect(await answer.json()).toMatchObject({ status: 401, reason: 'Unauthorized' })
})

test.each([{ code: {} }, { token: [] }, { token: 'a', code: 'b' }, {}, { other: 'a' }])(
  'a sign-in with %j is no sign-in',
  async (body) => {
    const answer = await fetch(`${stage.server.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
  },
)

test('a link signs in once', async () => {
  const link = stage.server.signInLink(owner)
  const first = await fetch(link, { redirect: 'manual' })
  expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
  const second = await fetch(link, { redirect: 'manual' })
  expect(second.status).toBe(401)
  expect(await second.json()).toMatchObject({ detail: expect.stringContaining('it was used') })
})

test('a session says who it is, and changes need its token', async () => {
  const cookie = await signIn()
  const me = (await (await call('/api/v1/me', { cookie })).json()) as Me
  expect(me).toMatchObject({ user: 'anna', signedInBy: 'session', sandbox: true })
  const object = JSON.stringify(plugin(stage.team, 'by-session'))
  const change = (headers: Record<string, string>) =>
    call('/api/v1/plugins?dryRun=true', {
      method: 'POST',
      body: object,
      cookie,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const without = await change({})
  expect(await without.json()).toMatchObject({ status: 403, reason: 'CsrfTokenMissing' })
  expect((await change({ 'x-csrf-token': 'wrong' })).status).toBe(403)
  expect((await change({ 'x-csrf-token': me.csrfToken })).status).toBe(201)
})

test('web pages of other origins and other names of this machine are refused', async () => {
  const cookie = await signIn()
  const foreign = await call('/api/v1/me', { cookie, headers: { origin: 'http://evil.example' } })
  expect(foreign.status).toBe(403)
})

const status = async (cookie: string) => (await call('/api/v1/me', { cookie })).status
const tokenOf = async (cookie: string) =>
  ((await (await call('/api/v1/me', { cookie })).json()) as Me).csrfToken

const out = async (cookie: string, query = '') => {
  const headers = { 'x-csrf-token': await tokenOf(cookie) }
  return call(`/api/v1/session${query}`, { method: 'DELETE', cookie, headers })
}

test('signing out ends the session, everywhere ends all of them', async () => {
  const [first, second, third] = [await signIn(), await signIn(), await signIn()]
  expect((await out(first)).status).toBe(204)
  expect([await status(first), await status(second)]).toEqual([401, 200])
  await out(second, '?everywhere=true')
  expect([await status(second), await status(third)]).toEqual([401, 401])
  expect(await status(await signIn())).toBe(200)
})

test('a token of the cluster begins a session, too', async () => {
  const body = JSON.stringify({ token: stage.tokens.viewer })
  const headers = { 'content-type': 'application/json' }
  const answer = await call('/api/v1/session', { method: 'POST', body, headers })
  expect(answer.status).toBe(204)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const me = await (await call('/api/v1/me', { cookie })).json()
  expect(me).toMatchObject({ user: `system:serviceaccount:${stage.team}:viewer` })
})

test('a change leaves a line that names who, what, from where and the outcome', async () => {
  await stage.ask('viewer', 'DELETE', `/api/v1/plugins/${stage.team}/nothing`)
  const line: unknown = JSON.parse(stage.audit.at(-1) ?? '{}')
  expect(line).toMatchObject({
    user: `system:serviceaccount:${stage.team}:viewer`,
    operation: 'deletePlugin',
    target: { namespace: stage.team, name: 'nothing' },
    from: '127.0.0.1',
    status: 404,
    reason: 'NotFound',
  })
  expect(stage.audit.join('\n')).not.toContain(stage.tokens.viewer)
})

test('a session is worth no more than the token that began it', async () => {
  const { namespace, token } = await stage.addUser('leaver')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  const answer = await call('/api/v1/session', { method: 'POST', body, headers })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect(await status(cookie)).toBe(200)
  await stage.removeUser(namespace, 'leaver')
  await expect.poll(() => status(cookie), { timeout: 20_000, interval: 500 }).toBe(401)
}, 30_000)

test('sign-ins leave a line, too, good or bad, and none of them holds the code', async () => {
  await signIn()
  await call('/sign-in?code=some-wrong-code')
  const lines = stage.audit.filter((line) => line.includes('followSignInLink')).slice(-2)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { user: 'anna', status: 303 },
    { status: 401, reason: 'Unauthorized' },
  ])
  expect(lines.join('')).not.toContain('some-wrong-code')
})

test('a create names its object in the audit, also when it is refused', async () => {
  await stage.ask('viewer', 'POST', '/api/v1/plugins', plugin(stage.team, 'refused'))
  expect(JSON.parse(stage.audit.at(-1) ?? '{}')).toMatchObject({
    operation: 'createPlugin',
    target: { namespace: stage.team, name: 'refused' },
    status: 403,
  })
})

test('who fails too often has to wait, and those with good tokens do not', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await call('/sign-in?code=wrong')).status)
  expect(statuses.slice(-1)).toEqual([429])
  const answer = await call('/sign-in?code=wrong')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await stage.ask('viewer', 'GET', '/api/v1/me')).status).toBe(200)
  const unknown = await call('/api/v1/me', { headers: { authorization: 'Bearer a.b.c' } })
  expect(unknown.status).toBe(429)
})
