import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomically } from './write-file-atomically.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
})
afterEach(() => rm(folder, { recursive: true }))

const signal = new AbortController().signal

test('writes text, bytes and streams, over what was there', async () => {
  const path = join(folder, 'x')
  await writeFileAtomically(path, 'old', signal)
  await writeFileAtomically(path, pieces('new', 'er'), signal)
  expect(await readFile(path, 'utf8')).toBe('newer')
})

test('leaves the old content and nothing else when the stream fails', async () => {
  const path = join(folder, 'x')
  await writeFileAtomically(path, 'old', signal)
  await expect(writeFileAtomically(path, failing(), signal)).rejects.toThrow('broken')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['x'])
})

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function* failing() {
  yield Buffer.from('new')
  throw new Error('broken')
}
