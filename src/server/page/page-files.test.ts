import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../http/fastify-app.ts'
import { PageFiles, noncePlaceholder } from './page-files.ts'

const script = 'console.log("the page")\n'
let top: string
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'outrigger-page-'))
  await writeFile(join(top, 'secret.txt'), 'not of the page')
  const folder = join(top, 'ui')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta property="csp-nonce" nonce="${noncePlaceholder}">`,
  )
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/app-Bx4fT2_q.js'), script)
  await writeFile(join(folder, 'assets/app-Bx4fT2_q.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/app-Bx4fT2_q.js.gz'), gzipSync(script))
  const files = new PageFiles(folder)
  app = await createApp({
    routes: [],
    answer: () => Promise.reject(new Error('there are no routes')),
    otherwise: (path, headers) => files.answer(path, headers),
    failed: (error) => {
      throw error
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(top, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

test.each(['/', '/index.html', '/extensions/metrics', '/a.b/c'])(
  '%s is the document, never kept, with a nonce of its own and no inline script',
  async (url) => {
    const [first, second] = [await get(url), await get(url)]
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    })
    const policy = String(first.headers['content-security-policy'])
    const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? 'none'
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(second.body).not.toBe(first.body)
  },
)

test.each([
  { accepted: 'gzip, deflate, br', encoding: 'br' },
  { accepted: 'gzip', encoding: 'gzip' },
  { accepted: 'br;q=0, gzip', encoding: 'gzip' },
  { accepted: 'identity', encoding: undefined },
])('a hashed file is kept for ever, as $encoding for "$accepted"', async (row) => {
  const answer = await get('/assets/app-Bx4fT2_q.js', { 'accept-encoding': row.accepted })
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-encoding']).toBe(row.encoding)
})

test('a file without a digest in its name is asked for again, and not sent twice', async () => {
  const first = await get('/favicon.svg')
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await get('/favicon.svg', { 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['/assets/gone-00000000.js', '/api', '/api/v1/nothing', '/api/'])(
  '%s is not there',
  async (url) => expect((await get(url)).statusCode).toBe(404),
)

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%00',
  '/%',
])('%s reaches nothing outside of the page', async (url) =>
  expect((await get(url)).body).not.toContain('not of the page'),
)
