import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Answer, KubeRow } from './row.ts'

/** The answers of the real server, by the name of the row. */
export type Recorded = Readonly<Record<string, readonly Answer[]>>

/** The rows of one file. */
export interface KubeChapter {
  readonly name: string
  readonly rows: readonly KubeRow[]
  readonly recorded: Recorded
}

const folder = new URL('./', import.meta.url)

/** The chapters whose names begin so, in the order of their names; all by default. */
export async function loadKubeChapters(prefix = ''): Promise<readonly KubeChapter[]> {
  const files = await readdir(new URL('rows/', folder))
  const names = files.map((file) => file.replace(/\.ts$/, '')).toSorted()
  return Promise.all(names.filter((name) => name.startsWith(prefix)).map(loadChapter))
}

/** One answer a line: small, and a diff shows the answer that changed. */
export async function saveRecorded(chapter: string, recorded: Recorded): Promise<void> {
  const rows = Object.entries(recorded).map(([name, answers]) => {
    const lines = answers.map((answer) => `  ${JSON.stringify(answer)}`)
    return ` ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n ]`
  })
  await writeFile(recordedFile(chapter), `{\n${rows.join(',\n')}\n}\n`)
}

async function loadChapter(name: string): Promise<KubeChapter> {
  const module = (await import(new URL(`rows/${name}.ts`, folder).href)) as {
    readonly rows: readonly KubeRow[]
  }
  return { name, rows: module.rows, recorded: await readRecorded(name) }
}

async function readRecorded(chapter: string): Promise<Recorded> {
  try {
    return JSON.parse(await readFile(recordedFile(chapter), 'utf8')) as Recorded
  } catch (error) {
    // A new chapter has nothing recorded yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

function recordedFile(chapter: string): URL {
  return new URL(`recorded/${chapter}.json`, folder)
}
