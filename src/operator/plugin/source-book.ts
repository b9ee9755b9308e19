import type { Chart } from '../../chart/chart.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { ChartRequest, FetchOptions } from '../../sources/chart-request.ts'
import { chartOf } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import type { Clock } from '../../std/clock.ts'
import { chartOfFiles } from './chart-of-files.ts'

/** A source, ready to be rendered. */
export interface LoadedSource {
  readonly chart: Chart
  /** Fetches the same again. */
  readonly address: string
  readonly digest: string
}

export interface SourceWish {
  readonly kind: Plugin['spec']['kind']
  readonly request: ChartRequest
  /** The name of a chart that has no Chart.yaml. */
  readonly name: string
  /** Milliseconds for which what was fetched is taken again. */
  readonly fresh: number
  /** Changes when the repository offers something else. */
  readonly stamp: string
}

interface Entry {
  readonly loaded: Promise<LoadedSource>
  readonly at: number
}

const mostSources = 64

/** What was fetched, shared by all who want the same. */
export class SourceBook {
  private readonly options: FetchOptions
  private readonly clock: Clock
  private readonly entries = new Map<string, Entry>()

  constructor(options: FetchOptions, clock: Clock) {
    this.options = options
    this.clock = clock
  }

  /** Fetches and loads, or gives what is known. A failure is told to who asked, and not kept. */
  async load(wish: SourceWish, signal: AbortSignal): Promise<LoadedSource> {
    const key = keyOf(wish)
    const now = this.clock.monotonic()
    const known = this.entries.get(key)
    if (known !== undefined && now - known.at < wish.fresh) return known.loaded
    const entry = { loaded: this.fetch(wish, known?.loaded, signal), at: now }
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > mostSources && oldest !== undefined) this.entries.delete(oldest)
    try {
      return await entry.loaded
    } catch (error) {
      if (this.entries.get(key) === entry) this.entries.delete(key)
      throw error
    }
  }

  /** Makes sure that it is fetched again. */
  forget(wish: SourceWish): void {
    this.entries.delete(keyOf(wish))
  }

  private async fetch(
    wish: SourceWish,
    known: Promise<LoadedSource> | undefined,
    signal: AbortSignal,
  ): Promise<LoadedSource> {
    const found = await fetchChart(wish.request, this.options, signal)
    const { content, resolved, digest } = found
    // What is the same stays the same value: threads have it already.
    const before = await known?.catch(() => undefined)
    if (before?.digest === digest && before.address === resolved) return before
    const chart =
      wish.kind === 'helm' ? chartOf(content) : chartOfFiles(content, wish.kind, wish.name)
    return { chart, address: resolved, digest }
  }
}

function keyOf({ kind, request, name, stamp }: SourceWish): string {
  const { address, name: chart, version, ref, path, trust, credentials } = request
  const who = credentials === undefined ? '' : JSON.stringify(credentials)
  return JSON.stringify([kind, name, stamp, address, chart, version, ref, path, trust, who])
}
