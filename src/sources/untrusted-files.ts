import type { ChartFile } from '../chart/chart.ts'
import type { FetchOptions } from './chart-request.ts'
import { filesOf } from './content.ts'
import { SourceError } from './errors.ts'
import { fetchChart } from './fetch-chart.ts'
import { fetchCommit, fetchWebFile } from './fetch-files.ts'

const trust = 'untrusted'

/** Brings what addresses mean that somebody else wrote: under the policy for these, without any login. */
export function untrustedFiles(options: FetchOptions) {
  return {
    commit: async (
      { url, ref }: { readonly url: string; readonly ref: string },
      signal: AbortSignal,
    ): Promise<readonly ChartFile[]> =>
      (await fetchCommit({ url, ref, trust }, options, signal)).files,
    file: (
      { url, maxBytes }: { readonly url: URL; readonly maxBytes: number },
      signal: AbortSignal,
    ): Promise<Uint8Array> => fetchWebFile({ url, maxBytes, trust }, options, signal),
    chart: async (
      { repo, name, version }: Readonly<Record<'repo' | 'name' | 'version', string>>,
      signal: AbortSignal,
    ): Promise<readonly ChartFile[]> => {
      const isRegistry = repo.startsWith('oci://')
      const place = isRegistry ? { address: `${repo.replace(/\/$/, '')}/${name}` } : { name }
      const exact = version === '' ? {} : { version }
      const request = { address: repo, ...place, ...exact, trust } as const
      return filesOf((await fetchChart(request, options, signal)).content)
    },
    isExpected: (error: unknown): error is Error => error instanceof SourceError,
  }
}
