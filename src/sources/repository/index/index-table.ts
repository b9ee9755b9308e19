// A small file beside a cached index with what a search needs of it, so that the index itself is read
// once. A first line says what the table is of; then one line of JSON per chart.

import type { FileHandle } from 'node:fs/promises'
import type { Validators } from '../../http/fetcher.ts'
import { linesOf } from './file-blocks.ts'
import type { IndexChart, IndexRow } from './index-row.ts'
import type { IndexSink } from './index-sink.ts'

/** Changes with the rows: a table of another format is made anew. */
export const tableFormat = 3

/** The file that a table was made from, by the marks that change when it is replaced. */
export interface TableHead {
  readonly format: typeof tableFormat
  readonly index: FileMark
  /** Where the index came from; empty when somebody else fetched it. */
  readonly url: string
  /** By which access it was fetched; what another access brought says nothing. */
  readonly access: string
  readonly digest: string
  readonly validators: Validators
}

export interface FileMark {
  readonly size: number
  /** In nanoseconds, as text. */
  readonly modified: string
  readonly inode: string
}

const maxLineBytes = 64 * 1024 * 1024

const rowKeys = [
  'name',
  'version',
  'appVersion',
  'kubeVersion',
  'description',
  'keywords',
  'type',
  'home',
  'icon',
  'deprecated',
  'annotations',
  'created',
  'digest',
  'urls',
] as const satisfies readonly (keyof IndexRow)[]

// The mark for a cell that is the same as in the version above, which most are.
const same = 0

type Cell = IndexRow[keyof IndexRow] | typeof same

/** Writes a table to a new file. */
export async function writeTable(file: FileHandle, head: TableHead): Promise<IndexSink> {
  const first = Buffer.from(`${JSON.stringify(head)}\n`)
  await file.write(first, 0, first.length, 0)
  let end = first.length
  return {
    write: async (charts) => {
      if (charts.length === 0) return
      const lines = Buffer.from(charts.map(lineOf).join(''))
      await file.write(lines, 0, lines.length, end)
      end += lines.length
    },
    restart: async () => {
      end = first.length
      await file.truncate(end)
    },
  }
}

/** The first line of a table; undefined when it is none that we wrote. */
export async function readHead(file: FileHandle): Promise<TableHead | undefined> {
  for await (const line of linesOf(file, maxLineBytes)) return parseHead(line.toString('utf8'))
  return undefined
}

/** All charts of a table, in the order of the index; with a name, that chart alone. */
export async function* readCharts(
  file: FileHandle,
  wanted: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<IndexChart> {
  const start = wanted === undefined ? undefined : Buffer.from(`[${JSON.stringify(wanted)},`)
  let isHead = true
  for await (const line of linesOf(file, maxLineBytes)) {
    signal.throwIfAborted()
    const isWanted =
      !isHead && (start === undefined || line.subarray(0, start.length).equals(start))
    isHead = false
    if (isWanted) yield parseChart(line.toString('utf8'))
  }
}

function lineOf({ name, versions }: IndexChart): string {
  let above: IndexRow | undefined
  const rows = versions.map((row) => {
    const cells = rowKeys.map((key): Cell => (isSame(above?.[key], row[key]) ? same : row[key]))
    above = row
    return cells
  })
  return `${JSON.stringify([name, rows])}\n`
}

function isSame(above: Cell | undefined, value: Cell): boolean {
  if (typeof value !== 'object' || typeof above !== 'object') return above === value
  return above.length === value.length && above.every((item, index) => item === value[index])
}

function parseHead(line: string): TableHead | undefined {
  try {
    const head = JSON.parse(line) as TableHead
    return head.format === tableFormat ? head : undefined
  } catch {
    // Not a table, or a part of one: it is made anew.
    return undefined
  }
}

function parseChart(line: string): IndexChart {
  const [name, rows] = JSON.parse(line) as [string, Cell[][]]
  let above: Record<string, Cell> = {}
  const versions = rows.map((cells) => {
    const row: Record<string, Cell> = {}
    rowKeys.forEach((key, index) => {
      const cell = cells[index] ?? same
      row[key] = cell === same ? (above[key] ?? '') : cell
    })
    above = row
    return row as unknown as IndexRow
  })
  return { name, versions }
}
