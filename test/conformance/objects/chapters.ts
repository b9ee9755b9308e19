import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Json } from '../../../src/objects/json.ts'
import type { ObjectsRow } from './row.ts'

export interface ObjectsChapter {
  readonly name: string
  readonly rows: readonly ObjectsRow[]
  /** The answers of the libraries, by the name of the row. */
  readonly recorded: Readonly<Record<string, Json>>
}

const folder = new URL('./', import.meta.url)

/** All rows with what was recorded for them. */
export async function loadObjectsChapters(): Promise<readonly ObjectsChapter[]> {
  const files = await readdir(new URL('rows/', folder))
  const names = files.map((file) => file.replace(/\.ts$/, '')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const module = (await import(new URL(`rows/${name}.ts`, folder).href)) as {
        readonly rows: readonly ObjectsRow[]
      }
      return { name, rows: module.rows, recorded: await readRecorded(name) }
    }),
  )
}

/** One answer a line. */
export async function saveAnswers(
  name: string,
  answers: Readonly<Record<string, Json>>,
): Promise<void> {
  const lines = Object.entries(answers).map(
    ([row, answer]) => ` ${JSON.stringify(row)}: ${JSON.stringify(answer)}`,
  )
  await writeFile(recordedFile(name), `{\n${lines.join(',\n')}\n}\n`)
}

async function readRecorded(name: string): Promise<Readonly<Record<string, Json>>> {
  try {
    return JSON.parse(await readFile(recordedFile(name), 'utf8')) as Readonly<Record<string, Json>>
  } catch (error) {
    // A new chapter has nothing recorded yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

function recordedFile(name: string): URL {
  return new URL(`recorded/${name}.json`, folder)
}
