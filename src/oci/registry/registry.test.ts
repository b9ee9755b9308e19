import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { collectGarbage } from './collect-garbage.ts'
import { serveRegistry } from './serve.ts'
import { removeStaleUploads } from './stale-uploads.ts'

type Temporary = Awaited<ReturnType<typeof startTemporaryRegistry>>

const signal = new AbortController().signal
let registry: Temporary
beforeEach(async () => {
  registry = await startTemporaryRegistry({ maxBlobBytes: 1000 })
})
afterEach(() => registry.stop())

test.each([
  '/v2/../blobs/uploads/',
  '/v2/a/../../b/blobs/uploads/',
  '/v2/%2e%2e/%2e%2e/blobs/uploads/',
  '/v2/a%2f..%2f..%2fb/blobs/uploads/',
  '/v2/..%5c..%5cb/blobs/uploads/',
  '/v2/_uploads/blobs/uploads/',
  '/v2/a/_tags/blobs/uploads/',
  '/v2//etc/blobs/uploads/',
  '/v2/A/blobs/uploads/',
])('POST %s is no repository and nothing is written', async (path) => {
  const reply = await rawRequest('POST', path)
  expect([reply.status, JSON.parse(reply.text)]).toEqual([
    400,
    { errors: [{ code: 'NAME_INVALID', message: expect.any(String) as unknown, detail: {} }] },
  ])
  expect(await readdir(join(registry.store.root, 'repositories'))).toEqual([])
  expect((await readdir(registry.store.root)).toSorted()).toEqual(['blobs', 'repositories'])
})

test.each([
  { path: '/v2/a/manifests/..', code: 'TAG_INVALID' },
  { path: '/v2/a/manifests/.hidden', code: 'TAG_INVALID' },
  { path: '/v2/a/manifests/%2e%2e', code: 'TAG_INVALID' },
  { path: '/v2/a/manifests/sha256:..', code: 'DIGEST_INVALID' },
  { path: '/v2/a/blobs/sha256:..', code: 'DIGEST_INVALID' },
  { path: '/v2/a/blobs/uploads/..', code: 'BLOB_UPLOAD_UNKNOWN' },
  { path: '/v2/a/blobs/uploads/%2e%2e', code: 'BLOB_UPLOAD_UNKNOWN' },
  { path: '/v2/a/referrers/x', code: 'DIGEST_INVALID' },
])('GET $path is answered $code', async ({ path, code }) => {
  expect(JSON.parse((await rawRequest('GET', path)).text)).toMatchObject({ errors: [{ code }] })
})

test('a web page that leads its own name here is not served', async () => {
  const strange = await rawRequest('GET', '/v2/_catalog', { host: 'evil.example' })
  expect([strange.status, JSON.parse(strange.text)]).toMatchObject([
    403,
    { errors: [{ code: 'DENIED' }] },
  ])
  expect((await rawRequest('GET', '/v2/_catalog', { host: 'localhost' })).status).toBe(200)
})

test('a blob above the limit is refused and dropped', async () => {
  const at = openExchange(registry.url, 'large')
  const start = await at.send('POST', 'blobs/uploads/')
  const reply = await at.send('PATCH', start.location, { body: 'x'.repeat(1001) })
  expect([reply.status, reply.code]).toEqual([413, 'SIZE_INVALID'])
  expect((await at.send('GET', start.location)).status).toBe(404)
})

test('an upload goes on after a restart of the registry', async () => {
  const at = openExchange(registry.url, 'kept')
  const { pathname } = new URL((await at.send('POST', 'blobs/uploads/')).location)
  await at.send('PATCH', pathname, { body: 'hel' })
  const again = await serveRegistry({ root: registry.store.root }, signal)
  const there = openExchange(again.url, 'kept')
  expect((await there.send('GET', pathname)).headers.get('range')).toBe('0-2')
  await again.close(AbortSignal.abort())
})

test('uploads that nobody went on with are dropped, younger ones stay', async () => {
  const at = openExchange(registry.url, 'left')
  const start = await at.send('POST', 'blobs/uploads/')
  expect(await removeStaleUploads(registry.store, Date.now() - 3_600_000, signal)).toBe(0)
  expect((await at.send('GET', start.location)).status).toBe(204)
  expect(await removeStaleUploads(registry.store, Date.now() + 3_600_000, signal)).toBe(1)
  expect((await at.send('GET', start.location)).status).toBe(404)
})

test('a failure inside is told to who runs the registry, and to clients as no fault of theirs', async () => {
  const errors: unknown[] = []
  const root = join(registry.store.root, 'inner')
  const other = await serveRegistry({ root, onError: (error) => void errors.push(error) }, signal)
  await rm(join(root, 'repositories'), { recursive: true })
  await writeFile(join(root, 'repositories'), 'a file where a folder belongs')
  const reply = await openExchange(other.url, 'a').send('POST', 'blobs/uploads/')
  await other.close(AbortSignal.abort())
  expect([reply.status, reply.code]).toEqual([500, 'UNKNOWN'])
  expect(errors).toEqual([expect.objectContaining({ code: 'ENOTDIR' })])
})

test('garbage is content without a link: a blob that another repository has stays', async () => {
  const one = openExchange(registry.url, 'one')
  const shared = await one.putBlob('shared')
  const alone = await one.putBlob('alone')
  await one.send('POST', `/v2/two/blobs/uploads/?mount=${shared}&from=one`)
  for (const digest of [shared, alone]) await one.send('DELETE', `blobs/${digest}`)
  expect(await collectGarbage(registry.store, signal)).toEqual([alone])
  const two = openExchange(registry.url, 'two')
  expect((await two.send('GET', `blobs/${shared}`)).text).toBe('shared')
  expect(await collectGarbage(registry.store, signal)).toEqual([])
})

test('closing lets a running request end', async () => {
  const at = openExchange(registry.url, 'closing')
  const start = await at.send('POST', 'blobs/uploads/')
  const request = httpRequest(start.location, { method: 'PATCH' })
  const answered = once(request, 'response')
  request.write('begun')
  // Only an answer on another connection shows that the server has seen the first bytes.
  while ((await at.send('GET', start.location)).headers.get('range') !== '0-4')
    await Promise.resolve()
  const closed = registry.close(new AbortController().signal)
  request.end(' ended')
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(202)
  await closed
})

function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(registry.url)
  return new Promise((resolve, reject) => {
    // Not fetch, which would tidy the path up before it is sent.
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject).end()
  })
}
