import { afterEach, expect, test } from 'vitest'
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import type { Send } from '../client/http.ts'
import { listTags } from '../client/lists.ts'
import { pushBlob } from '../client/transfer/push-blob.ts'
import { connectRegistry } from '../client/registry.ts'
import { pingRegistry, pullManifest } from '../client/resolve.ts'
import { createTransport } from '../client/transport.ts'
import { digestOf } from '../digest.ts'
import type { Credentials } from './credentials.ts'
import { credentialsForHost } from './find-credentials.ts'
import { fetchToken } from './token.ts'

const signal = new AbortController().signal
const me: Credentials = { kind: 'password', username: 'me', password: 'x' }
const basic = `Basic ${Buffer.from('me:x').toString('base64')}`
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

test('a token is fetched for the scope, used again and fetched anew for another', async () => {
  const { registry, tokens } = await startGuarded(me)
  expect(await listTags(registry, 'a', {}, signal)).toBeUndefined()
  expect(await listTags(registry, 'a', {}, signal)).toBeUndefined()
  expect(await pullManifest(registry, 'b/c', 'v1', signal)).toBeUndefined()
  expect(tokens.seen.map(({ path }) => scopesOf(path))).toEqual([
    ['repository:a:pull'],
    ['repository:b/c:pull'],
  ])
  expect(tokens.seen.map(({ authorization }) => authorization)).toEqual([basic, basic])
  expect(tokens.seen[0]?.path).toContain('service=test')
})

test('a mount asks for both repositories, an upload for pull and push', async () => {
  const { registry, tokens } = await startGuarded(me)
  const content = { digest: digestOf(Buffer.from('x')), size: 1, open: () => pieces('x') }
  await pushBlob(registry, 'to', { content, options: { mountFrom: 'from' } }, signal)
  expect(tokens.seen.map(({ path }) => scopesOf(path))).toEqual([
    ['repository:to:pull,push', 'repository:from:pull'],
    ['repository:to:pull,push'],
  ])
})

test('an identity token is exchanged and never sent to the registry', async () => {
  const { registry, tokens } = await startGuarded({ kind: 'identity', token: 'refresh me' })
  await listTags(registry, 'a', {}, signal)
  const form = new URLSearchParams(tokens.seen[0]?.body)
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'refresh me',
    service: 'test',
    client_id: 'outrigger',
    scope: 'repository:a:pull',
  })
})

test('without credentials a token is asked for as nobody', async () => {
  const { registry, tokens } = await startGuarded(undefined)
  await listTags(registry, 'a', {}, signal)
  expect(tokens.seen.map(({ authorization }) => authorization)).toEqual([undefined])
})

test('a registry that refuses the token as well is told of', async () => {
  const tokens = await script((_, response) => void response.end('{"token":"wrong"}'))
  const server = await script((_, response) => {
    response.writeHead(401, { 'www-authenticate': `Bearer realm="${tokens.url}"` }).end()
  })
  const ping = pingRegistry(connect(server.host, me), signal)
  await expect(ping).rejects.toMatchObject({ code: 'unauthorized' })
  expect(server.seen).toHaveLength(2)
})

test.each([
  { name: 'a refusal', status: 401, body: '{"token":"x"}', says: 'answered 401' },
  { name: 'no token', status: 200, body: '{}', says: 'answered without a token' },
  {
    name: 'a token that breaks a header',
    status: 200,
    body: '{"token":"a\\r\\nb: c"}',
    says: 'answered without a token',
  },
  { name: 'no JSON', status: 200, body: 'secret-token', says: 'that is not JSON' },
  { name: 'a list', status: 200, body: '"x"', says: 'that is not a JSON object' },
])('a token server that answers with $name is told of', async ({ status, body, says }) => {
  const tokens = await script((_, response) => void response.writeHead(status).end(body))
  const fetched = fetchToken(
    tokenRequest(tokens.url, 'http://127.0.0.1:1'),
    transport().send,
    signal,
  )
  await expect(fetched).rejects.toThrow(says)
  await expect(fetched).rejects.not.toThrow('secret-token')
})

