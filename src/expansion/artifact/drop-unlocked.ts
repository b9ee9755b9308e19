import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile, readLock } from '../package/lock.ts'
import { readText, walkTree } from '../package/tree.ts'

/** Deletes the files of a pulled package that its lock does not have: they are of a version before. */
export async function dropUnlocked(folder: string, signal: AbortSignal): Promise<void> {
  const tree = await walkTree(folder, signal)
  const text = await readText(tree, lockFile)
  if (text === undefined) return
  const known = new Set([lockFile, ...readLock(text).files.map(({ path }) => path)])
  for (const path of tree.entries.keys()) {
    if (!known.has(path)) await rm(join(folder, path))
  }
}
