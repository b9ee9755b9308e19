import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import { printCanonicalJson } from '../../../objects/json-text.ts'

/** Prints tables that the API server made, as kubectl prints them one after the other. */
export class TablePrinter {
  private last: Json | undefined

  /** The text of a table; its headers are left out when the table before had the same. */
  print(table: JsonObject): string {
    const columns = listOf(table, 'columnDefinitions')
    const rows = listOf(table, 'rows').map((row) => listOf(row, 'cells'))
    const isSame = this.last !== undefined && equalJson(columns, this.last)
    this.last = columns
    const shown = columns.flatMap((column, index) =>
      (fieldOf(column, 'priority') ?? 0) === 0 ? [index] : [],
    )
    const header = shown.map((index) => cellText(fieldOf(columns[index], 'name')).toUpperCase())
    const lines = rows.map((cells) => shown.map((index) => cellText(cells[index])))
    return align(isSame ? lines : [header, ...lines])
  }
}

const least = 6
const padding = 3

function align(lines: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...lines.map((cells) => cells.length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(least, ...lines.map((cells) => (cells[column]?.length ?? 0) + padding)),
  )
  return lines
    .map((cells) => {
      const last = cells.length - 1
      const padded = cells.map((cell, at) => (at === last ? cell : cell.padEnd(widths[at] ?? 0)))
      return `${padded.join('')}\n`
    })
    .join('')
}

/** Only the first line of a text is shown. */
function cellText(cell: Json | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (typeof cell !== 'string') return printCanonicalJson(cell)
  const end = cell.search(/[\f\n\r]/)
  return end === -1 ? cell : `${cell.slice(0, end)}...`
}

function listOf(value: Json | undefined, field: string): readonly Json[] {
  const list = isJsonObject(value) ? value[field] : undefined
  return isJsonList(list) ? list : []
}
