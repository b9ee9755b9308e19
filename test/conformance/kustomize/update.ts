import { readdir, writeFile } from 'node:fs/promises'
import { runBounded } from '../../../src/std/run-bounded.ts'
import type { KustomizeOutcome, KustomizeRow } from './kustomize-row.ts'
import { runKustomize } from './run-kustomize.ts'

// Records what the real kustomize says for every row: `npm run conformance:update -- kustomize`, or for
// the rows of some files: `npm run conformance:update -- kustomize patches labels`.
const only = process.argv.slice(2).filter((name) => name !== 'kustomize')
const here = new URL('./', import.meta.url)
const atOnce = 2

for (const file of (await readdir(new URL('rows/', here))).toSorted()) {
  const name = file.replace(/\.ts$/, '')
  if (only.length > 0 && !only.includes(name)) continue
  const { rows } = (await import(new URL(`rows/${file}`, here).href)) as {
    rows: readonly KustomizeRow[]
  }
  const recorded: Record<string, KustomizeOutcome> = {}
  for (const row of rows) recorded[row.name] = { error: 'not recorded' }
  const record = async (row: KustomizeRow) => {
    recorded[row.name] = await runKustomize(row)
  }
  await runBounded(rows, atOnce, record, new AbortController().signal)
  const target = new URL(`recorded/${name}.json`, here)
  await writeFile(target, `${JSON.stringify(recorded, undefined, 1)}\n`)
  console.log(`${name}: ${Object.keys(recorded).length} rows`)
}
