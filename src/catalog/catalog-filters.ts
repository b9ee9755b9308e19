import type { Version } from '../formats/semver/version.ts'
import { ObjectsError } from '../objects/errors.ts'
import { type LabelSelector, matchesLabels } from '../objects/selector/label-selector.ts'
import { parseLabelSelector } from '../objects/selector/parse-label-selector.ts'
import type { IndexRow } from '../sources/repository/index/index-row.ts'
import type { CatalogChart, CatalogQuery } from './catalog.ts'
import { isInCategory } from './chart-facts.ts'
import { CatalogError } from './errors.ts'
import { fitsCluster } from './kube-compatibility.ts'

/** Whether a version counts. */
export type VersionFilter = (row: IndexRow, version: Version) => boolean

/** Whether a chart is listed. */
export type ChartFilter = (chart: CatalogChart) => boolean

/** Which versions a query means. Releases only, unless it takes those before a release as well. */
export function versionFilter({
  kubernetes,
  prereleases,
  deprecated,
}: CatalogQuery): VersionFilter {
  const fits = kubernetes === undefined ? () => true : fitsCluster(kubernetes)
  return (row, version) =>
    (prereleases === 'take' || version.prerelease === '') &&
    (deprecated !== 'leave-out' || !row.deprecated) &&
    // Library charts are not installed by anybody.
    row.type !== 'library' &&
    fits(row.kubeVersion)
}

/** Which charts a query means, by what their newest version says. */
export function chartFilter({ text, category, origin, labels }: CatalogQuery): ChartFilter {
  const selector = labels === undefined ? undefined : readSelector(labels)
  const word = text?.toLowerCase()
  return (chart) =>
    (origin === undefined || chart.origin === origin) &&
    (category === undefined || isInCategory(chart.category, category)) &&
    (selector === undefined || matchesLabels(selector, chart.labels)) &&
    (word === undefined || textsOf(chart).some((one) => one.toLowerCase().includes(word)))
}

function textsOf({ name, description, keywords }: CatalogChart): readonly string[] {
  return [name, description, ...keywords]
}

function readSelector(text: string): LabelSelector {
  try {
    return parseLabelSelector(text)
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error
    throw new CatalogError('bad-query', `"${text}" selects no labels: ${error.message}`, {
      cause: error,
    })
  }
}
