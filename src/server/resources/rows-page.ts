import type { Page } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import { textOf, usualPage } from '../http/schema-shapes.ts'

/** Which part of a list is wanted, and in which order. */
export interface CutRequest {
  /** A field, with `-` before it for the other direction. */
  readonly sort: string
  readonly limit: number
  /** Where the page before ended; empty for the first. */
  readonly continue: string
}

/** How the rows of a list are told apart and put in order. */
export interface RowOrder<Row> {
  /** No two rows have the same. */
  readonly idOf: (row: Row) => string
  /** The text that a row is sorted by, for each field that the list can be sorted by. */
  readonly fields: Readonly<Record<string, (row: Row) => string>>
}

/** The part of a list that a query asks for. */
export function cutRequestOf(
  query: Readonly<Record<string, unknown>>,
  usualSort: string,
): CutRequest {
  return {
    sort: textOf(query['sort']) || usualSort,
    limit: Number(query['limit'] ?? usualPage),
    continue: textOf(query['continue']),
  }
}

/** One page of rows: sorted, then cut. A page begins after the last row of the one before, whatever came or went since. */
export function cutPage<Row>(
  rows: readonly Row[],
  order: RowOrder<Row>,
  request: CutRequest,
): Page<Row> {
  const { limit, sort } = request
  const keyed = rows.map((row) => ({ row, key: keyOf(row, order, sort) }))
  const compare = compareKeys(sort)
  const sorted = keyed.toSorted((a, b) => compare(a.key, b.key))
  const after = request.continue === '' ? undefined : readCursor(request.continue, sort)
  const rest = after === undefined ? sorted : sorted.filter(({ key }) => compare(key, after) > 0)
  const cut = rest.slice(0, limit)
  const items = cut.map(({ row }) => row)
  const last = cut.at(-1)
  const total = rows.length
  if (last === undefined || rest.length <= limit) return { items, total }
  return { items, total, continue: writeCursor(last.key, sort) }
}

/** Whether all words of a search are somewhere in the texts. */
export function hasWords(search: string, texts: readonly string[]): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return true
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

type SortKey = readonly [value: string, id: string]

function keyOf<Row>(row: Row, { idOf, fields }: RowOrder<Row>, sort: string): SortKey {
  const field = fields[sort.replace(/^-/, '')]
  return [field === undefined ? '' : field(row), idOf(row)]
}

function compareKeys(sort: string): (a: SortKey, b: SortKey) => number {
  const direction = sort.startsWith('-') ? -1 : 1
  return (a, b) => direction * compareText(a[0], b[0]) || compareText(a[1], b[1])
}

// By code units: the same everywhere, whatever the locale of the machine.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function writeCursor(key: SortKey, sort: string): string {
  return Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')
}

function readCursor(text: string, sort: string): SortKey {
  const cursor = parseCursor(text)
  if (cursor?.[0] === sort) return [cursor[1], cursor[2]]
  const detail =
    'continue is not of this list: give back what the page before had, with the same sort'
  const causes = [{ field: 'query.continue', message: detail }]
  throw new ProblemError(422, 'Invalid', detail, { causes })
}

type Cursor = readonly [sort: string, value: string, id: string]

function parseCursor(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const isCursor =
      Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'string')
    return isCursor ? (value as unknown as Cursor) : undefined
  } catch {
    return undefined
  }
}
