import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { ChartFile } from '../../chart/chart.ts'
import { SourceError } from '../errors.ts'

/**
 * Writes the files of a chart into FOLDER/NAME, which must not be there yet, and gives its path. They
 * are written beside it and renamed, so that the folder is whole or not there.
 */
export async function unpackFiles(
  files: readonly ChartFile[],
  target: { readonly folder: string; readonly name: string },
  signal: AbortSignal,
): Promise<string> {
  const path = join(resolve(target.folder), target.name)
  if (dirname(path) !== resolve(target.folder)) {
    throw new SourceError('unsafe-path', `${JSON.stringify(target.name)} is no name for a folder`)
  }
  if ((await lstat(path).catch(() => undefined)) !== undefined) {
    const message = `a file or directory with the name ${path} already exists`
    throw new SourceError('unsafe-path', message)
  }
  const staging = join(resolve(target.folder), `.${randomUUID()}.part`)
  try {
    await mkdir(staging, { recursive: true })
    for (const file of files) await writeBelow(staging, file, signal)
    await rename(staging, path)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
  return path
}

async function writeBelow(
  folder: string,
  { name, data }: ChartFile,
  signal: AbortSignal,
): Promise<void> {
  const path = join(folder, name)
  // The folder is new and all in it is ours, so there is no link to go through.
  if (!path.startsWith(folder + sep) || name.includes('\0')) {
    throw new SourceError('unsafe-path', `chart file ${JSON.stringify(name)} leaves the chart`)
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, data, { signal })
}
