import { type FileHandle, open, stat } from 'node:fs/promises'
import { SourceError } from '../../errors.ts'
import type { IndexPaths } from './index-paths.ts'
import type { IndexSummary } from './index-sink.ts'
import { type FileMark, type TableHead, readHead, tableFormat, writeTable } from './index-table.ts'
import type { PendingFile } from './pending-file.ts'
import { readIndex } from '../parse/read-index.ts'

/** The origin of a table, besides its rows. */
export interface Origin {
  readonly paths: IndexPaths
  readonly from: Pick<TableHead, 'url' | 'access' | 'digest' | 'validators'>
  /** Names the index in errors and warnings. */
  readonly source: string
}

/** The head of the table, if it is of the index that is there now. */
export async function readKnown(paths: IndexPaths): Promise<TableHead | undefined> {
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

/** Reads an index into a table that is not in its place yet. */
export async function fillTable(
  table: PendingFile,
  path: string,
  { paths, from, source }: Origin,
  signal: AbortSignal,
): Promise<IndexSummary> {
  const index = await markOf(path)
  if (index === undefined) throw missing(paths)
  const sink = await writeTable(table.handle, { format: tableFormat, index, ...from })
  return await readIndex(path, source, sink, signal)
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

export function missing({ index }: IndexPaths): SourceError {
  return new SourceError('not-found', `there is no ${index}; update the repository first`)
}

/** Whether an error of the file system has one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
