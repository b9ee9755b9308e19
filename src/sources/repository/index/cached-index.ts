import { open } from 'node:fs/promises'
import { type IndexPaths, type IndexPlace, indexPaths } from './index-paths.ts'
import type { IndexChart } from './index-row.ts'
import { readCharts } from './index-table.ts'
import { type PendingFile, openPendingFile } from './pending-file.ts'
import { readIndex } from '../parse/read-index.ts'
import { type Origin, fillTable, isCode, missing, readKnown } from './table-file.ts'

/** An index that is in the cache. */
export interface CachedIndex {
  /** In the order of the index; versions with the highest first. */
  readonly charts: (signal: AbortSignal) => AsyncGenerator<IndexChart>
  /** Undefined when the index does not have the chart. */
  readonly find: (chart: string, signal: AbortSignal) => Promise<IndexChart | undefined>
}

/** Opens the index of a repository in the cache; the table is made when Helm has fetched the index. */
export async function openIndex(place: IndexPlace, signal: AbortSignal): Promise<CachedIndex> {
  const paths = indexPaths(place)
  if ((await readKnown(paths)) === undefined) {
    const inMemory = await makeTable(paths, signal)
    if (inMemory !== undefined) return inMemory
  }
  return {
    charts: (inner) => chartsOf(paths, undefined, inner),
    find: async (chart, inner) => {
      for await (const found of chartsOf(paths, chart, inner)) return found
      return undefined
    },
  }
}

// A table that cannot be written beside the index is kept in memory.
async function makeTable(paths: IndexPaths, signal: AbortSignal): Promise<CachedIndex | undefined> {
  const origin: Origin = {
    paths,
    from: { url: '', access: '', digest: '', validators: {} },
    source: paths.index,
  }
  let table: PendingFile
  try {
    table = await openPendingFile(paths.table, 0o644)
  } catch (error) {
    if (isCode(error, 'ENOENT')) throw missing(paths)
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error
    return await indexInMemory(paths.index, signal)
  }
  try {
    await fillTable(table, paths.index, origin, signal)
    await table.commit()
    return undefined
  } finally {
    await table.discard()
  }
}

async function indexInMemory(path: string, signal: AbortSignal): Promise<CachedIndex> {
  let all: IndexChart[] = []
  const sink = {
    write: async (charts: readonly IndexChart[]) => void all.push(...charts),
    restart: async () => {
      all = []
    },
  }
  await readIndex(path, path, sink, signal)
  return {
    charts: async function* () {
      yield* all
    },
    find: async (chart) => all.find(({ name }) => name === chart),
  }
}

async function* chartsOf(
  paths: IndexPaths,
  wanted: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<IndexChart> {
  const file = await open(paths.table, 'r')
  try {
    yield* readCharts(file, wanted, signal)
  } finally {
    await file.close()
  }
}
