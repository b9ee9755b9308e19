import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { digestOf, hexOf } from '../../oci/digest.ts'
import { SourceError } from '../errors.ts'
import { openContentCache } from './content-cache.ts'

const signal = new AbortController().signal
const hello = Buffer.from('hello')
const digest = digestOf(hello)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let root: string
beforeEach(async () => {
  folder = await temporaryFolder()
  root = join(folder.path, 'cache')
})
afterEach(() => folder.stop())

test('gives back what was put, by what it is', async () => {
  const cache = await openContentCache({ root })
  expect(await cache.get(digest, signal)).toBeUndefined()
  expect(await cache.put(pieces('hel', 'lo'), { limit: 5 }, signal)).toEqual({ digest, size: 5 })
  expect(await cache.get(digest, signal)).toEqual(hello)
  expect(await text(await cache.open(digest, signal))).toBe('hello')
})

test.each([
  {
    name: 'another digest than the expected',
    put: { limit: 100, digest: digestOf(Buffer.from('other')) },
    code: 'digest-mismatch',
  },
  { name: 'more bytes than the limit', put: { limit: 4 }, code: 'too-large' },
])('keeps nothing of a stream with $name', async ({ put, code }) => {
  const cache = await openContentCache({ root })
  await expect(cache.put(pieces('hel', 'lo'), put, signal)).rejects.toMatchObject({ code })
  expect(await filesBelow(root)).toEqual([])
})

test('ends an endless body at its limit and keeps nothing of it', async () => {
  const cache = await openContentCache({ root })
  let sent = 0
  const endless = async function* () {
    for (;;) {
      sent += 65_536
      yield new Uint8Array(65_536)
    }
  }
  const limit = 1024 * 1024
  await expect(cache.put(endless(), { limit }, signal)).rejects.toMatchObject({ code: 'too-large' })
  expect(sent).toBeLessThanOrEqual(limit + 65_536)
  expect(await filesBelow(root)).toEqual([])
})

test('fetches again what is not what its name says', async () => {
  const cache = await openContentCache({ root })
  await cache.put(pieces('hello'), { limit: 5 }, signal)
  await writeFile(join(root, 'sha256', hexOf(digest)), 'jello')
  expect(await cache.open(digest, signal)).toBeUndefined()
  await cache.put(pieces('hello'), { limit: 5 }, signal)
  await writeFile(join(root, 'sha256', hexOf(digest)), 'hel')
  let fetched = 0
  const fetch = () => {
    fetched++
    return pieces('hello')
  }
  const wanted = { what: 'it', digest, limit: 5, fetch }
  expect(Buffer.from(await cache.getOrFetch(wanted, signal)).toString()).toBe('hello')
  expect(Buffer.from(await cache.getOrFetch(wanted, signal)).toString()).toBe('hello')
  expect(fetched).toBe(1)
})

test('fetches once what many want at the same time', async () => {
  const caches = await Promise.all([1, 2, 3].map(() => openContentCache({ root })))
  let fetched = 0
  const fetch = async function* () {
    fetched++
    yield Buffer.from('hel')
    await new Promise((resolve) => setImmediate(resolve))
    yield Buffer.from('lo')
  }
  const all = caches.flatMap((cache) => [cache, cache])
  const got = await Promise.all(
    all.map((one) => one.getOrFetch({ what: 'it', digest, limit: 5, fetch }, signal)),
  )
  expect(got.map((bytes) => Buffer.from(bytes).toString())).toEqual(Array(6).fill('hello'))
  expect(fetched).toBe(1)
  expect(await readdir(join(root, 'locks'))).toEqual([])
})

