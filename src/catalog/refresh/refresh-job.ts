import { accessName } from '../../sources/access.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import { openRegistry } from '../../sources/fetch/open-registry.ts'
import { type HttpCredentials, createHttpFetcher } from '../../sources/http/fetcher.ts'
import { translateError } from '../../sources/http/translate-error.ts'
import { parseChartReference } from '../../sources/oci/chart-reference.ts'
import type { AddressPolicy, Trust } from '../../sources/policy/judge.ts'
import { openIndex } from '../../sources/repository/index/cached-index.ts'
import { type IndexPlace, indexPaths } from '../../sources/repository/index/index-paths.ts'
import type { Refreshed } from '../../sources/repository/index/keep-index.ts'
import { refreshIndex } from '../../sources/repository/refresh-index.ts'
import { refreshRegistryIndex } from '../../sources/repository/refresh-registry-index.ts'
import { readKnown } from '../../sources/repository/index/table-file.ts'

/** An index to bring up to date: plain data, so that it can be sent to a thread. */
export interface RefreshJob {
  readonly place: IndexPlace
  readonly url: string
  /** The charts of a registry, which cannot list them itself; not looked at elsewhere. */
  readonly charts: readonly string[]
  readonly trust: Trust
  readonly policy: AddressPolicy
  readonly credentials?: HttpCredentials
  readonly tls?: NonNullable<ChartRequest['tls']>
  readonly passCredentialsAll?: boolean
  /** Milliseconds for everything. */
  readonly timeout: number
}

/** The state of the index after a refresh. */
export interface RefreshOutcome {
  readonly kind: 'unchanged' | 'fetched'
  /** SHA-256 of the index, in hexadecimal digits. */
  readonly digest: string
  readonly charts: number
  readonly versions: number
  /** About entries that were left out. */
  readonly warnings: readonly string[]
}

/** Brings an index up to date and says what is in it. */
export async function runRefreshJob(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome> {
  try {
    const { kind, warnings } = job.url.startsWith('oci://')
      ? await refreshFromRegistry(job, signal)
      : await refreshFromServer(job, signal)
    const counts = await countIndex(job.place, signal)
    const known = await readKnown(indexPaths(job.place))
    return { kind, digest: known?.digest ?? '', ...counts, warnings }
  } catch (error) {
    throw translateError(error, signal)
  }
}

async function refreshFromServer(job: RefreshJob, signal: AbortSignal): Promise<Refreshed> {
  const { place, url, trust, policy, credentials, tls, passCredentialsAll } = job
  const source = {
    url: new URL(url),
    trust,
    ...(credentials === undefined ? {} : { credentials }),
    ...(tls === undefined ? {} : { tls }),
    ...(passCredentialsAll === undefined ? {} : { passCredentialsAll }),
  }
  const fetcher = createHttpFetcher(source, { policy })
  try {
    return await refreshIndex({ ...place, url, fetcher, totalTime: job.timeout }, signal)
  } finally {
    await fetcher.close()
  }
}

async function refreshFromRegistry(job: RefreshJob, signal: AbortSignal): Promise<Refreshed> {
  const { place, url, charts, trust, policy, credentials, tls } = job
  const [first] = charts
  const { host } = parseChartReference(`${url.replace(/\/+$/, '')}/${first ?? 'none'}`)
  const access = {
    policy,
    ...(credentials === undefined ? {} : { findCredentials: async () => credentials }),
  }
  const { registry, close } = openRegistry(host, tls ? { trust, tls } : { trust }, access)
  const late = AbortSignal.any([signal, AbortSignal.timeout(job.timeout)])
  try {
    return await refreshRegistryIndex(
      { ...place, url, charts, registry, access: accessName(job) },
      late,
    )
  } finally {
    await close()
  }
}

/** How much is in an index that is kept. */
export async function countIndex(
  place: IndexPlace,
  signal: AbortSignal,
): Promise<{ readonly charts: number; readonly versions: number }> {
  const index = await openIndex(place, signal)
  let charts = 0
  let count = 0
  for await (const { versions } of index.charts(signal)) {
    charts++
    count += versions.length
  }
  return { charts, versions: count }
}
