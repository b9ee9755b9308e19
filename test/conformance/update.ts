import { writeFile } from 'node:fs/promises'
import { findOracle } from '../oracles/find.ts'
import { renderWithHelm } from './helm.ts'
import { type Chapter, loadChapters } from './load-rows.ts'

// Records what the real helm says for every row: `npm run conformance:update [-- NAME…]`.
// Rows whose outcome stays the same stay the same in the file, so that a diff shows what changed.

const suites = ['template'] as const
const only = process.argv.slice(2)
const helm = findOracle('helm4')

for (const suite of suites) {
  for (const chapter of await loadChapters(new URL(`./${suite}/`, import.meta.url))) {
    if (only.length === 0 || only.includes(chapter.name)) await record(chapter)
  }
}

async function record({ name, rows, recorded: before, recordedFile }: Chapter): Promise<void> {
  const outcomes = await renderWithHelm(rows, {
    helm,
    likelyFails: (index) => 'error' in (before[rows[index]?.name ?? ''] ?? {}),
    signal: new AbortController().signal,
  })
  const after = Object.fromEntries(rows.map((row, i) => [row.name, outcomes[i]]))
  await writeFile(recordedFile, `${JSON.stringify(after, undefined, 1)}\n`)
  const changed = rows.filter(
    (row) => JSON.stringify(before[row.name]) !== JSON.stringify(after[row.name]),
  )
  console.log(`${name}: ${rows.length} rows, ${changed.length} changed`)
}
