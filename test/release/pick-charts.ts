import { loadChart } from '../../src/chart/node/load-chart.ts'
import { fromBytes } from '../../src/formats/go-string.ts'
import { chartOf, type CorpusCase, expectedOf, readCorpus } from '../parity/corpus.ts'

/** Traits that make a chart worth taking turns on; the first that fits counts. */
type Trait = 'library' | 'hooks' | 'definitions' | 'stateful' | 'drawn' | 'plain'

/** So many of each in a whole run. */
const wanted: Readonly<Record<Trait, number>> = {
  hooks: 8,
  definitions: 5,
  stateful: 5,
  drawn: 5,
  library: 1,
  plain: 6,
}
const together = Object.values(wanted).reduce((sum, count) => sum + count, 0)

export interface PickedChart {
  readonly id: string
  readonly trait: Trait
  readonly path: string
}

/** Charts of a corpus (test/parity/corpus.ts) that render by their own values, by trait. */
export function pickCharts(corpus: string): ReadonlyMap<Trait, readonly PickedChart[]> {
  const found = new Map<Trait, PickedChart[]>()
  for (const one of readCorpus(corpus)) {
    if (one.verdict === 'error' || one.case !== 'default') continue
    const text = expectedOf(corpus, one)
    if (text.length > largest) continue
    const path = chartOf(corpus, one)
    const trait = traitOf(one, path, text)
    const picked = { id: one.id, trait, path }
    found.set(trait, [...(found.get(trait) ?? []), picked])
  }
  return found
}

/** How many charts of a trait a run of that size takes. */
export function shareOf(trait: Trait, count: number): number {
  return Math.round((wanted[trait] * count) / together)
}

// Charts beyond this only take longer.
const largest = 150_000

function traitOf({ verdict }: CorpusCase, path: string, text: string): Trait {
  if (/helm\.sh\/hook["']?: *["']?(pre|post)-/.test(text)) return 'hooks'
  const { dependencies, templates, raw } = loadChart(path)
  const hasDefinitions = raw.some(({ name }) => /^crds\/.*\.ya?ml$/.test(name))
  if (hasDefinitions || /^kind: CustomResourceDefinition/m.test(text)) return 'definitions'
  if (/^ *volumeClaimTemplates:/m.test(text)) return 'stateful'
  if (verdict === 'random' || templates.some(({ data }) => asksCluster(data))) return 'drawn'
  return dependencies.some(({ metadata }) => metadata.type === 'library') ? 'library' : 'plain'
}

function asksCluster(data: Uint8Array): boolean {
  return /\blookup "/.test(fromBytes(data))
}
