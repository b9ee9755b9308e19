import { stat } from 'node:fs/promises'
import { type IndexPlace, indexPaths } from '../../sources/repository/index-paths.ts'
import { resolveReference } from '../../sources/repository/resolve-reference.ts'
import { readKnown } from '../../sources/repository/table-file.ts'
import { type RefreshOutcome, countIndex } from './refresh-job.ts'

/** The index of that address which an earlier process has left on the disk, and when it was read. */
export async function keptIndex(
  place: IndexPlace,
  url: string,
  signal: AbortSignal,
): Promise<(RefreshOutcome & { readonly at: number }) | undefined> {
  const paths = indexPaths(place)
  const known = await readKnown(paths)
  const address = url.startsWith('oci://') ? url : resolveReference(url, 'index.yaml')
  if (known === undefined || known.url !== address) return undefined
  const { mtimeMs } = await stat(paths.index)
  const counts = await countIndex(place, signal)
  return { kind: 'unchanged', digest: known.digest, ...counts, warnings: [], at: mtimeMs }
}
