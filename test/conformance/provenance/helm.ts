import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvenanceRow } from './rows.ts'

/** The output of `helm verify`, or its refusal. */
export type Verdict = { readonly output: string } | { readonly error: string }

export const filesFolder = join(import.meta.dirname, 'files')
export const recordedFile = join(import.meta.dirname, 'recorded.json')

/** Asks the real helm about a row. */
export function verifyWithHelm(helm: string, row: ProvenanceRow): Verdict {
  return inFolderOf(row, (path) => {
    const words = ['verify', path, '--keyring', join(filesFolder, row.keyring)]
    const { status, stdout, stderr } = spawnSync(helm, words, { encoding: 'utf8' })
    return status === 0 ? { output: stdout } : { error: stderr.replace(/^Error: /, '').trim() }
  })
}

/** Lays a row out as `helm verify` wants it: the archive under its name and FILE.prov beside it. */
export function layOut(row: ProvenanceRow, folder: string): string {
  const path = join(folder, row.fileName ?? 'demo-0.1.0.tgz')
  copyFileSync(join(filesFolder, row.archive ?? 'demo-0.1.0.tgz'), path)
  copyFileSync(join(filesFolder, row.prov), `${path}.prov`)
  return path
}

function inFolderOf<T>(row: ProvenanceRow, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-verify-'))
  try {
    return use(layOut(row, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
