import { lstat, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadChart } from '../../chart/node/load-chart.ts'
import { SourceError } from '../errors.ts'
import type { DependencyArchive } from './fetch-dependency.ts'

export interface Replacement {
  readonly chartFolder: string
  readonly archives: readonly DependencyArchive[]
  /** Names of dependencies that the chart has inside: their archives stay. */
  readonly inside: ReadonlySet<string>
  /** Runs once the new archives lie there; if it fails, everything is as it was. */
  readonly finish?: () => Promise<void>
  readonly say: (line: string) => void
}

/**
 * Puts archives below charts/ and takes away those that nothing asks for any more. They are written beside
 * it first; whatever goes wrong, charts/ is left as it was.
 */
export async function replaceCharts(
  { chartFolder, archives, inside, finish, say }: Replacement,
  signal: AbortSignal,
): Promise<void> {
  const charts = join(chartFolder, 'charts')
  const isNew = await makeChartsFolder(charts)
  const staging = join(chartFolder, `tmpcharts-${process.pid}`)
  const undo: (() => Promise<void>)[] = isNew ? [() => rmdir(charts)] : []
  try {
    await mkdir(join(staging, 'old'), { recursive: true })
    const names = new Set(archives.map(({ fileName }) => fileName))
    for (const { fileName, archive } of archives) {
      await writeFile(join(staging, fileName), archive, { signal, mode: 0o644 })
    }
    const present = await filesOf(charts)
    say('Deleting outdated charts')
    const outdated = present.filter(
      (name) => !names.has(name) && isOutdated(charts, name, inside, say),
    )
    signal.throwIfAborted()
    const leaving = [...present.filter((name) => names.has(name)), ...outdated]
    for (const name of leaving) {
      await move(join(charts, name), join(staging, 'old', name), undo)
    }
    for (const name of names) await move(join(staging, name), join(charts, name), undo)
    await finish?.()
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function move(from: string, to: string, undo: (() => Promise<void>)[]): Promise<void> {
  await rename(from, to)
  undo.push(() => rename(to, from))
}

/** Whether the folder had to be made. */
async function makeChartsFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return false
  if (found !== undefined || (await lstat(path).catch(() => undefined)) !== undefined) {
    throw new SourceError('bad-config', `${JSON.stringify(path)} is not a directory`)
  }
  await mkdir(path, { mode: 0o755 })
  return true
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}

/** A file that is no chart is not ours to delete. */
function isOutdated(
  charts: string,
  name: string,
  inside: ReadonlySet<string>,
  say: (line: string) => void,
): boolean {
  const path = join(charts, name)
  try {
    return !inside.has(loadChart(path).metadata.name)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(`Could not verify ${path} for deletion: ${why} (Skipping)`)
    return false
  }
}
