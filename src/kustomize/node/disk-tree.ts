import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { KustomizeError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { FileTree } from '../tree-loader.ts'

/** The files of this machine. */
export const diskTree: FileTree = { find, read, filesBelow }

function find(path: string): { readonly path: string; readonly isFolder: boolean } | undefined {
  try {
    const real = realpathSync(path)
    return { path: real, isFolder: statSync(real).isDirectory() }
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw new KustomizeError('missing', `cannot look at ${path}`, { cause: error })
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
}

function read(path: string): Uint8Array {
  try {
    const { size } = statSync(path)
    if (size > limits.fileBytes)
      throw new KustomizeError('limit', `${path} is larger than ${limits.fileBytes} bytes`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof KustomizeError) throw error
    throw new KustomizeError('missing', `cannot read ${path}`, { cause: error })
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}
