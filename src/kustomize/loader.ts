// The reader of a build. The build itself is synchronous and knows no file system: files come from
// a loader that is rooted at a folder, and remote content was fetched before or is refused.

import type { ChartRequest } from './errors.ts'

/** A folder of files, and what can be reached from there. */
export interface Loader {
  /** The folder, absolute; `/` between its parts. */
  readonly root: string
  /** The bytes of a file, as a Go string; throws a KustomizeError when it is not there or not allowed. */
  readonly load: (path: string) => string
  /** The loader of another folder or repository; throws when it is not there, not allowed or a cycle. */
  readonly enter: (path: string) => Loader
  /** The files of a folder below this one, names relative to it; undefined when there is no such folder. */
  readonly folder: (path: string) => readonly FolderFile[] | undefined
  readonly chart: FindChart
}

/** The files of a chart that was fetched; throws when it was not. */
export type FindChart = (request: ChartRequest) => readonly FolderFile[]

export interface FolderFile {
  readonly name: string
  readonly data: Uint8Array
}

/** `a/./b/../c` as `a/c`; an absolute path stays one. */
export function cleanPath(path: string): string {
  const isAbsolute = path.startsWith('/')
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (!isAbsolute) parts.push(part)
  }
  const joined = parts.join('/')
  if (isAbsolute) return `/${joined}`
  return joined === '' ? '.' : joined
}

/** Two paths as one; empty parts do not count. */
export function joinPaths(...parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  return given.length === 0 ? '' : cleanPath(given.join('/'))
}

/** Whether a folder is another one, or below it. */
export function isInside(folder: string, root: string): boolean {
  return root === '/' || folder === root || folder.startsWith(`${root}/`)
}
