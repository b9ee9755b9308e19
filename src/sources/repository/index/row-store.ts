import { SourceError } from '../../errors.ts'
import type { IndexRow } from './index-row.ts'
import { maxChartBytes } from '../limits.ts'

const firstBytes = 256 * 1024

/**
 * The rows of one chart until all of them are there, as text outside of the heap. Objects that outlive a
 * collection of garbage make the heap grow, and an index has very many of them.
 */
export class RowStore {
  private buffer = Buffer.allocUnsafe(firstBytes)
  private used = 0
  private ends: number[] = []

  get size(): number {
    return this.ends.length
  }

  add(row: IndexRow): void {
    const text = JSON.stringify(row)
    this.reserve(text.length * 3)
    this.used += this.buffer.write(text, this.used)
    this.ends.push(this.used)
  }

  /** All rows, in the order in which they came; the store is empty then. */
  take(): readonly IndexRow[] {
    let start = 0
    const rows = this.ends.map((end) => {
      const text = this.buffer.toString('utf8', start, end)
      start = end
      return JSON.parse(text) as IndexRow
    })
    this.used = 0
    this.ends = []
    return rows
  }

  private reserve(bytes: number): void {
    const needed = this.used + bytes
    if (needed <= this.buffer.length) return
    if (needed > maxChartBytes) {
      throw new SourceError(
        'too-large',
        `a chart of the index has more than ${maxChartBytes} bytes`,
      )
    }
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.used)
    this.buffer = larger
  }
}
