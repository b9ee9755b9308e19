import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { basicHeader } from '../auth/credentials.ts'
import { credentialsForHost } from '../auth/find-credentials.ts'
import { checkLogin } from '../client/check-login.ts'
import { connectRegistry } from '../client/registry.ts'
import { createTransport } from '../client/transport.ts'
import { serveRegistry } from './serve.ts'
import { openWriteToken } from './write-token.ts'

const writeToken = 'the-token-of-this-registry'
const { signal } = new AbortController()
const transport = createTransport()
const owner = { authorization: basicHeader('outrigger', writeToken) }
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>
let blob = ''
beforeAll(async () => {
  running = await startTemporaryRegistry({ writeToken })
  const at = openExchange(running.url, 'charts/dns', owner)
  blob = await at.putBlob('kept')
  const image = await at.image('layer')
  await at.putManifest('1.3.0', image.text)
})
afterAll(async () => {
  await transport.close()
  await running.stop()
})

const reads = [
  ['GET', '/v2/_catalog', 200],
  ['GET', 'tags/list', 200],
  ['GET', 'manifests/1.3.0', 200],
  ['HEAD', 'manifests/1.3.0', 200],
  ['GET', 'blobs/BLOB', 200],
  ['GET', 'referrers/BLOB', 200],
] as const

const writes = [
  ['POST', 'blobs/uploads/'],
  ['POST', 'blobs/uploads/?mount=BLOB&from=charts/dns'],
  ['PATCH', 'blobs/uploads/some-id'],
  ['PUT', 'blobs/uploads/some-id?digest=BLOB'],
  ['DELETE', 'blobs/uploads/some-id'],
  ['PUT', 'manifests/1.3.0'],
  ['PUT', 'manifests/2.0.0'],
  ['DELETE', 'manifests/1.3.0'],
  ['DELETE', 'blobs/BLOB'],
  ['POST', '/v2/'],
  ['PUT', '/v2/_catalog'],
] as const

const strangers = {
  nobody: {},
  'a wrong password': { authorization: basicHeader('outrigger', 'guess') },
  'an empty password': { authorization: basicHeader('outrigger', '') },
  'the token as a user': { authorization: basicHeader(writeToken, '') },
  'a wrong token': { authorization: 'Bearer guess' },
  'an empty token': { authorization: 'Bearer ' },
  'another scheme': { authorization: `Digest ${writeToken}` },
} as const

describe.each(Object.entries(strangers))('%s', (_, headers) => {
  test.each(reads)('reads: %s %s', async (method, path, status) => {
    expect((await ask(method, path, headers)).status).toBe(status)
  })

  test.each(writes)('changes nothing: %s %s', async (method, path) => {
    const reply = await ask(method, path, headers)
    expect([reply.status, reply.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(reply.headers.get('www-authenticate')).toContain(`Bearer realm="${running.url}/token"`)
    expect((await ask('GET', 'manifests/1.3.0', {})).text).toContain('"layers"')
  })
})

test('a token for nothing reads and does not write', async () => {
  const { token } = await issue('GET', '/token?service=x&scope=repository:charts/dns:pull,push', {})
  const headers = { authorization: `Bearer ${token}` }
  expect((await ask('GET', '/v2/', headers)).status).toBe(200)
  const reply = await ask('PUT', 'manifests/1.3.0', headers)
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toContain(
    'scope="repository:charts/dns:pull,push",error="insufficient_scope"',
  )
})

test.each([
  { how: 'password', more: { headers: owner } },
  { how: 'refresh', body: `grant_type=refresh_token&refresh_token=${writeToken}&service=x` },
  { how: 'form', body: `grant_type=password&username=me&password=${writeToken}` },
])('a token by $how writes', async ({ more = {}, body }) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = body === undefined ? more : { headers: form, body }
  const { token } = await issue(body === undefined ? 'GET' : 'POST', '/token', sent)
  const reply = await ask('POST', 'blobs/uploads/', { authorization: `Bearer ${token}` })
  expect(reply.status).toBe(202)
})

test.each([
  { name: 'a wrong password', method: 'GET', more: { headers: strangers['a wrong password'] } },
  { name: 'an empty one', method: 'GET', more: { headers: strangers['an empty password'] } },
  { name: 'a form of nothing', method: 'POST', more: { body: '' } },
  { name: 'a wrong form', method: 'POST', more: { body: 'grant_type=password&password=guess' } },
  { name: 'a form too long', method: 'POST', more: { body: `password=${'x'.repeat(20_000)}` } },
])('no token for $name', async ({ method, more }) => {
  const reply = await openExchange(running.url, 'x').send(method, '/token', more)
  expect([reply.status, reply.code]).toEqual([401, 'UNAUTHORIZED'])
})

test('our own client logs in with the token, and not with another', async () => {
  await expect(checkLogin(connect(writeToken), signal)).resolves.toBeUndefined()
  await expect(checkLogin(connect('guess'), signal)).rejects.toThrow('token server')
})

describe('the file of a token', () => {
  let root = ''
  beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'outrigger-token-'))))
  afterAll(() => rm(root, { recursive: true }))

  test('is for its owner alone, and the same the next time', async () => {
    const first = await openWriteToken(join(root, 'one'), signal)
    expect((await stat(first.file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(root, 'one'))).mode & 0o777).toBe(0o700)
    expect(await openWriteToken(join(root, 'one'), signal)).toEqual(first)
    expect((await openWriteToken(join(root, 'two'), signal)).value).not.toBe(first.value)
    const served = await serveRegistry({ root: join(root, 'one') }, signal)
    const seen = await openExchange(served.url, 'a').send('GET', '/v2/_catalog')
    await served.close(AbortSignal.abort())
    expect(seen.text).not.toContain('token')
  })

  test.each([
    {
      name: 'others can read',
      says: 'is open to others',
      change: (file: string) => chmod(file, 0o644),
    },
    {
      name: 'is a link',
      says: 'is not a plain file',
      change: async (file: string) => {
        await rm(file)
        await writeFile(`${file}-elsewhere`, 'chosen-by-somebody-else', { mode: 0o600 })
        await symlink(`${file}-elsewhere`, file)
      },
    },
    { name: 'is empty', says: 'holds no token', change: (file: string) => writeFile(file, '') },
    {
      name: 'lies where others can write',
      says: 'may be written to by others',
      change: (file: string) => chmod(join(file, '..'), 0o777),
    },
  ])('that $name is refused', async ({ name, says, change }) => {
    const folder = join(root, name)
    const { file } = await openWriteToken(folder, signal)
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(40)
    await change(file)
    await expect(openWriteToken(folder, signal)).rejects.toThrow(says)
  })
})

function ask(method: string, path: string, headers: Readonly<Record<string, string>>) {
  return openExchange(running.url, 'charts/dns', headers).send(method, path.replace('BLOB', blob))
}

async function issue(method: string, path: string, more: object) {
  const reply = await openExchange(running.url, 'x').send(method, path, more)
  return JSON.parse(reply.text) as { readonly token: string }
}

function connect(password: string) {
  const credentials = { kind: 'password', username: 'outrigger', password } as const
  const findCredentials = credentialsForHost(running.host, credentials)
  return connectRegistry(running.host, { transport, findCredentials })
}
