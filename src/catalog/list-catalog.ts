import { compareStrings } from '../formats/go-string.ts'
import { compareVersions } from '../formats/semver/compare.ts'
import { type Version, parseVersion } from '../formats/semver/version.ts'
import { sortVersions } from '../sources/repository/index/index-collector.ts'
import type { IndexChart, IndexRow } from '../sources/repository/index/index-row.ts'
import type { CatalogChart, CatalogQuery, CatalogRepository, OfferedVersion } from './catalog.ts'
import { type ChartFilter, chartFilter, versionFilter } from './catalog-filters.ts'
import { chartFacts } from './chart-facts.ts'

/**
 * The charts of repositories that fit a query, by name. Indexes are read chart by chart: of each, only version numbers
 * and the newest version's own words are kept. Where two repositories have the same version of the same chart, the one
 * with the lower priority number gives it, then the nearer origin, then the first by name.
 */
export async function listCatalog(
  repositories: readonly CatalogRepository[],
  query: CatalogQuery,
  signal: AbortSignal,
): Promise<readonly CatalogChart[]> {
  const isWanted = versionFilter(query)
  const fits = chartFilter(query)
  const found = new Map<string, Gathered>()
  for (const repository of repositories.toSorted(byPrecedence)) {
    for await (const chart of repository.charts(signal)) {
      if (query.name === undefined || query.name === chart.name) {
        gather(found, chart, repository, isWanted)
      }
    }
  }
  const charts = [...found.values()].flatMap((one) => chartOf(one, fits))
  return charts.toSorted((one, other) => compareStrings(one.name, other.name))
}

interface Gathered {
  readonly name: string
  /** By the text of the version: the first repository that has it gives it. */
  readonly versions: Map<string, OfferedVersion>
  newest: { readonly row: IndexRow; readonly version: Version } | undefined
}

const originOrder = { builtin: 0, platform: 1, custom: 2 } as const

function byPrecedence(one: CatalogRepository, other: CatalogRepository): number {
  if (one.priority !== other.priority) return one.priority - other.priority
  if (one.origin !== other.origin) return originOrder[one.origin] - originOrder[other.origin]
  return compareStrings(keyOf(one), keyOf(other))
}

function keyOf({ namespace, name }: CatalogRepository): string {
  return `${namespace}/${name}`
}

function gather(
  found: Map<string, Gathered>,
  { name, versions }: IndexChart,
  repository: CatalogRepository,
  isWanted: (row: IndexRow, version: Version) => boolean,
): void {
  const gathered: Gathered = found.get(name) ?? { name, versions: new Map(), newest: undefined }
  for (const row of versions) {
    if (gathered.versions.has(row.version)) continue
    const version = parseVersion(row.version)
    if (!version.ok || !isWanted(row, version.value)) continue
    gathered.versions.set(row.version, offerOf(row, repository))
    const before = gathered.newest?.version
    if (before === undefined || compareVersions(version.value, before) > 0) {
      gathered.newest = { row, version: version.value }
    }
  }
  if (gathered.newest !== undefined) found.set(name, gathered)
}

function offerOf(row: IndexRow, repository: CatalogRepository): OfferedVersion {
  const { version, appVersion, kubeVersion, deprecated } = row
  const { origin } = repository
  return { version, appVersion, kubeVersion, deprecated, repository: keyOf(repository), origin }
}

function chartOf({ name, versions, newest }: Gathered, fits: ChartFilter): readonly CatalogChart[] {
  const [first, ...others] = sortVersions([...versions.values()])
  if (newest === undefined || first === undefined) return []
  const { row } = newest
  const chart: CatalogChart = {
    name,
    repository: first.repository,
    origin: first.origin,
    ...chartFacts(row, first.origin),
    description: row.description,
    keywords: row.keywords,
    home: row.home,
    icon: row.icon,
    deprecated: row.deprecated,
    created: row.created,
    versions: [first, ...others],
  }
  return fits(chart) ? [chart] : []
}
