import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { type HelmHome, makeHelmHome, type Ran } from './temporary-helm-home.ts'

/** One command line, the words split at blanks; HOME in it is the home of the run. */
export type Line = string

export interface Played {
  /** The output of every line and its end. */
  readonly printed: readonly { readonly exitCode: number; readonly stdout: string }[]
  /** Error texts without their beginning, in which helm and we differ. */
  readonly errors: readonly string[]
  /** The files that are left, by path. */
  readonly files: Readonly<Record<string, string>>
}

export interface Playing {
  /** Which files to look at afterwards. */
  readonly keeps: (path: string) => boolean
  readonly prepare?: (home: HelmHome) => Promise<void>
  /** Makes texts comparable, such as times in files. */
  readonly even?: (text: string) => string
}

/** Plays the same lines by one program in a home of its own. */
export async function play(
  run: (home: HelmHome, words: readonly string[]) => Promise<Ran>,
  lines: readonly Line[],
  { keeps, prepare, even = (text) => text }: Playing,
): Promise<Played> {
  const home = await makeHelmHome()
  const same = (text: string) => even(text.replaceAll(home.folder, 'HOME'))
  try {
    await prepare?.(home)
    const results: Ran[] = []
    for (const line of lines) {
      const words = line.split(' ').map((word) => word.replaceAll('HOME', home.folder))
      results.push(await run(home, words))
    }
    return {
      printed: results.map(({ exitCode, stdout }) => ({ exitCode, stdout: same(stdout) })),
      errors: results.map(({ exitCode, stderr }) => (exitCode === 0 ? '' : errorOf(same(stderr)))),
      files: await filesBelow(home.folder, keeps, same),
    }
  } finally {
    await home.remove()
  }
}

function errorOf(stderr: string): string {
  return (/^error: ([^]*)$/im.exec(stderr)?.[1] ?? stderr).trim()
}

async function filesBelow(
  folder: string,
  keeps: (path: string) => boolean,
  same: (text: string) => string,
): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => keeps(path.slice(folder.length + 1)))
    .toSorted()
  const texts = await Promise.all(paths.map(textAt))
  return Object.fromEntries(paths.map((path, index) => [same(path), same(texts[index] ?? '')]))
}

/** Archives are told by what is in them: the same files may be packed in several ways. */
async function textAt(path: string): Promise<string> {
  if (!path.endsWith('.tgz')) return await readFile(path, 'latin1')
  try {
    const { metadata, raw } = loadChart(path)
    const names = raw.map(({ name }) => name).toSorted()
    return `${metadata.name} ${metadata.version}: ${names.join(' ')}`
  } catch {
    // Some tests leave things that are no charts where charts should be.
    return 'not a chart'
  }
}
