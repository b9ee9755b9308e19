import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildPage } from '../../tools/build-page.ts'

/** A page that was built for a run, and is gone after it. */
export interface BuiltPage {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Builds the page into a folder of its own. */
export async function builtPage(): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-page-'))
  await buildPage(resolve(import.meta.dirname, '../..'), folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
