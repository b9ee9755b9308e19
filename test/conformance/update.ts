import { readdir, readFile, writeFile } from 'node:fs/promises'
import { findOracle } from '../oracles/find.ts'
import type { Outcome } from './case.ts'
import { renderWithHelm } from './helm.ts'
import type { Rows } from './row.ts'

// Records what the real helm says for every row: `npm run conformance:update [-- NAME…]`.
// Rows whose outcome stays the same stay the same in the file, so that a diff shows what changed.

const suites = ['template'] as const
const only = process.argv.slice(2)
const helm = findOracle('helm4')

for (const suite of suites) {
  const folder = new URL(`./${suite}/`, import.meta.url)
  const names = (await readdir(new URL('rows/', folder))).map((file) => file.replace(/\.ts$/, ''))
  for (const name of names.toSorted()) {
    if (only.length > 0 && !only.includes(name)) continue
    const module = (await import(new URL(`rows/${name}.ts`, folder).href)) as { rows: Rows }
    await record(name, module.rows, new URL(`recorded/${name}.json`, folder))
  }
}

async function record(name: string, rows: Rows, file: URL): Promise<void> {
  const before = await readRecorded(file)
  const outcomes = await renderWithHelm(rows, {
    helm,
    likelyFails: (index) => 'error' in (before[rows[index]?.name ?? ''] ?? {}),
    signal: new AbortController().signal,
  })
  const after = Object.fromEntries(rows.map((row, i) => [row.name, outcomes[i]]))
  await writeFile(file, `${JSON.stringify(after, undefined, 1)}\n`)
  const changed = rows.filter((row) => JSON.stringify(before[row.name]) !== JSON.stringify(after[row.name]))
  console.log(`${name}: ${rows.length} rows, ${changed.length} changed`)
}

async function readRecorded(file: URL): Promise<Record<string, Outcome>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, Outcome>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
