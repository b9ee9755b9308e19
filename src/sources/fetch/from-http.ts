import { limits } from '../../chart/limits.ts'
import { readBounded } from '../../oci/bytes.ts'
import { printableUrl } from '../../oci/client/redact.ts'
import { type Digest, digestOf } from '../../oci/digest.ts'
import { readContent } from '../archive/read-content.ts'
import type { ChartRequest, FetchOptions, Found } from '../chart-request.ts'
import { SourceError } from '../errors.ts'
import { type HttpFetcher, createHttpFetcher } from '../http/fetcher.ts'
import { maxSmallFileBytes } from '../http/limits.ts'
import { wantsBundle, wantsProvenance } from './demands.ts'
import { followProgress } from '../follow-progress.ts'
import { withoutUndefined } from './without-undefined.ts'

/** Connections for one source, under the policy. */
export function openFetcher(url: URL, request: ChartRequest, options: FetchOptions): HttpFetcher {
  const { trust, credentials, tls, passCredentialsAll } = request
  const { policy, timeouts, lookup } = options
  const source = { url, trust, ...withoutUndefined({ tls, passCredentialsAll }) }
  return createHttpFetcher(
    { ...source, ...withoutUndefined({ credentials: credentials ?? credentialsIn(url) }) },
    { policy, ...withoutUndefined({ timeouts, lookup }) },
  )
}

/** A file on a web server: an archive, a zip or manifests. */
export async function fetchFromHttp(
  url: URL,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Found> {
  const fetcher = openFetcher(url, request, options)
  try {
    return await fetchFile(fetcher, { url, digest: request.digest }, { request, options }, signal)
  } finally {
    await fetcher.close()
  }
}

/** One file by a fetcher, with what lies beside it; `digest` is what it has to have. */
export async function fetchFile(
  fetcher: HttpFetcher,
  file: { readonly url: URL; readonly digest: Digest | undefined },
  { request, options }: { readonly request: ChartRequest; readonly options: FetchOptions },
  signal: AbortSignal,
): Promise<Found> {
  const what = printableUrl(file.url)
  const bytes = await fetchBytes(fetcher, file, options, signal)
  const content = await readContent(bytes, { ...request, what }, signal)
  const beside = async (isWanted: boolean, suffix: string) =>
    isWanted && content.kind === 'archive'
      ? await fetchBeside(fetcher, file.url, suffix, signal)
      : undefined
  return {
    resolved: what,
    version: undefined,
    content,
    digest: digestOf(bytes),
    fileName: content.kind === 'archive' ? fileNameOf(file.url) : undefined,
    provenance: await beside(wantsProvenance(request), '.prov'),
    bundle: await beside(wantsBundle(request), '.sigstore.json'),
    notes: [],
  }
}

async function fetchBytes(
  fetcher: HttpFetcher,
  { url, digest }: { readonly url: URL; readonly digest: Digest | undefined },
  { cache, onProgress }: FetchOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const limit = limits.totalBytes
  const fetch = (inner: AbortSignal) => download(fetcher, url, onProgress, inner)
  if (cache !== undefined && digest?.startsWith('sha256:')) {
    return await cache.getOrFetch({ what: printableUrl(url), digest, limit, fetch }, signal)
  }
  const bytes = await readBounded(fetch(signal), limit, printableUrl(url))
  if (digest === undefined || digestOf(bytes) === digest) return bytes
  const found = `was to be ${digest} and is ${digestOf(bytes)}`
  throw new SourceError('digest-mismatch', `${printableUrl(url)} ${found}`)
}

async function* download(
  fetcher: HttpFetcher,
  url: URL,
  onProgress: FetchOptions['onProgress'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const accept = 'application/gzip,application/octet-stream'
  const answer = await fetcher.get({ url, accept, maxBytes: limits.totalBytes }, signal)
  if (answer.kind === 'unchanged') {
    throw new SourceError('bad-answer', `${printableUrl(url)} is unchanged from nothing`)
  }
  yield* followProgress(answer.body, answer.size, onProgress)
}

async function fetchBeside(
  fetcher: HttpFetcher,
  url: URL,
  suffix: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const beside = new URL(url)
  beside.pathname += suffix
  try {
    const answer = await fetcher.get({ url: beside, maxBytes: maxSmallFileBytes }, signal)
    if (answer.kind === 'unchanged') return undefined
    return await readBounded(answer.body, maxSmallFileBytes, printableUrl(beside))
  } catch (error) {
    if (error instanceof SourceError && error.code === 'not-found') return undefined
    throw error
  }
}

function fileNameOf(url: URL): string {
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name).replaceAll(/[/\\\0]/g, '_')
  } catch {
    // A percent sign that escapes nothing stays what it is.
    return name
  }
}

function credentialsIn({ username, password }: URL): ChartRequest['credentials'] {
  if (username === '') return undefined
  return {
    kind: 'password',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}
