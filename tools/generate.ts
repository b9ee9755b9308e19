// npm run generate: rewrites generated files. With --check it writes nothing and fails when one is stale.
import { resolve } from 'node:path'
import { generatedFiles } from './generators.ts'
import { findStaleFiles, writeFiles } from './stale-files.ts'

const root = resolve(import.meta.dirname, '..')
const stale = await findStaleFiles(generatedFiles, root)
if (process.argv.includes('--check')) {
  for (const { path, because } of stale)
    console.error(`${path} is ${because}; run "npm run generate"`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  await writeFiles(stale, root)
  for (const { path } of stale) console.log(`wrote ${path}`)
  console.log(`${generatedFiles.length - stale.length} of ${generatedFiles.length} were up to date`)
}
