import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { SiteError } from '../errors.ts'
import type { FileToPut } from '../runner/runner.ts'
import type { ClusterPlan } from './cluster-plan.ts'

/** An entry of `features.files`. */
export type FileEntry = ClusterPlan['features']['files'][number]

/** A file that was found; its content is opened when it is needed. */
export interface FoundFile {
  readonly content: () => FileToPut['content']
  readonly path: string
  readonly mode: string
}

/** The files that an entry means. */
export type FileSource = (entry: FileEntry, signal: AbortSignal) => Promise<readonly FoundFile[]>

/** Files below the first of these folders that has them: a folder means everything below it. Nothing is read through a link. */
export function folderFiles(...folders: readonly string[]): FileSource {
  return async (entry) => {
    for (const folder of folders) {
      const found = await expand(folder, entry)
      if (found !== undefined) return found
    }
    const where = folders.join(' nor in ')
    throw new SiteError('bad-site', `features.files: ${entry.src} is not in ${where}`)
  }
}

async function expand(
  folder: string,
  { src, dst, mode }: FileEntry,
): Promise<readonly FoundFile[] | undefined> {
  const source = resolve(folder, src)
  if (source !== folder && !source.startsWith(folder + sep)) {
    throw new SiteError('bad-site', `features.files: ${src} leads out of ${folder}`)
  }
  const found = await lstat(source).catch(() => undefined)
  if (found === undefined) return undefined
  if (found.isFile()) {
    const own = mode ?? (found.mode & 0o777).toString(8).padStart(4, '0')
    return [{ content: () => createReadStream(source), path: dst, mode: own }]
  }
  if (!found.isDirectory()) {
    throw new SiteError('bad-site', `features.files: ${src} is neither a file nor a folder`)
  }
  const below = await Promise.all(
    (await readdir(source)).toSorted().map((name) =>
      expand(folder, {
        src: join(src, name),
        dst: `${dst.replace(/\/$/, '')}/${name}`,
        ...(mode === undefined ? {} : { mode }),
      }),
    ),
  )
  return below.flatMap((files) => files ?? [])
}
