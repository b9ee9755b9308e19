import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './find.ts'
import { run } from './run.ts'

/** A virtual environment with packages of PyPI in the cache folder; made once for these versions. */
export async function bringPythonPackages(
  name: string,
  packages: readonly string[],
): Promise<string> {
  const place = join(cacheFolder(process.env), `${name}-${nameOf(packages)}`)
  return await bringPackages(place, async (folder) => {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '-q', ...packages])
  })
}

/** A folder that is whole once its mark is there: an installation that was cut short is begun again. */
export async function bringPackages(
  folder: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const mark = join(folder, 'whole')
  if (existsSync(mark)) return folder
  // A virtual environment knows its own path, so that it cannot be renamed into place.
  await rm(folder, { recursive: true, force: true })
  await install(folder)
  await mkdir(`${mark}.partial`)
  await rename(`${mark}.partial`, mark)
  return folder
}

/** A name for a folder that holds packages. */
export function nameOf(packages: readonly string[]): string {
  return packages.join('-').replaceAll(/[^\w.-]+/g, '-')
}
