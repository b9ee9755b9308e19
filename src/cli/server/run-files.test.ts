import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFiles } from './run-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-runs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('runs are files that are replaced, read together and removed', async () => {
  const kept = runFiles(folder)
  await kept.write('one', 'first')
  await kept.write('one', 'second')
  await kept.write('two', 'other')
  expect((await kept.readAll()).toSorted()).toEqual(['other', 'second'])
  await kept.remove('one')
  await kept.remove('one')
  expect(await kept.readAll()).toEqual(['other'])
})
