import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExpansionFile } from '../../kinds/expansion-file.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'

/** The lists of a package that is passed on, beside its staged files. */
const passedFile = 'passed.json'

export interface PassedOn {
  /** The name of the Expansion. */
  readonly expansion: string
  readonly content: ExpansionFile
}

/** Notes what clusters get that are made of machines later; nothing when the package is not passed on. */
export async function writePassedOn(
  folder: string,
  passed: PassedOn | undefined,
  signal: AbortSignal,
): Promise<void> {
  const path = join(folder, passedFile)
  if (passed === undefined) return await rm(path, { force: true })
  await writeFileAtomically(path, `${JSON.stringify(passed)}\n`, signal)
}

/** The lists of a package that was carried out and is passed on, by the folder of its staged files. */
export async function readPassedOn(folder: string): Promise<PassedOn | undefined> {
  const text = await readFile(join(folder, passedFile), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    },
  )
  return text === undefined ? undefined : (JSON.parse(text) as PassedOn)
}
