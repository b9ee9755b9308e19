import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SourceError } from '../errors.ts'

const scheme = 'file://'

export function isLocal(repository: string): boolean {
  return repository.startsWith(scheme)
}

/** The folder that a repository of `file://` means: seen from the chart unless it is absolute. */
export function localPath(repository: string, chartFolder: string): string {
  const path = repository.startsWith(scheme) ? repository.slice(scheme.length) : repository
  const folder = path.startsWith('/') ? resolve(path) : join(chartFolder, path)
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return folder
  throw new SourceError('not-found', `directory ${folder} not found`)
}
