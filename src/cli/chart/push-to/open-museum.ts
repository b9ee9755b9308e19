import { SourceError } from '../../../sources/errors.ts'
import { type HttpFetcher, createHttpFetcher } from '../../../sources/http/fetcher.ts'
import { requestForUrl } from '../sources/chart-request.ts'
import type { Sources } from '../sources/open-sources.ts'

/** A connection to a ChartMuseum, with the login of the repository of that address if there is one. */
export async function openMuseum(
  remote: string,
  sources: Sources,
  signal: AbortSignal,
): Promise<{ readonly repositoryUrl: string; readonly fetcher: HttpFetcher }> {
  const url = URL.parse(remote)
  if (url === null) throw new SourceError('bad-address', `${remote} is not a URL`)
  const { credentials, tls } = await requestForUrl(remote, sources, signal)
  const login = credentials === undefined ? {} : { credentials }
  const source = { url, trust: 'trusted', tls: tls ?? {}, ...login } as const
  const fetcher = createHttpFetcher(source, { policy: sources.fetching.policy })
  return { repositoryUrl: remote, fetcher }
}
