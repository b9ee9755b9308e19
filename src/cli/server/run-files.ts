import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptRuns } from '../../server/runs/runs.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'

const ending = '.json'
// A run that has ended is written to the end.
const never = new AbortController().signal

/** Keeps the runs of the server in a folder of its own, a file for each. */
export function runFiles(folder: string): KeptRuns {
  return {
    readAll: async () => {
      const names = await readdir(folder)
      const files = names.filter((name) => name.endsWith(ending))
      return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    },
    write: (id, text) =>
      writeFileAtomically(join(folder, `${id}${ending}`), text, never, { mode: 0o600 }),
    remove: (id) => rm(join(folder, `${id}${ending}`), { force: true }),
  }
}
