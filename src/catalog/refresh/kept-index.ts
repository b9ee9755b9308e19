import { stat } from 'node:fs/promises'
import { type SourceAccess, accessName } from '../../sources/access.ts'
import { type IndexPlace, indexPaths } from '../../sources/repository/index/index-paths.ts'
import { resolveReference } from '../../sources/repository/resolve-reference.ts'
import { readKnown } from '../../sources/repository/index/table-file.ts'
import { type RefreshOutcome, countIndex } from './refresh-job.ts'

/** An address, and how it is reached. */
export interface KeptSource extends SourceAccess {
  readonly url: string
}

/** The index which an earlier process has left on the disk, of that address and by that access, and when it was read. */
export async function keptIndex(
  place: IndexPlace,
  { url, ...access }: KeptSource,
  signal: AbortSignal,
): Promise<(RefreshOutcome & { readonly at: number }) | undefined> {
  const paths = indexPaths(place)
  const known = await readKnown(paths)
  const address = url.startsWith('oci://') ? url : resolveReference(url, 'index.yaml')
  if (known?.url !== address || known.access !== accessName(access)) return undefined
  const { mtimeMs } = await stat(paths.index)
  const counts = await countIndex(place, signal)
  return { kind: 'unchanged', digest: known.digest, ...counts, warnings: [], at: mtimeMs }
}