test('fetches once what several processes want at the same time', async () => {
  const log = join(folder.path, 'log')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { openContentCache } from ${JSON.stringify(join(import.meta.dirname, 'content-cache.ts'))}
    const cache = await openContentCache({ root: ${JSON.stringify(root)} })
    const fetch = async function* () {
      appendFileSync(${JSON.stringify(log)}, 'fetched ')
      await new Promise((resolve) => setTimeout(resolve, 200))
      yield Buffer.from('hello')
    }
    const wanted = { what: 'it', digest: ${JSON.stringify(digest)}, limit: 5, fetch }
    const bytes = await cache.getOrFetch(wanted, new AbortController().signal)
    process.stdout.write(Buffer.from(bytes).toString())`
  const run = promisify(execFile)
  const words = ['--input-type=module', '-e', program]
  const ended = await Promise.all([1, 2, 3].map(() => run(process.execPath, words)))
  expect(ended.map(({ stdout }) => stdout)).toEqual(['hello', 'hello', 'hello'])
  expect(await readFile(log, 'utf8')).toBe('fetched ')
})

test.each([
  { name: 'of a process that is gone', text: `${await thisHost()} 999999999 x`, age: 0 },
  { name: 'that nobody touched for long', text: 'elsewhere 1 x', age: 60 },
])('does not wait for a lock $name', async ({ text, age }) => {
  const cache = await openContentCache({ root })
  const lock = join(root, 'locks', `${hexOf(digest)}.lock`)
  await writeFile(lock, text)
  const then = new Date(Date.now() - age * 1000)
  await utimes(lock, then, then)
  const wanted = { what: 'it', digest, limit: 5, fetch: () => pieces('hello') }
  expect(await cache.getOrFetch(wanted, signal)).toEqual(hello)
})

test('a failed fetch is told, leaves no lock and can be tried again', async () => {
  const cache = await openContentCache({ root })
  const failing = cache.getOrFetch({ what: 'it', digest, limit: 5, fetch: breakOff }, signal)
  await expect(failing).rejects.toThrow('connection lost')
  expect(await filesBelow(root)).toEqual([])
  const wanted = { what: 'it', digest, limit: 5, fetch: () => pieces('hello') }
  expect(await cache.getOrFetch(wanted, signal)).toEqual(hello)
})

test('lets go of what was not used for longest when there is too much', async () => {
  let now = Date.now()
  const options = { root, limits: { bytes: 20, entries: 100 }, now: () => now }
  const cache = await openContentCache(options)
  const texts = ['one 1', 'two 2', 'three', 'four4']
  for (const [i, text] of texts.entries()) await putAged(cache, text, now - (10 - i) * 3_600_000)
  now += 1
  // Used again, so it is not the oldest any more.
  expect(await cache.get(digestOf(Buffer.from('one 1')), signal)).toBeDefined()
  await cache.put(pieces('five5'), { limit: 5 }, signal)
  const left = []
  for (const text of [...texts, 'five5']) {
    if ((await cache.get(digestOf(Buffer.from(text)), signal)) !== undefined) left.push(text)
  }
  expect(left).toEqual(['one 1', 'four4', 'five5'])
})

test('lets go of what is too old and of what dead processes left', async () => {
  const now = Date.now()
  const cache = await openContentCache({ root, limits: { age: 1000 }, now: () => now })
  await putAged(cache, 'old', now - 5000)
  const leftover = join(root, 'partial', 'of-somebody')
  await writeFile(leftover, 'half')
  const long = new Date(now - 2 * 3_600_000)
  await utimes(leftover, long, long)
  const again = await openContentCache({ root, limits: { age: 1000 }, now: () => now })
  await again.put(pieces('hello'), { limit: 5 }, signal)
  expect(await filesBelow(root)).toEqual([`sha256/${hexOf(digest)}`])
})

test.each([
  {
    name: 'the cache folder is a link',
    plant: async () => {
      await mkdir(join(folder.path, 'elsewhere'))
      await symlink(join(folder.path, 'elsewhere'), root)
    },
    says: 'is a link',
  },
  {
    name: 'a folder in it is a link',
    plant: async () => {
      await mkdir(join(folder.path, 'elsewhere'))
      await mkdir(root, { mode: 0o700 })
      await symlink(join(folder.path, 'elsewhere'), join(root, 'sha256'))
    },
    says: 'is a link',
  },
  {
    name: 'it is a file',
    plant: () => writeFile(root, ''),
    says: 'is not a folder',
  },
  {
    name: 'others may write to it',
    plant: async () => {
      await mkdir(root)
      await chmod(root, 0o777)
    },
    says: 'may be written to by others',
  },
  {
    name: 'everybody may exchange it',
    plant: () => chmod(folder.path, 0o777),
    says: 'may be written to by everybody',
  },
])('refuses the cache when $name, and writes nothing', async ({ plant, says }) => {
  await plant()
  const opened = openContentCache({ root })
  await expect(opened).rejects.toThrow(says)
  await expect(opened).rejects.toBeInstanceOf(SourceError)
  expect(await filesBelow(folder.path)).toEqual(says === 'is not a folder' ? ['cache'] : [])
})

test.runIf(process.getuid?.() === 0)('refuses the folder of another user', async () => {
  await mkdir(root, { mode: 0o700 })
  await chown(root, 12_345, 12_345)
  await expect(openContentCache({ root })).rejects.toThrow('belongs to user 12345')
})

test('refuses an entry that is a link', async () => {
  const cache = await openContentCache({ root })
  await writeFile(join(folder.path, 'secret'), 'hello')
  await symlink(join(folder.path, 'secret'), join(root, 'sha256', hexOf(digest)))
  await expect(cache.get(digest, signal)).rejects.toMatchObject({ code: 'unsafe-cache' })
  await rm(join(root, 'sha256', hexOf(digest)))
  expect(await cache.get(digest, signal)).toBeUndefined()
})

async function* breakOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hel')
  throw new Error('connection lost')
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function text(stream: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function putAged(
  cache: Awaited<ReturnType<typeof openContentCache>>,
  content: string,
  time: number,
): Promise<void> {
  const { digest } = await cache.put(pieces(content), { limit: 100 }, signal)
  const date = new Date(time)
  await utimes(join(root, 'sha256', hexOf(digest)), date, date)
}

async function filesBelow(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
      // The cache's own, there from the beginning.
      .filter((name) => name !== 'secret')
  )
}

async function thisHost(): Promise<string> {
  return (await import('node:os')).hostname()
}
