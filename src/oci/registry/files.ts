import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'

/** The size of a file, or undefined when there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return await unlessMissing(async () => (await stat(path)).size)
}

/** The text of a file, or undefined when there is none; any other failure throws. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  return await unlessMissing(() => readFile(path, 'utf8'))
}

/** The names in a folder, sorted; none when there is no folder. Files being written are left out. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = (await unlessMissing(() => readdir(folder))) ?? []
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

/** Removes a file and says whether it was there. */
export async function removeFile(path: string): Promise<boolean> {
  return (await unlessMissing(async () => (await rm(path), true))) ?? false
}

/** Writes a file whole or not at all, and makes its folder. */
export async function writeInto(
  path: string,
  content: string | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomically(path, content, signal)
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
