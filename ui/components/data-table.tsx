import { useVirtualizer } from '@tanstack/react-virtual'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useAddress } from './use-address.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** As a track of a CSS grid. */
  readonly width: string
  readonly cell: (row: Row) => ReactNode
  /** Absent where a column cannot be sorted by. */
  readonly order?: (row: Row) => string | number
  /** Left out on narrow screens. */
  readonly isMinor?: true
}

interface Props<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string
}

interface Sorting {
  readonly column: string
  readonly isDescending: boolean
}

const rowHeight = 44

/** A table of any length: only the rows in sight are drawn. Arrow keys move in it, Enter opens. */
export function DataTable<Row>({ label, rows, columns, keyOf, hrefOf }: Props<Row>) {
  const [sort, setSort] = useAddress('sort')
  const sorting = useMemo(() => readSorting(sort), [sort])
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting])
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const router = useRouter()
  const template = columns.map(({ width }) => width).join(' ')
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => moveFocus(event, frame.current)
  return (
    <div className="table" role="table" aria-label={label} aria-rowcount={sorted.length + 1}>
      <div className="table-head" role="row" style={{ gridTemplateColumns: template }}>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sorting={sorting} sort={setSort} />
        ))}
      </div>
      <div
        className="table-frame"
        ref={frame}
        role="rowgroup"
        // Rows without a link take no focus, and a person without a mouse has to be able to scroll.
        tabIndex={hrefOf === undefined ? 0 : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="table-body" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = sorted[index]
            if (row === undefined) return undefined
            const href = hrefOf?.(row)
            return (
              <div
                key={keyOf(row)}
                role="row"
                aria-rowindex={index + 2}
                className={href === undefined ? 'table-row' : 'table-row table-link'}
                style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
                onClick={(event) => {
                  const target = event.target as Element
                  // A dialog that a cell opened is drawn elsewhere, but its clicks come by here.
                  const isInside = event.currentTarget.contains(target)
                  const onLink = target.closest('a, button') !== null
                  if (href !== undefined && isInside && !onLink) router.history.push(href)
                }}
              >
                {columns.map((column) => (
                  <div role="cell" key={column.id} className={cellClass(column)}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
  readonly sort: (address: string) => void
}

function HeadCell<Row>({ column, sorting, sort }: HeadProps<Row>) {
  const isSorted = sorting?.column === column.id
  const isDescending = isSorted && sorting.isDescending
  const order = isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'
  if (column.order === undefined) {
    return (
      <div role="columnheader" className={cellClass(column)}>
        {column.title}
      </div>
    )
  }
  return (
    <div role="columnheader" aria-sort={order} className={cellClass(column)}>
      <button
        type="button"
        className="sort"
        onClick={() => sort(isSorted && !isDescending ? `-${column.id}` : column.id)}
      >
        {column.title}
        {isSorted ? (
          <span className={isDescending ? 'sort-down' : 'sort-up'}>
            <Icon name="arrow" size={10} />
          </span>
        ) : undefined}
      </button>
    </div>
  )
}

/** In the address: the column, with a minus before it for the other way round. */
function readSorting(text: string): Sorting | undefined {
  if (text === '') return undefined
  const isDescending = text.startsWith('-')
  return { column: isDescending ? text.slice(1) : text, isDescending }
}

function cellClass<Row>({ isMinor }: Column<Row>): string {
  return isMinor === true ? 'cell minor' : 'cell'
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const order = columns.find(({ id }) => id === sorting?.column)?.order
  if (order === undefined || sorting === undefined) return rows
  const sign = sorting.isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [order(a), order(b)]
    return sign * (one < other ? -1 : one > other ? 1 : 0)
  })
}

/** Moves to the link of the next or previous row that is drawn. */
function moveFocus(event: KeyboardEvent, frame: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = (event.target as Element).closest('[role=row]')
  if (step === 0 || frame === null || row === null) return
  const wanted = Number(row.getAttribute('aria-rowindex')) + step
  const next = frame.querySelector<HTMLElement>(`[aria-rowindex="${wanted}"] a`)
  if (next === null) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
