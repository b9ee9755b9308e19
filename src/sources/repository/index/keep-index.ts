import { writeFileAtomically } from '../../../std/node/write-file-atomically.ts'
import { type PendingFile, openPendingFile } from './pending-file.ts'
import { type Origin, fillTable } from './table-file.ts'

export interface Refreshed {
  readonly kind: 'unchanged' | 'fetched'
  /** About entries that Helm leaves out, in its words; of an index that was fetched. */
  readonly warnings: readonly string[]
}

/** Puts a new index, its table and its names into their places; a bad one changes nothing. */
export async function keepIndex(
  index: PendingFile,
  origin: Origin,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { paths } = origin
  const table = await openPendingFile(paths.table, 0o644)
  try {
    const { charts, warnings } = await fillTable(table, index.path, origin, signal)
    await writeFileAtomically(paths.charts, charts.map((name) => `${name}\n`).join(''), signal)
    await index.commit()
    await table.commit()
    return { kind: 'fetched', warnings }
  } finally {
    await table.discard()
  }
}
