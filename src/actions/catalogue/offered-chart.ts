import type { Chart } from '../../chart/chart.ts'
import type { Repository } from '../../kinds/repository.ts'
import { chartRequestOf } from '../../operator/sources/source-request.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { type Content, chartOf } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import { type CataloguePorts, refreshedSource } from './open-repository.ts'

/** Which chart of a Repository; without a version the newest. */
export interface OfferedName {
  readonly name: string
  readonly version?: string
}

/** A chart as a Repository gives it. */
export interface OfferedChart {
  readonly chart: Chart
  /** As it came from the Repository. */
  readonly content: Content
  readonly digest: string
  /** Fetches the same again. */
  readonly resolved: string
}

/** Fetches a chart of a Repository with the rights of the asker. */
export async function fetchOfferedChart(
  repository: Repository,
  { name, version }: OfferedName,
  ports: CataloguePorts & { readonly fetching: FetchOptions },
  signal: AbortSignal,
): Promise<OfferedChart> {
  const source = await refreshedSource(repository, ports, signal)
  const spec = { kind: 'helm', name, ...(version === undefined ? {} : { version }) } as const
  const request = chartRequestOf({ spec, metadata: { name } }, source)
  const { content, digest, resolved } = await fetchChart(request, ports.fetching, signal)
  return { chart: chartOf(content), content, digest, resolved }
}
