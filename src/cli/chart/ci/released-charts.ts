import type { Chart } from '../../../chart/chart.ts'
import { digestOf } from '../../../oci/digest.ts'
import type { ChartRequest, FetchOptions } from '../../../sources/chart-request.ts'
import { chartOf } from '../../../sources/content.ts'
import { SourceError } from '../../../sources/errors.ts'
import { fetchChart } from '../../../sources/fetch-chart.ts'
import { listVersions } from '../../../sources/list-versions.ts'
import { requestForUrl } from '../sources/chart-request.ts'
import type { Sources } from '../sources/open-sources.ts'
import type { VersionFacts } from './judge-version.ts'

/** The charts that were released before: in a registry, or in a repository with an index. */
export interface ReleasedCharts {
  readonly versions: (name: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly fetch: (name: string, version: string, signal: AbortSignal) => Promise<Chart>
  /** Compares a package with the one of the same version there. */
  readonly compare: (
    chart: { readonly name: string; readonly version: string; readonly archive: Uint8Array },
    signal: AbortSignal,
  ) => Promise<VersionFacts['released']>
}

/** Looks at an address as its server has it now; the index is kept in a folder of this run. */
export function releasedCharts(
  address: string,
  sources: Sources,
  indexFolder: string,
): ReleasedCharts {
  const options: FetchOptions = { ...sources.fetching, indexFolder }
  const requestOf = async (name: string, signal: AbortSignal): Promise<ChartRequest> => {
    const access = { trust: 'trusted', tls: sources.tls } as const
    const base = address.replace(/\/+$/, '')
    if (/^oci:/i.test(base)) return { ...access, address: `${base}/${name}` }
    return { ...access, address: base, name, ...(await requestForUrl(base, sources, signal)) }
  }
  const versions = async (name: string, signal: AbortSignal) => {
    try {
      return (await listVersions(await requestOf(name, signal), options, signal)) ?? []
    } catch (error) {
      if (error instanceof SourceError && error.code === 'not-found') return []
      throw error
    }
  }
  const fetchOne = async (name: string, version: string, signal: AbortSignal) => {
    const request = { ...(await requestOf(name, signal)), version }
    return (await fetchChart(request, options, signal)).content
  }
  return {
    versions,
    fetch: async (name, version, signal) => chartOf(await fetchOne(name, version, signal)),
    compare: async ({ name, version, archive }, signal) => {
      if (!(await versions(name, signal)).includes(version)) return 'absent'
      const there = await fetchOne(name, version, signal)
      const isSame = there.kind === 'archive' && digestOf(there.archive) === digestOf(archive)
      return isSame ? 'same' : 'other'
    },
  }
}
