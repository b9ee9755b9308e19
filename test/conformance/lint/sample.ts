import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LintRow } from './lint-row.ts'

const chartsFolder = fileURLToPath(new URL('../../charts/charts', import.meta.url))

/** Runs something in the folder that a row is about; a chart of its own is written first and gone afterwards. */
export async function inFolderOf<T>(
  { files }: LintRow,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (files === undefined) return work(chartsFolder)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outrigger-lint-')))
  try {
    for (const [path, text] of Object.entries(files)) {
      const full = join(folder, 'sample', path)
      mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true })
      if (!path.endsWith('/')) writeFileSync(full, text)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The output with the folder of the run named the same everywhere. Of an archive helm names the folder
 * that it was unpacked to, we the archive itself.
 */
export function withoutFolder(text: string, folder: string): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/^(\[\w+\]) (?:\S+\/helm-lint\d+\/\S+|FOLDER\/\S+\.tgz):/gm, '$1 ARCHIVE:')
}