test.each([
  { realm: 'https://auth.evil.test/token', registry: 'https://registry.example.com' },
  { realm: 'https://evil.azurecr.io/token', registry: 'https://mine.azurecr.io' },
  { realm: 'http://127.0.0.2:1/token', registry: 'http://127.0.0.1:5000' },
])('$realm is not sent the login of $registry, and the way to allow it is told', async (row) => {
  const sent: string[] = []
  const send: Send = async ({ url }) => {
    sent.push(url.href)
    throw new Error('it was asked')
  }
  const { host } = new URL(row.realm)
  const request = tokenRequest(row.realm, row.registry)
  await expect(fetchToken(request, send, signal)).rejects.toThrow(
    `wants its login sent to ${host}, which is not in its own domain; to allow it, add`,
  )
  expect(sent).toEqual([])
  const identity = { kind: 'identity', token: 'refresh me' } as const
  await expect(
    fetchToken({ ...request, credentials: identity }, send, signal),
  ).rejects.toMatchObject({ code: 'denied' })
  expect(sent).toEqual([])
  // A token for nobody tells nothing, and a policy that allows it is obeyed.
  await expect(fetchToken({ ...request, credentials: undefined }, send, signal)).rejects.toThrow(
    'it was asked',
  )
  const mayReceiveLogin = (server: URL) => server.host === host
  await expect(fetchToken({ ...request, mayReceiveLogin }, send, signal)).rejects.toThrow(
    'it was asked',
  )
  expect(sent).toHaveLength(2)
})

test.each([
  { realm: 'http://auth.example/token', says: 'wants credentials sent in the clear' },
  { realm: 'file:///etc/passwd', says: 'names a token server that is no URL' },
  { realm: 'not a url', says: 'names a token server that is no URL' },
])('$realm gets nothing', async ({ realm, says }) => {
  const request = tokenRequest(realm, 'https://registry.example')
  await expect(fetchToken(request, transport().send, signal)).rejects.toThrow(says)
})

async function startGuarded(credentials: Credentials | undefined) {
  let issued = 0
  const tokens = await script((request, response) => {
    issued++
    const name = request.method === 'POST' ? 'access_token' : 'token'
    response.end(JSON.stringify({ [name]: `t${issued}`, expires_in: 300 }))
  })
  const challenge = `Bearer realm="${tokens.url}/token",service="test"`
  const registry = await startTemporaryRegistry({
    // A token is good for what it was issued for; here that is told apart by what is asked.
    checkAccess: ({ authorization, path }) => {
      const scopes = scopesOf(
        tokens.seen[Number(/^Bearer t(\d+)$/.exec(authorization ?? '')?.[1]) - 1],
      )
      const repository = /^\/v2\/(.+?)\/(blobs|manifests|tags)\//.exec(path)?.[1]
      return scopes.some((scope) => scope.startsWith(`repository:${repository}:`))
        ? undefined
        : challenge
    },
  })
  stops.push(registry.stop)
  return { registry: connect(registry.host, credentials), tokens }
}

function connect(host: string, credentials: Credentials | undefined) {
  const found =
    credentials === undefined ? {} : { findCredentials: credentialsForHost(host, credentials) }
  return connectRegistry(host, { transport: transport(), ...found })
}

function transport() {
  const made = createTransport()
  stops.push(made.close)
  return made
}

async function script(answer: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(answer)
  stops.push(server.stop)
  return server
}

function scopesOf(request: string | { readonly path: string; readonly body: string } | undefined) {
  if (request === undefined) return []
  const path = typeof request === 'string' ? request : request.path
  const form = typeof request === 'string' ? '' : request.body
  const own = new URL(path, 'http://x').searchParams.getAll('scope')
  return own.length > 0 ? own : (new URLSearchParams(form).get('scope') ?? '').split(' ')
}

function tokenRequest(realm: string, registry: string) {
  const challenge = { scheme: 'bearer' as const, realm, service: undefined, scopes: [] }
  return { challenge, scopes: ['repository:a:pull'], credentials: me, registry: new URL(registry) }
}

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}
