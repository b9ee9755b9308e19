import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, removeFile } from './files.ts'
import { walkRepositories } from './repositories.ts'
import { type Store, partPath } from './store.ts'

/** Drops uploads that nobody has written to since a moment (milliseconds since 1970), and counts them. */
export async function removeStaleUploads(
  store: Store,
  since: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for await (const { name } of walkRepositories(store, signal)) {
    const folder = partPath(store, name, '_uploads')
    for (const id of await namesIn(folder)) {
      const path = join(folder, id)
      const { mtimeMs } = await stat(path)
      if (mtimeMs < since && (await removeFile(path))) removed++
    }
  }
  return removed
}
