import { quote } from '../../../formats/quote.ts'
import { compareVersions } from '../../../formats/semver/compare.ts'
import { parseVersion, type Version } from '../../../formats/semver/version.ts'
import { SourceError } from '../../errors.ts'
import type { CheckedEntry } from '../parse/check-entry.ts'
import type { IndexChart, IndexRow } from './index-row.ts'
import { RowStore } from './row-store.ts'
import { maxCharts, maxVersions, maxVersionsPerChart, maxWarnings } from '../limits.ts'

/** Gathers the versions of one chart after the other, within limits, and hands each chart on whole. */
export class IndexCollector {
  readonly warnings: string[] = []
  /** Charts that are whole, until somebody takes them. */
  private ready: IndexChart[] = []
  private readonly names = new Set<string>()
  private readonly source: string
  private name: string | undefined
  private readonly rows = new RowStore()
  private versions = 0
  private leftOut = 0

  /** `source` names the index in warnings. */
  constructor(source: string) {
    this.source = source
  }

  openChart(name: string): void {
    this.closeChart()
    if (this.names.has(name)) {
      const problem = `key ${quote(name)} already set in map`
      throw new SourceError('bad-index', `${this.source}: ${problem}`)
    }
    if (this.names.size >= maxCharts) this.refuse(`${maxCharts} charts`)
    this.names.add(name)
    this.name = name
  }

  add(entry: CheckedEntry | IndexRow): void {
    if (!('kind' in entry)) this.addRow(entry)
    else if (entry.kind === 'row') this.addRow(entry.row)
    else this.warn(entry)
  }

  /** The charts since the last time. */
  take(): readonly IndexChart[] {
    const { ready } = this
    this.ready = []
    return ready
  }

  /** The names of all charts, also of those without a version. */
  finish(): readonly string[] {
    this.closeChart()
    if (this.leftOut > 0)
      this.warnings.push(`${this.leftOut} more entries of ${this.source} are invalid`)
    return [...this.names].toSorted()
  }

  private addRow(row: IndexRow): void {
    if (this.rows.size >= maxVersionsPerChart)
      this.refuse(`${maxVersionsPerChart} versions of one chart`)
    if (++this.versions > maxVersions) this.refuse(`${maxVersions} versions`)
    this.rows.add(row)
  }

  private warn({ version, why }: { readonly version: string; readonly why: string }): void {
    if (this.warnings.length >= maxWarnings) {
      this.leftOut++
      return
    }
    const shown = why === 'empty entry' ? '' : ` ${quote(version)}`
    const chart = `${quote(this.name ?? '')}${shown}`
    const message = `skipping loading invalid entry for chart ${chart} from ${this.source}: ${why}`
    this.warnings.push(message.slice(0, 1000))
  }

  private closeChart(): void {
    if (this.name !== undefined) {
      this.ready.push({ name: this.name, versions: sortVersions(this.rows.take()) })
    }
    this.name = undefined
  }

  private refuse(what: string): never {
    throw new SourceError('too-large', `${this.source} has more than ${what}`)
  }
}

/** The highest first, the order of equal ones kept; Helm's order for up to twelve of them. */
export function sortVersions<T extends { readonly version: string }>(
  rows: readonly T[],
): readonly T[] {
  const parsed = rows.map((row) => ({ row, version: versionOf(row.version) }))
  return parsed.toSorted((a, b) => order(b.version, a.version)).map(({ row }) => row)
}

function versionOf(text: string): Version | undefined {
  const parsed = parseVersion(text)
  return parsed.ok ? parsed.value : undefined
}

// A text that is no version comes last.
function order(a: Version | undefined, b: Version | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareVersions(a, b)
}
