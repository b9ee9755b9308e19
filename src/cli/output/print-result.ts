import type { Io } from '../io.ts'
import type { OutputFormat } from './format.ts'
import { toValue, type Plain } from './plain.ts'
import { formatTable, type Column } from './table.ts'

/** One result in every form a user may ask for. */
export interface Result<Row> {
  /** The noun of a row, for `-o name`: the lines are noun/name. */
  readonly noun: string
  readonly name: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** The value that `-o json` and `-o yaml` print: the data itself, not the text of the cells. */
  readonly value: Plain
}

/** Prints a result to stdout in the form that was asked for. */
export async function printResult<Row>(
  result: Result<Row>,
  format: OutputFormat,
  io: Io,
): Promise<void> {
  io.stdout.write(await formatResult(result, format))
}

/** Prints one row; its cells are in the order of the columns, and the first is its name. */
export async function printRow(
  row: {
    readonly noun: string
    readonly cells: Readonly<Record<string, string | number>>
    readonly value: Plain
  },
  format: OutputFormat,
  io: Io,
): Promise<void> {
  const cells = Object.entries(row.cells)
  const columns = cells.map(([header, cell]) => ({ header, cell: () => String(cell) }))
  const name = () => String(cells[0]?.[1] ?? '')
  await printResult({ noun: row.noun, name, columns, rows: [row], value: row.value }, format, io)
}

async function formatResult<Row>(result: Result<Row>, format: OutputFormat): Promise<string> {
  switch (format) {
    case 'name':
      return result.rows.map((row) => `${result.noun}/${result.name(row)}\n`).join('')
    case 'json':
      return `${JSON.stringify(result.value, undefined, 2)}\n`
    case 'yaml':
      return formatYaml(result.value)
    case 'table':
    case 'wide':
    default:
      return formatTable(result.columns, result.rows, format)
  }
}

/** The writer is loaded only here: no other form needs it. */
async function formatYaml(value: Plain): Promise<string> {
  const { writeYaml } = await import('../../formats/yaml/write/write.ts')
  return `${writeYaml(toValue(value))}\n`
}
