import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOracle } from '../../oracles/find.ts'
import type { FlagRow } from './flag-row.ts'
import { type OutputFolderOutcome, outputFolderRows, readTree } from './output-folder-rows.ts'
import { runHelm } from './run-helm.ts'

// Records what the real helm says for every row of flags: `npm run conformance:update -- flags`,
// or for the rows of one file: `npm run conformance:update -- flags set`.
const only = process.argv[3]
const helm = findOracle('helm4')
const folder = new URL('./', import.meta.url)
for (const file of (await readdir(new URL('rows/', folder))).toSorted()) {
  if (only !== undefined && file !== `${only}.ts`) continue
  const { rows } = (await import(new URL(`rows/${file}`, folder).href)) as {
    rows: readonly FlagRow[]
  }
  const recorded: Record<string, unknown> = {}
  for (const row of rows) recorded[row.name] = await runHelm(helm, row)
  await save(file.replace(/\.ts$/, ''), recorded)
}
if (only === undefined || only === 'output-folder') {
  const written: Record<string, unknown> = {}
  for (const { name, calls } of outputFolderRows) written[name] = await writeFolder(calls)
  await save('output-folder', written)
}

async function writeFolder(calls: readonly (readonly string[])[]): Promise<OutputFolderOutcome> {
  const target = mkdtempSync(join(tmpdir(), 'outrigger-output-'))
  try {
    const printed: string[] = []
    for (const words of calls) {
      const args = words.map((word) => word.replace('DIR', target))
      const outcome = await runHelm(helm, { name: '', args })
      if ('error' in outcome) throw new Error(outcome.error)
      printed.push(outcome.stdout.replaceAll(target, 'DIR'))
    }
    return { printed, files: readTree(target) }
  } finally {
    rmSync(target, { recursive: true })
  }
}

async function save(name: string, recorded: Readonly<Record<string, unknown>>): Promise<void> {
  const text = `${JSON.stringify(recorded, undefined, 1)}\n`
  await writeFile(new URL(`recorded/${name}.json`, folder), text)
  console.log(`${name}: ${Object.keys(recorded).length} rows`)
}
