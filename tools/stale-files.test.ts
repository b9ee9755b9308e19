import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStaleFiles, writeFiles } from './stale-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'outrigger-stale-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const page = (content: string) => ({ path: 'page.md', content: () => content })

test('a file that is what its generator makes is not stale', async () => {
  writeFileSync(join(root, 'page.md'), 'new')
  expect(await findStaleFiles([page('new')], root)).toEqual([])
})

test('a file that was edited is stale, and looking changes nothing', async () => {
  writeFileSync(join(root, 'page.md'), 'edited')
  const stale = await findStaleFiles([page('new')], root)
  expect(stale).toEqual([{ path: 'page.md', content: 'new', because: 'different' }])
  expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe('edited')
})

test('a missing file is written with the folders above it', async () => {
  const files = [{ path: 'docs/reference/page.md', content: () => Promise.resolve('new') }]
  const stale = await findStaleFiles(files, root)
  expect(stale.map(({ because }) => because)).toEqual(['missing'])
  await writeFiles(stale, root)
  expect(await findStaleFiles(files, root)).toEqual([])
})
