import { readdir, readFile } from 'node:fs/promises'
import type { Outcome } from './case.ts'
import type { Rows } from './row.ts'

/** The rows of one file, and what the real helm said for each of them by name. */
export interface Chapter {
  readonly name: string
  readonly rows: Rows
  readonly recorded: Readonly<Record<string, Outcome>>
  readonly recordedFile: URL
}

/** The chapters of a suite, in the order of their names. `folder` is its address, with a slash at the end. */
export async function loadChapters(folder: URL): Promise<Chapter[]> {
  const files = await readdir(new URL('rows/', folder))
  const names = files.map((file) => file.replace(/\.ts$/, '')).toSorted()
  return Promise.all(names.map((name) => loadChapter(folder, name)))
}

async function loadChapter(folder: URL, name: string): Promise<Chapter> {
  const module = (await import(new URL(`rows/${name}.ts`, folder).href)) as { rows: Rows }
  const recordedFile = new URL(`recorded/${name}.json`, folder)
  return { name, rows: module.rows, recorded: await readRecorded(recordedFile), recordedFile }
}

async function readRecorded(file: URL): Promise<Record<string, Outcome>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, Outcome>
  } catch (error) {
    // A new chapter has nothing recorded yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
