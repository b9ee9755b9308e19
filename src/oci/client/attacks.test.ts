import { afterEach, expect, test } from 'vitest'
import {
  type ScriptedServer,
  type Script,
  startScriptedServer,
} from '../../../test/registry/scripted-server.ts'
import { credentialsForHost } from '../auth/find-credentials.ts'
import { readBounded } from '../bytes.ts'
import { digestOf } from '../digest.ts'
import { OciError } from '../errors.ts'
import type { CheckAddress } from './connect.ts'
import { listTags } from './lists.ts'
import { pullBlob } from './transfer/pull-blob.ts'
import { pushBlob } from './transfer/push-blob.ts'
import { type RegistryOptions, connectRegistry } from './registry.ts'
import { pingRegistry, pullManifest } from './resolve.ts'
import { type Transport, createTransport } from './transport.ts'

const signal = new AbortController().signal
const hello = { digest: digestOf(Buffer.from('hello')), size: 5 }
const retries = { attempts: 3, backoff: { first: 1, most: 2 }, mostPatience: 1000 }
const password = 'open-sesame-123'
const running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()))
})

test.each([
  { name: 'another digest', body: 'hullo', says: 'has the digest' },
  { name: 'fewer bytes', body: 'hell', says: 'ended after 4 of 5 bytes' },
  { name: 'more bytes', body: 'hello!', says: 'is longer than its 5 bytes' },
])('a blob with $name fails', async ({ body, says }) => {
  const server = await start((_, response) => void response.end(body))
  await expect(pull(server)).rejects.toThrow(says)
})

test('a blob without end is cut off', async () => {
  const server = await start(sendWithoutEnd)
  await expect(pull(server)).rejects.toThrow('is longer than its 5 bytes')
})

test('a manifest without end, an error without end and a list without end are cut off', async () => {
  const server = await start((request, response) => {
    response.statusCode = request.path.includes('refused') ? 403 : 200
    sendWithoutEnd(request, response)
  })
  const registry = connect(server)
  await expect(pullManifest(registry, 'a', 'v1', signal)).rejects.toMatchObject({
    code: 'too-large',
  })
  await expect(pullManifest(registry, 'a', 'refused', signal)).rejects.toMatchObject({
    code: 'denied',
  })
  await expect(listTags(registry, 'a', {}, signal)).rejects.toMatchObject({ code: 'too-large' })
})

test('a page of very many names is read', async () => {
  const names = JSON.stringify({ tags: Array.from({ length: 500_000 }, () => 'a') })
  const server = await start((_, response) => void response.end(names))
  expect(await listTags(connect(server), 'a', {}, signal)).toHaveLength(500_000)
})

test('a manifest that has not the digest it was asked by is refused', async () => {
  const server = await start((_, response) => void response.end('{}'))
  const pulled = pullManifest(connect(server), 'a', hello.digest, signal)
  await expect(pulled).rejects.toMatchObject({ code: 'digest-mismatch' })
})

test('a redirect to another host takes no credentials with it', async () => {
  const other = await start((_, response) => void response.end('hello'))
  const server = await start(
    guarded((_, response) => redirect(response, `${other.url}/blob?sig=1`)),
  )
  await expect(pull(server, { findCredentials: known(server) })).resolves.toBe('hello')
  expect(server.seen.map(({ authorization }) => authorization)).toEqual([undefined, basic])
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined])
})

test('a challenge behind a redirect is not answered', async () => {
  const other = await start(guarded((_, response) => void response.end('hello')))
  const server = await start(guarded((_, response) => redirect(response, `${other.url}/blob`)))
  const pulled = pull(server, { findCredentials: known(server) })
  await expect(pulled).rejects.toMatchObject({ code: 'unauthorized' })
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined])
})

test('an upload that is sent to another host takes no credentials with it', async () => {
  const other = await start((_, response) => void response.writeHead(201).end())
  const server = await start(
    guarded((_, response) => void response.writeHead(202, { location: `${other.url}/up` }).end()),
  )
  const content = { ...hello, open: () => pieces('hello') }
  const registry = connect(server, { findCredentials: known(server) })
  await pushBlob(registry, 'a', { content, options: {} }, signal)
  expect(other.seen.map(({ authorization, body }) => [authorization, body])).toEqual([
    [undefined, 'hello'],
  ])
})

test('a next page at another host is not fetched', async () => {
  const other = await start((_, response) => void response.end('{"tags":[]}'))
  const server = await start((_, response) => {
    response.setHeader('link', `<${other.url}/v2/a/tags/list>; rel="next"`)
    response.end('{"tags":["a"]}')
  })
  await expect(listTags(connect(server), 'a', {}, signal)).rejects.toThrow('at another host')
  expect(other.seen).toEqual([])
})

