import type { IndexRow } from '../sources/repository/index/index-row.ts'
import type { ChartOrigin } from './catalog.ts'

/** The facts for a catalogue in the annotations of a chart. */
export interface ChartFacts {
  readonly category: string
  readonly labels: Readonly<Record<string, string>>
}

const ours = 'outrigger.dev/'

// KubeGems and Artifact Hub have words of their own for the same thing.
const categoryKeys = [
  `${ours}category`,
  'plugins.kubegems.io/category',
  'plugins.kubegems.io/main-category',
  'artifacthub.io/category',
] as const

const noCategory = 'other'

/**
 * The category and labels of a version of a chart. A chart labels itself by the annotation `outrigger.dev/labels`
 * (`tier=core,team=net`); what is below `outrigger.dev/` is for us to say, so that it cannot call itself built in.
 */
export function chartFacts(row: IndexRow, origin: ChartOrigin): ChartFacts {
  const annotations = new Map(row.annotations.map(splitPair))
  const category = categoryOf(annotations)
  const own = (annotations.get(`${ours}labels`) ?? '')
    .split(',')
    .map((pair) => splitPair(pair.trim()))
    .filter(([key]) => key !== '' && !key.startsWith(ours))
  return {
    category,
    labels: {
      ...Object.fromEntries(own),
      [`${ours}origin`]: origin,
      [`${ours}category`]: category.split('/')[0] ?? category,
    },
  }
}

/** Whether a category is the wanted one or a part of it. */
export function isInCategory(category: string, wanted: string): boolean {
  const [one, other] = [category.toLowerCase(), wanted.toLowerCase()]
  return one === other || one.startsWith(`${other}/`)
}

function categoryOf(annotations: ReadonlyMap<string, string>): string {
  for (const key of categoryKeys) {
    const found = annotations.get(key)?.trim()
    if (found !== undefined && found !== '') return found
  }
  return noCategory
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
