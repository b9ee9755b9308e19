import { readdir, writeFile } from 'node:fs/promises'
import { findOracle } from '../../oracles/find.ts'
import type { FlagRow } from './flag-row.ts'
import { runHelm } from './run-helm.ts'

// Records what the real helm says for every row of flags: `npm run conformance:update -- flags`.
const helm = findOracle('helm4')
const folder = new URL('./', import.meta.url)
for (const file of (await readdir(new URL('rows/', folder))).toSorted()) {
  const name = file.replace(/\.ts$/, '')
  const { rows } = (await import(new URL(`rows/${file}`, folder).href)) as { rows: readonly FlagRow[] }
  const recorded: Record<string, unknown> = {}
  for (const row of rows) recorded[row.name] = await runHelm(helm, row)
  await writeFile(new URL(`recorded/${name}.json`, folder), `${JSON.stringify(recorded, undefined, 1)}\n`)
  console.log(`${name}: ${rows.length} rows`)
}