test.each([
  { to: 'file:///etc/passwd', says: 'redirects to the scheme file:' },
  { to: 'gopher://127.0.0.1/', says: 'redirects to the scheme gopher:' },
  { to: 'http://', says: 'redirects to nowhere' },
])('a redirect to $to is refused', async ({ to, says }) => {
  const server = await start((_, response) => redirect(response, to))
  await expect(pull(server)).rejects.toThrow(says)
})

test('redirects in a circle end', async () => {
  const server = await start((request, response) => redirect(response, request.path))
  await expect(pull(server)).rejects.toThrow('redirects more than 5 times')
  expect(server.seen).toHaveLength(6)
})

test.each([
  { name: 'by address', host: (server: ScriptedServer) => server.host },
  {
    name: 'by name',
    host: (server: ScriptedServer) => server.host.replace('127.0.0.1', 'localhost'),
  },
])('an address that policy refuses is never connected to: $name', async ({ host }) => {
  const server = await start((_, response) => void response.end('{}'))
  const transport = keep(createTransport({ checkAddress: refuseLoopback }))
  const ping = pingRegistry(connectRegistry(host(server), { transport, retries }), signal)
  await expect(ping).rejects.toMatchObject({ code: 'address-refused' })
  await expect(ping).rejects.toThrow('is not allowed: it is this machine')
  expect(server.seen).toEqual([])
})

test('a redirect to an address that policy refuses is not followed', async () => {
  const other = await start((_, response) => void response.end('hello'))
  const server = await start((_, response) => redirect(response, `${other.url}/internal`))
  const port = Number(other.host.split(':')[1])
  const checkAddress: CheckAddress = (to) => (to.port === port ? 'it is inside' : undefined)
  const transport = keep(createTransport({ checkAddress }))
  await expect(pull(server, { transport })).rejects.toMatchObject({ code: 'address-refused' })
  expect(other.seen).toEqual([])
})

test('no message shows a credential, even when the server repeats it', async () => {
  const server = await start(
    guarded((request, response) => {
      response.statusCode = 400
      const message = `bad ${request.authorization} ${password} http://u:p@h/x?token=abc\n\u001b[2J`
      response.end(JSON.stringify({ errors: [{ code: 'DENIED', message }] }))
    }),
  )
  const error: unknown = await pull(server, { findCredentials: known(server) }).catch(
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(OciError)
  const text = String(error)
  for (const secret of [password, basic.slice(6), 'token=abc', 'u:p@', '\u001b']) {
    expect(text).not.toContain(secret)
  }
  expect(text).toContain('DENIED: bad Basic [redacted]')
})

test('a server that says nothing is given up', async () => {
  const server = await start(() => {})
  const transport = keep(createTransport({ timeouts: { head: 50 } }))
  const once = { ...retries, attempts: 1 }
  const ping = pingRegistry(connectRegistry(server.host, { transport, retries: once }), signal)
  await expect(ping).rejects.toMatchObject({ code: 'timed-out' })
})

const basic = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`

const refuseLoopback: CheckAddress = ({ address }) =>
  /^(127\.|::1)/.test(address) ? 'it is this machine' : undefined

function known(server: ScriptedServer) {
  return credentialsForHost(server.host, { kind: 'password', username: 'me', password })
}

function guarded(script: Script): Script {
  return (request, response) => {
    if (request.authorization === basic) return script(request, response)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end()
  }
}

function redirect(response: Parameters<Script>[1], location: string): void {
  response.writeHead(307, { location }).end()
}

function sendWithoutEnd(_: unknown, response: Parameters<Script>[1]): void {
  const more = () => {
    while (response.write('x'.repeat(65_536)));
  }
  response.on('drain', more).on('error', () => {})
  more()
}

async function start(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script)
  running.push(server)
  return server
}

function keep(transport: Transport): Transport {
  running.push({ stop: transport.close })
  return transport
}

function connect(server: ScriptedServer, options: Partial<RegistryOptions> = {}) {
  const transport = options.transport ?? keep(createTransport())
  return connectRegistry(server.host, { retries, ...options, transport })
}

async function pull(server: ScriptedServer, options: Partial<RegistryOptions> = {}) {
  const stream = pullBlob(connect(server, options), 'a', hello, signal)
  return Buffer.from(await readBounded(stream, 100, 'blob')).toString()
}

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}
