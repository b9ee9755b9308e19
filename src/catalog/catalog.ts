import type { IndexChart } from '../sources/repository/index/index-row.ts'

/**
 * The party that answers for a repository. Only the repository says it: a chart cannot promote
 * itself.
 */
export type ChartOrigin = 'builtin' | 'platform' | 'custom'

/** A repository as the catalogue sees it. */
export interface CatalogRepository {
  readonly namespace: string
  readonly name: string
  readonly origin: ChartOrigin
  /** The lower number wins where two repositories have the same version of the same chart. */
  readonly priority: number
  /** One chart after the other, the versions of each with the highest first. */
  readonly charts: (signal: AbortSignal) => AsyncIterable<IndexChart>
}

/** One version of a chart, and which repository gives it. */
export interface OfferedVersion {
  readonly version: string
  readonly appVersion: string
  /** The range of Kubernetes versions that the chart wants; empty wants nothing. */
  readonly kubeVersion: string
  readonly deprecated: boolean
  /** `NAMESPACE/NAME`. */
  readonly repository: string
  readonly origin: ChartOrigin
}

/** A chart of the catalogue: what is said about it is what its newest version says. */
export interface CatalogChart {
  readonly name: string
  /** The repository and origin of the newest version. */
  readonly repository: string
  readonly origin: ChartOrigin
  /** `main` or `main/sub`. */
  readonly category: string
  readonly labels: Readonly<Record<string, string>>
  readonly description: string
  readonly keywords: readonly string[]
  readonly home: string
  readonly icon: string
  readonly deprecated: boolean
  /** RFC 3339, of the newest version. */
  readonly created: string
  /** The highest first, never empty. */
  readonly versions: readonly [OfferedVersion, ...OfferedVersion[]]
}

/** A question to the catalogue; an absent field leaves nothing out. */
export interface CatalogQuery {
  /** Only the chart of this name. */
  readonly name?: string
  /** In the name, the description or a keyword, whatever its case. */
  readonly text?: string
  /** A main category, or `main/sub`. */
  readonly category?: string
  readonly origin?: ChartOrigin
  /** A label selector over the labels of charts, `outrigger.dev/origin=builtin,tier!=core`. */
  readonly labels?: string
  /** Only versions that a cluster of this version may have. */
  readonly kubernetes?: string
  readonly prereleases?: 'leave-out' | 'take'
  readonly deprecated?: 'leave-out' | 'take'
}
