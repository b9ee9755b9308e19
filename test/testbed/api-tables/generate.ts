// npm run testbed:tables: writes the tables of src/objects/api again, from a real control plane.
import { writeFile } from 'node:fs/promises'
import { makeApiTables } from './api-tables.ts'

for (const { path, text } of await makeApiTables()) {
  await writeFile(new URL(`../../../${path}`, import.meta.url), text)
  console.log(`${path}: ${text.length} bytes`)
}
