export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => string
  /** Shown by `-o wide` only. */
  readonly wide?: true
}

const gap = '   '

/** Lays rows out as kubectl does: upper-case headers, columns three blanks apart, no ragged ends. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  detail: 'table' | 'wide',
): string {
  const shown = columns.filter((column) => detail === 'wide' || !column.wide)
  const lines = [
    shown.map((column) => column.header.toUpperCase()),
    ...rows.map((row) => shown.map((column) => oneLine(column.cell(row)))),
  ]
  const widths = shown.map((_, index) => Math.max(...lines.map((cells) => width(cells[index]))))
  return lines.map((cells) => formatLine(cells, widths)).join('')
}

function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
  return `${padded.join(gap).trimEnd()}\n`
}

/** A cell with a line break would tear the table apart. */
function oneLine(cell: string): string {
  return cell.replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

function width(cell: string | undefined): number {
  return Array.from(cell ?? '').length
}
