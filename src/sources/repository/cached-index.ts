import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { SourceError } from '../errors.ts'
import type { HttpFetcher, Validators } from '../http/fetcher.ts'
import { maxIndexBytes } from '../http/limits.ts'
import { type IndexPaths, type IndexPlace, indexPaths } from './index-paths.ts'
import type { IndexChart } from './index-row.ts'
import type { IndexSummary } from './index-sink.ts'
import { type FileMark, type TableHead, readCharts, readHead, writeTable } from './index-table.ts'
import { type PendingFile, openPendingFile } from './pending-file.ts'
import { readIndex } from './read-index.ts'
import { resolveReference } from './resolve-reference.ts'

export interface RefreshOptions extends IndexPlace {
  /** The repository's, without index.yaml. */
  readonly url: string
  readonly fetcher: HttpFetcher
  readonly totalTime?: number
  readonly maxBytes?: number
  /** Told of every piece that arrives; `size` is what the server announced. */
  readonly onBytes?: (received: number, size: number | undefined) => void
}

export interface Refreshed {
  readonly kind: 'unchanged' | 'fetched'
  /** About entries that Helm leaves out, in its words; of an index that was fetched. */
  readonly warnings: readonly string[]
}

/** An index that is in the cache. */
export interface CachedIndex {
  /** In the order of the index; versions with the highest first. */
  readonly charts: (signal: AbortSignal) => AsyncGenerator<IndexChart>
  /** Undefined when the index does not have the chart. */
  readonly find: (chart: string, signal: AbortSignal) => Promise<IndexChart | undefined>
}

const unchanged: Refreshed = { kind: 'unchanged', warnings: [] }

/** Asks the server for a newer index and keeps it if it is one; a bad one changes nothing. */
export async function refreshIndex(
  options: RefreshOptions,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { fetcher, totalTime, maxBytes = maxIndexBytes, onBytes } = options
  const paths = indexPaths(options)
  const url = new URL(resolveReference(options.url, 'index.yaml'))
  const found = await readKnown(paths)
  const known = found?.url === url.href ? found : undefined
  const get = {
    url,
    maxBytes,
    ...(known === undefined ? {} : { known: known.validators }),
    ...(totalTime === undefined ? {} : { totalTime }),
  }
  const answer = await fetcher.get(get, signal)
  if (answer.kind === 'unchanged') return unchanged
  await mkdir(options.folder, { recursive: true, mode: 0o755 })
  const index = await openPendingFile(paths.index, 0o644)
  try {
    const digest = await writeBody(index.handle, answer.body, (received) =>
      onBytes?.(received, answer.size),
    )
    if (digest === known?.digest) return unchanged
    const from = { url: url.href, digest, validators: answer.validators }
    return await keepIndex(index, { paths, from, source: options.url }, signal)
  } finally {
    await index.discard()
  }
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

interface Origin {
  readonly paths: IndexPaths
  readonly from: { readonly url: string; readonly digest: string; readonly validators: Validators }
  /** Names the index in errors and warnings. */
  readonly source: string
}

async function keepIndex(
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

// What cannot be written beside the index is kept in memory.
async function makeTable(paths: IndexPaths, signal: AbortSignal): Promise<CachedIndex | undefined> {
  const origin: Origin = {
    paths,
    from: { url: '', digest: '', validators: {} },
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

async function fillTable(
  table: PendingFile,
  path: string,
  { paths, from, source }: Origin,
  signal: AbortSignal,
): Promise<IndexSummary> {
  const index = await markOf(path)
  if (index === undefined) throw missing(paths)
  const sink = await writeTable(table.handle, { format: 1, index, ...from })
  return await readIndex(path, source, sink, signal)
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

/** The head of the table, if it is of the index that is there now. */
async function readKnown(paths: IndexPaths): Promise<TableHead | undefined> {
  const mark = await markOf(paths.index)
  const file = mark === undefined ? undefined : await openIfThere(paths.table)
  if (mark === undefined || file === undefined) return undefined
  try {
    const head = await readHead(file)
    return head !== undefined && isSameFile(head.index, mark) ? head : undefined
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function markOf(path: string): Promise<FileMark | undefined> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true })
    return { size: Number(size), modified: String(mtimeNs), inode: String(ino) }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isSameFile(one: FileMark, other: FileMark): boolean {
  return one.size === other.size && one.modified === other.modified && one.inode === other.inode
}

async function writeBody(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  onBytes: (received: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  let received = 0
  for await (const chunk of body) {
    hash.update(chunk)
    await file.write(chunk)
    received += chunk.length
    onBytes(received)
  }
  return hash.digest('hex')
}

function missing({ index }: IndexPaths): SourceError {
  return new SourceError('not-found', `there is no ${index}; update the repository first`)
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
