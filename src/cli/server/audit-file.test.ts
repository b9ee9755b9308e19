import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AuditFile } from './audit-file.ts'

function failed(error: unknown): never {
  throw error
}

test('a full file is renamed, the oldest goes, and no line is lost between two of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-audit-'))
  try {
    const path = join(folder, 'audit.jsonl')
    for (let round = 0; round < 8; round++) {
      const file = await AuditFile.open(path, failed, 20)
      file.write(`line ${round} first half`)
      file.write(`line ${round} second`)
      await file.close()
    }
    const names = (await readdir(folder)).toSorted()
    expect(names).toEqual(['audit.jsonl', ...[1, 2, 3, 4, 5].map((one) => `audit.jsonl.${one}`)])
    const texts = await Promise.all(
      [5, 4, 3, 2, 1].map((one) => readFile(`${path}.${one}`, 'utf8')),
    )
    const kept = [3, 4, 5, 6, 7].map((one) => `line ${one} first half\nline ${one} second\n`)
    expect([...texts, await readFile(path, 'utf8')]).toEqual([...kept, ''])
  } finally {
    await rm(folder, { recursive: true })
  }
})
