import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../std/clock.ts'
import { crashOnce } from './crash.ts'
import { StoreError } from './errors.ts'
import { memoryFiles } from './memory-files.ts'
import { openFolder } from './node-files.ts'
import { Store } from './store.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  folders.push(folder)
  return folder
}

function put(store: Store, name: string, text: string) {
  const expected = store.latest('things', name)?.revision ?? 0
  const encode = (revision: number) => {
    const object = { text, revision }
    return { bytes: Buffer.from(JSON.stringify(object)), object }
  }
  return store.write({ operation: 'put', bucket: 'things', name, expected, encode })
}

function remove(store: Store, name: string) {
  const last = store.latest('things', name)
  const encode = () => ({ bytes: last?.bytes ?? Buffer.alloc(0), object: last?.object ?? null })
  const expected = last?.revision ?? 0
  return store.write({ operation: 'delete', bucket: 'things', name, expected, encode })
}

const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'fine'
  } catch (error) {
    return error instanceof StoreError ? error.code : error
  }
}

const encode = () => ({ bytes: Buffer.from('{}'), object: {} })

const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name)

test('300 seeds of crashes lose nothing acknowledged and keep nothing half-written', async () => {
  let acknowledged = 0
  for (let seed = 1; seed <= 300; seed++) {
    acknowledged += await crashOnce(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed}`, { cause })
    })
  }
  expect(acknowledged).toBeGreaterThan(10_000)
})

test('what was written is there after a restart, and so is the history', async () => {
  const folder = await temporaryFolder()
  const first = await Store.open(await openFolder(folder), systemClock)
  await Promise.all([
    put(first, 'b/2', 'two'),
    put(first, 'a/1', 'one'),
    put(first, 'b/1', 'three'),
  ])
  await remove(first, 'b/2')
  await first.close()
  const second = await Store.open(await openFolder(folder), systemClock)
  expect(second.revision).toBe(5)
  expect(namesOf(second.list('things', ''))).toEqual(['a/1', 'b/1'])
  expect(namesOf(second.list('things', 'b/'))).toEqual(['b/1'])
  expect(second.get('things', 'a/1')?.object).toEqual({ text: 'one', revision: 3 })
  expect(namesOf(second.listAt('things', '', 4))).toEqual(['a/1', 'b/1', 'b/2'])
  await second.close()
})

test('a write on an old revision is refused at once, also while the newer one is on its way', async () => {
  const store = await Store.open(memoryFiles(), systemClock)
  const first = put(store, 'x', 'one')
  const stale = { operation: 'put', bucket: 'things', name: 'x', expected: 0, encode } as const
  expect(store.write(stale)).toBeUndefined()
  expect(store.get('things', 'x')).toBeUndefined()
  expect((await first)?.revision).toBe(2)
  expect(store.get('things', 'x')?.revision).toBe(2)
})

test('a watch tells the past, then the present, in order and without a gap', async () => {
  const store = await Store.open(memoryFiles(), systemClock)
  await put(store, 'x', 'one')
  await put(store, 'y', 'two')
  const seen: string[] = []
  const stop = store.watch('things', 2, (event) => seen.push(`${event.type} ${event.entry.name}`))
  await remove(store, 'x')
  stop()
  await put(store, 'z', 'three')
  expect(seen).toEqual(['put y', 'delete x'])
})

test('revisions before a compaction and after the present cannot be watched or listed', async () => {
  const store = await Store.open(memoryFiles(), systemClock)
  for (const text of ['one', 'two', 'three']) await put(store, 'x', text)
  store.compact(3)
  expect(codeOf(() => store.watch('things', 2, () => {}))).toBe('compacted')
  expect(codeOf(() => store.watch('things', 3, () => {}))).toBe('fine')
  expect(codeOf(() => store.listAt('things', '', 9))).toBe('future')
})

test('a folder belongs to one store at a time, and a dead holder does not keep it', async () => {
  const folder = await temporaryFolder()
  const store = await Store.open(await openFolder(folder), systemClock)
  const again = Store.open(await openFolder(folder), systemClock)
  await expect(again).rejects.toMatchObject({ code: 'locked' })
  await store.close()
  await writeFile(join(folder, 'lock'), '999999999 1 gone\n')
  const next = await Store.open(await openFolder(folder), systemClock)
  await next.close()
})

test('damage in the middle of the log is told, not skipped', async () => {
  const folder = await temporaryFolder()
  const store = await Store.open(await openFolder(folder), systemClock)
  for (const text of ['one', 'two', 'three']) await put(store, 'x', text)
  await store.close()
  const path = join(folder, 'log-0000000000000001')
  const bytes = await readFile(path)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await writeFile(path, bytes)
  const damaged = Store.open(await openFolder(folder), systemClock)
  await expect(damaged).rejects.toMatchObject({ code: 'corrupt' })
})
