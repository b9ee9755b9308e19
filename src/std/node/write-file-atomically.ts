import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that a reader sees the old or the new content and never a part: into a file beside
 * it, to the disk, then by rename. The folder has to be there.
 */
export async function writeFileAtomically(
  path: string,
  content: AsyncIterable<Uint8Array> | Uint8Array | string,
  signal: AbortSignal,
  { mode = 0o644 }: { readonly mode?: number } = {},
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomUUID()}.tmp`)
  try {
    // 'wx': never through a link that somebody put there first.
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(content, { signal })
      await file.sync()
    } finally {
      await file.close()
    }
    signal.throwIfAborted()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
