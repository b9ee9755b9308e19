import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../test/registry/scripted-server.ts'
import { type HttpFetcher, createHttpFetcher } from '../../http/fetcher.ts'
import { strictPolicy } from '../../policy/policy.ts'
import { openIndex } from './cached-index.ts'
import { refreshIndex } from '../refresh-index.ts'

const signal = new AbortController().signal
let folder = ''
let script: Script = () => undefined
let server: ScriptedServer
let fetcher: HttpFetcher
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'))
  server = await startScriptedServer((request, response) => script(request, response))
  const source = { url: new URL(server.url), trust: 'trusted' } as const
  fetcher = createHttpFetcher(source, { policy: strictPolicy })
})
afterEach(async () => {
  await fetcher.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

test('an index is fetched, searched, and not fetched again while it is the same', async () => {
  script = serve(indexOf('1.0.0', '1.1.0'), { etag: '"one"' })
  expect(await refresh()).toEqual({ kind: 'fetched', warnings: [] })
  expect(await versionsOf('a')).toEqual(['1.1.0', '1.0.0'])
  expect(await versionsOf('b')).toBeUndefined()
  expect(await refresh()).toEqual({ kind: 'unchanged', warnings: [] })
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
  expect((await readdir(folder)).toSorted()).toEqual([
    'r-charts.txt',
    'r-index.table',
    'r-index.yaml',
  ])
  expect(await readFile(join(folder, 'r-charts.txt'), 'utf8')).toBe('a\n')
})

test('a date does where a server gives no tag', async () => {
  const date = 'Mon, 06 Jan 2020 10:00:00 GMT'
  script = serve(indexOf('1.0.0'), { 'last-modified': date })
  await refresh()
  expect(await refresh()).toMatchObject({ kind: 'unchanged' })
  expect(server.seen[1]?.headers['if-modified-since']).toBe(date)
})

test('the same bytes are the same index where a server gives neither', async () => {
  script = serve(indexOf('1.0.0'), {})
  await refresh()
  expect(await refresh()).toMatchObject({ kind: 'unchanged' })
})

test('an index that Helm put there is used, and the tag of ours forgotten', async () => {
  script = serve(indexOf('1.0.0'), { etag: '"one"' })
  await refresh()
  await writeFile(join(folder, 'r-index.yaml'), indexOf('2.0.0', '3.0.0'))
  expect(await versionsOf('a')).toEqual(['3.0.0', '2.0.0'])
  await refresh()
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  expect(await versionsOf('a')).toEqual(['1.0.0'])
})

test('a table that is none is made anew', async () => {
  script = serve(indexOf('1.0.0'), {})
  await refresh()
  await writeFile(join(folder, 'r-index.table'), 'nonsense')
  expect(await versionsOf('a')).toEqual(['1.0.0'])
})

test('another address is another index', async () => {
  script = serve(indexOf('1.0.0'), { etag: '"one"' })
  await refresh()
  await refresh(`${server.url}/other`)
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

test.each([
  { name: 'no index', body: 'hello', says: 'cannot unmarshal string' },
  { name: 'a bad entry', body: `${indexOf('1.0.0')}    nonsense: 1\n`, says: 'unknown field' },
  { name: 'nothing', body: '', says: 'empty index.yaml file' },
])('$name changes nothing', async ({ body, says }) => {
  script = serve(indexOf('1.0.0'), {})
  await refresh()
  const before = await readdir(folder)
  script = serve(body, {})
  await expect(refresh()).rejects.toThrow(says)
  expect(await readdir(folder)).toEqual(before)
  expect(await versionsOf('a')).toEqual(['1.0.0'])
})

test('an index that is not in the cache is said to be missing', async () => {
  await expect(openIndex({ name: 'x', folder }, signal)).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a failure is told in the words of Helm, without the query', async () => {
  script = (_, response) => void response.writeHead(404).end()
  const wanted = `failed to fetch ${server.url}/index.yaml?… : 404 Not Found`
  await expect(refresh(`${server.url}/?token=secret`)).rejects.toThrow(wanted)
  expect(server.seen[0]?.path).toBe('/index.yaml?token=secret')
})

function refresh(url = server.url) {
  return refreshIndex({ name: 'r', folder, url, fetcher }, signal)
}

async function versionsOf(chart: string): Promise<readonly string[] | undefined> {
  const index = await openIndex({ name: 'r', folder }, signal)
  return (await index.find(chart, signal))?.versions.map(({ version }) => version)
}

function serve(body: string, validators: Readonly<Record<string, string>>): Script {
  return ({ headers }, response) => {
    const known = headers['if-none-match'] ?? headers['if-modified-since']
    const isSame = known !== undefined && Object.values(validators).includes(known)
    response.writeHead(isSame ? 304 : 200, validators).end(isSame ? undefined : body)
  }
}

function indexOf(...versions: readonly string[]): string {
  const entries = versions.map((version) => `  - name: a\n    version: ${version}\n`)
  return `apiVersion: v1\nentries:\n  a:\n${entries.join('')}`
}
