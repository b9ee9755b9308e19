import type { PlannedChart } from '../../mirror/charts/plan-charts.ts'
import type { CopiesPlan } from '../../mirror/copy/plan-copies.ts'
import type { Delta } from '../../mirror/file/lock-file.ts'
import { type CopyRow, printCopies, rowOfPlan, summaryOf } from '../images/print-copies.ts'
import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import type { Column } from '../output/table.ts'

export interface MirrorPlan {
  readonly imagePlan: CopiesPlan
  readonly chartPlan: CopiesPlan
  readonly charts: readonly PlannedChart[]
}

/** Prints the charts that a mirror would bring, then their images. */
export async function printMirrorPlan(
  { imagePlan, chartPlan, charts }: MirrorPlan,
  format: OutputFormat,
  io: Io,
): Promise<void> {
  const copied = new Map(chartPlan.items.map((one) => [one.item.target, rowOfPlan(one)]))
  const rows = charts.map(({ chart, target, state }): CopyRow => {
    const image = `chart ${chart.name} ${chart.version}`
    const bytes = state === 'there' ? 0 : chart.archive.length
    return copied.get(target) ?? { image, target, state, bytes, digest: chart.digest }
  })
  await printCopies([...rows, ...imagePlan.items.map(rowOfPlan)], format, io)
  const missing = rows.filter(({ state }) => state === 'would-copy').length
  io.stderr.write(`charts: ${missing} to copy, ${rows.length - missing} there\n`)
  io.stderr.write(`images: ${summaryOf(imagePlan)}\n`)
}

const columns: readonly Column<Delta>[] = [
  { header: 'change', cell: ({ change }) => change },
  { header: 'what', cell: ({ noun }) => noun },
  { header: 'name', cell: ({ name }) => name },
  { header: 'before', cell: ({ before }) => before ?? '', wide: true },
  { header: 'after', cell: ({ after }) => after ?? '', wide: true },
]

/** The difference to the run before. */
export async function printDelta(
  delta: readonly Delta[],
  format: OutputFormat,
  io: Io,
): Promise<void> {
  if (delta.length === 0 && (format === 'table' || format === 'wide')) {
    io.stderr.write('nothing changed\n')
    return
  }
  const value = { delta } as unknown as Plain
  await printResult(
    { noun: 'delta', name: ({ name }) => name, columns, rows: delta, value },
    format,
    io,
  )
}
