import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../test/registry/scripted-server.ts'
import { digestOf } from '../oci/digest.ts'
import { openContentCache } from './cache/content-cache.ts'
import { SourceError } from './errors.ts'
import { documentFetcher } from './fetch-document.ts'
import { readAddressPolicy, strictPolicy } from './policy/policy.ts'

const { signal } = new AbortController()
const day = 24 * 3600 * 1000
const remedy = '--skip-schema-validation leaves the check out'
const text = '{"type":"integer"}'
const document = { data: new TextEncoder().encode(text), digest: digestOf(Buffer.from(text)) }

let folder: string
let now: number
let answer: Script
let server: ScriptedServer
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'outrigger-documents-')))
  now = Date.now()
  answer = (_, response) => void response.writeHead(200, { etag: '"1"' }).end(text)
  server = await startScriptedServer((request, response) => answer(request, response))
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function fetcher(allow: readonly string[] = [server.url]) {
  const cache = await openContentCache({ root: join(folder, 'cache'), now: () => now })
  const policy = readAddressPolicy({ allow })
  return documentFetcher(
    () => ({ policy, cache }),
    remedy,
    () => now,
  )
}

const plain = async (found: Promise<{ data: Uint8Array; digest: string }>) => {
  const { data, digest } = await found
  return { data: new Uint8Array(data), digest }
}

test('a document is fetched once, and kept by its digest', async () => {
  const url = `${server.url}/a.json`
  const fetch = await fetcher()
  expect(await plain(fetch(url, signal))).toEqual(document)
  expect(await plain((await fetcher())(url, signal))).toEqual(document)
  expect(server.seen.length).toBe(1)
})

test('later its server is asked whether it is still the same', async () => {
  const url = `${server.url}/a.json`
  const fetch = await fetcher()
  await fetch(url, signal)
  now += day
  answer = ({ headers }, response) =>
    void response.writeHead(headers['if-none-match'] === '"1"' ? 304 : 500).end()
  expect(await plain(fetch(url, signal))).toEqual(document)
  now += day
  answer = (_, response) => void response.writeHead(200).end('{}')
  expect((await fetch(url, signal)).digest).toBe(digestOf(Buffer.from('{}')))
})

test('a document that was brought before does while its server does not answer', async () => {
  const url = `${server.url}/a.json`
  const fetch = await fetcher()
  await fetch(url, signal)
  now += day
  answer = (_, response) => void response.destroy()
  expect(await plain(fetch(url, signal))).toEqual(document)
})

test('a document that was brought under other rules does not', async () => {
  const url = `${server.url}/a.json`
  await (
    await fetcher()
  )(url, signal)
  const refused = (await fetcher([]))(url, signal)
  await expect(refused).rejects.toThrow('may name only https')
})

test.each([
  { name: 'an address that is not allowed', url: 'https://10.0.0.1/a.json', says: 'no private' },
  { name: 'the metadata of a cloud', url: 'https://169.254.169.254/a', says: 'no metadata' },
])('$name is refused, and the remedy named', async ({ url, says }) => {
  const fetch = documentFetcher(() => ({ policy: strictPolicy }), remedy)
  const refusal = fetch(url, signal)
  await expect(refusal).rejects.toThrow(`values.schema.json refers to ${url}: `)
  await expect(refusal).rejects.toThrow(says)
  await expect(refusal).rejects.toThrow(`; ${remedy}`)
  await expect(refusal).rejects.toBeInstanceOf(SourceError)
})

test('a document that is not there, and one that is too large, are told of', async () => {
  const fetch = await fetcher()
  answer = (_, response) => void response.writeHead(404).end()
  await expect(fetch(`${server.url}/b.json`, signal)).rejects.toMatchObject({ code: 'not-found' })
  answer = (_, response) => void response.writeHead(200).end(Buffer.alloc(5 * 1024 * 1024, 0x20))
  await expect(fetch(`${server.url}/b.json`, signal)).rejects.toMatchObject({ code: 'too-large' })
})
