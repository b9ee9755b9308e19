import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeApiTables } from './api-tables.ts'

test('the tables of src/objects/api are what the real server says', async () => {
  for (const { path, text } of await makeApiTables()) {
    const committed = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
    expect(committed === text, `${path} is stale: npm run testbed:tables`).toBe(true)
  }
})
