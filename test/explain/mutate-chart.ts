import type { Chart, Table } from '../../src/chart/chart.ts'
import { capabilitiesOf } from '../../src/chart/capabilities.ts'
import { traceChart, type TracedChart } from '../../src/chart/explain/trace-chart.ts'
import { prepareRender, renderChart } from '../../src/chart/render/render.ts'
import { templateOutput } from '../../src/chart/render/template-output.ts'
import { pathText } from '../../src/template/trace/values-path.ts'
import { documentsOf, goneLines, isSubsequence, pairDocuments } from './changed-lines.ts'
import { fixedEntropy } from './fixed-entropy.ts'
import { leavesOf, withLeaf, type Keys, type Leaf } from './leaves.ts'

/** The findings about a chart's attributions, from changing values one by one. */
export interface ChartVerdict {
  /** Values changed, and those among them with which the chart still rendered. */
  readonly changed: number
  readonly rendered: number
  /** Lines that changed or vanished, over all changes. */
  readonly changedLines: number
  /** Those that had not been attributed to the value. */
  readonly missed: readonly Miss[]
  /** Pairs of a line and a changed value that it was attributed to. */
  readonly attributions: number
  /** Those where the line did change. */
  readonly confirmed: number
  readonly unconfirmed: ReadonlyMap<string, number>
}

export interface Miss {
  readonly path: string
  readonly line: number
  readonly text: string
}

const output = { includeCrds: false, hooks: 'all' } as const

/** Changes up to `most` scalars, one at a time; undefined for a chart that does not render. */
export function mutateChart(chart: Chart, values: Table, most: number): ChartVerdict | undefined {
  const entropy = fixedEntropy()
  const request = (given: Table) => ({
    values: given,
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy,
    skipSchema: true,
    warn: () => {},
  })
  const traced = tryRender(() => traceChart(chart, request(values), output))
  if (traced === undefined || 'error' in traced) return undefined
  // Templates may have changed the values that they were given.
  const { chart: resolved, values: complete } = prepareRender(chart, request(values))
  const tally = new Tally(traced)
  for (const leaf of sample(leavesOf(resolved, complete), most)) {
    const given = withLeaf(values, complete, leaf)
    const changed = tryRender(() => templateOutput(renderChart(chart, request(given)), output))
    tally.add(leaf, changed)
  }
  return tally.verdict()
}

function tryRender<T>(render: () => T): T | undefined {
  try {
    return render()
  } catch (error) {
    // A chart may refuse a value, which says nothing about attributions.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** So many of a list, from its beginning to its end. */
function sample(leaves: readonly Leaf[], most: number): readonly Leaf[] {
  if (leaves.length <= most) return leaves
  return Array.from({ length: most }, (_, index) => {
    return leaves[Math.floor((index * leaves.length) / most)] as Leaf
  })
}

class Tally {
  private readonly traced: TracedChart
  private readonly documents
  /** By line: the paths whose values it was attributed to. */
  private readonly attributed: readonly ReadonlySet<string>[]
  /** By path: the lines that a change of it, or of something below it, changed. */
  private readonly changes = new Map<string, Set<number>>()
  private readonly missed: Miss[] = []
  private counts = { changed: 0, rendered: 0, changedLines: 0 }

  constructor(traced: TracedChart) {
    this.traced = traced
    this.documents = documentsOf(traced.output)
    this.attributed = traced.lines.map(({ origin }) => {
      const values = origin?.reads.reads.filter(({ kind }) => kind === 'value') ?? []
      return new Set(values.map(({ path }) => path.text))
    })
  }

  add({ keys }: Leaf, changed: string | undefined): void {
    this.counts.changed++
    if (changed === undefined) return
    this.counts.rendered++
    const above = ancestors(keys)
    for (const path of above) if (!this.changes.has(path)) this.changes.set(path, new Set())
    if (changed === this.traced.output) return
    const isAttributed = (line: number) => above.some((path) => this.attributed[line]?.has(path))
    for (const { before, after } of pairDocuments(this.documents, documentsOf(changed))) {
      const gone = goneLines(before.lines, after?.allLines ?? [])
      this.counts.changedLines += gone.length
      for (const path of above) {
        for (const line of gone) this.changes.get(path)?.add(before.first + line)
      }
      const missed = gone.filter((line) => !isAttributed(before.first + line))
      if (missed.length === 0) continue
      // Where lines repeat, there is more than one way to tell which of them are gone.
      const kept = before.lines.filter((_, line) => !isAttributed(before.first + line))
      if (isSubsequence(kept, after?.allLines ?? [])) continue
      for (const line of missed) {
        const text = before.lines[line] ?? ''
        this.missed.push({ path: pathText(keys), line: before.first + line + 1, text })
      }
    }
  }

  verdict(): ChartVerdict {
    let attributions = 0
    let confirmed = 0
    const unconfirmed = new Map<string, number>()
    this.attributed.forEach((paths, line) => {
      for (const path of paths) {
        const changed = this.changes.get(path)
        if (changed === undefined) continue
        attributions++
        if (changed.has(line)) confirmed++
        else unconfirmed.set(path, (unconfirmed.get(path) ?? 0) + 1)
      }
    })
    return { ...this.counts, missed: this.missed, attributions, confirmed, unconfirmed }
  }
}

/** A path and everything above it, as texts. */
function ancestors(keys: Keys): string[] {
  return [keys, ...keys].map((_, index) => pathText(keys.slice(0, index)))
}
