// npm run testbed:tables: writes the tables of src/objects/api and src/apiserver again, from a real control
// plane and from the Go types of Kubernetes; with `-- wire` only the latter.
import { mkdir, writeFile } from 'node:fs/promises'
import { makeApiTables } from './api-tables.ts'
import { makeWireTables } from './wire-tables.ts'

const isWireOnly = process.argv[2] === 'wire'
const tables = [...(isWireOnly ? [] : await makeApiTables()), ...(await makeWireTables())]
for (const { path, text } of tables) {
  const file = new URL(`../../../${path}`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, text)
  console.log(`${path}: ${text.length} bytes`)
}
