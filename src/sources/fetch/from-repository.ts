import { createHash } from 'node:crypto'
import { printableUrl } from '../../oci/client/redact.ts'
import { type Digest, parseDigest } from '../../oci/digest.ts'
import type { ChartRequest, FetchOptions, Found, IndexRequest } from '../chart-request.ts'
import { SourceError } from '../errors.ts'
import type { HttpFetcher } from '../http/fetcher.ts'
import { type CachedIndex, openIndex } from '../repository/index/cached-index.ts'
import { type Choice, chooseVersion } from '../repository/choose-version.ts'
import type { IndexRow } from '../repository/index/index-row.ts'
import { type IndexPlace, indexPaths } from '../repository/index/index-paths.ts'
import { readKnown } from '../repository/index/table-file.ts'
import { resolveReference } from '../repository/resolve-reference.ts'
import { refreshIndex } from '../repository/refresh-index.ts'
import { fetchFile, openFetcher } from './from-http.ts'

/** A chart in a repository, as its request names it. */
export type RepositoryRequest = ChartRequest & { readonly name: string }

/** A chart that the index of a repository lists; the index says where its archive is. */
export async function fetchFromRepository(
  url: URL,
  request: RepositoryRequest,
  {
    options,
    check,
  }: { readonly options: FetchOptions; readonly check: (found: Found) => Promise<void> },
  signal: AbortSignal,
): Promise<Found> {
  const fetcher = openFetcher(url, request, options)
  try {
    const { row, isFallback } = await findRow(fetcher, url, { request, options }, signal)
    const reference = resolveReference(url.href, firstUrl(row, url))
    if (reference.startsWith('oci://')) {
      return await fetchListed(reference, request, { options, check }, signal)
    }
    const file = { url: new URL(reference), digest: expectedDigest(row, request) }
    const found = await fetchFile(fetcher, file, { request, options }, signal)
    const other = `there is no version ${request.version}; ${row.version} is taken instead`
    const chosen = { ...found, version: row.version, notes: isFallback ? [other] : [] }
    await check(chosen)
    return chosen
  } finally {
    await fetcher.close()
  }
}

/** The index of a repository as its server has it now. */
export async function readRepositoryIndex(
  url: URL,
  request: RepositoryRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<CachedIndex> {
  const fetcher = openFetcher(url, request, options)
  try {
    const name = request.repositoryName ?? nameFor(url, fetcher.access)
    const place = { name, folder: options.indexFolder }
    await refresh({ ...request, place, url: url.href }, fetcher, options, signal)
    return await openIndex(place, signal)
  } finally {
    await fetcher.close()
  }
}

async function findRow(
  fetcher: HttpFetcher,
  url: URL,
  { request, options }: { readonly request: RepositoryRequest; readonly options: FetchOptions },
  signal: AbortSignal,
): Promise<Choice<IndexRow>> {
  const { name, version = '', repositoryName } = request
  const { access } = fetcher
  const place = { name: repositoryName ?? nameFor(url, access), folder: options.indexFolder }
  const known = repositoryName === undefined ? undefined : await openKnown(place, access, signal)
  const find = async (index: CachedIndex) => {
    const chart = await index.find(name, signal)
    return chart && chooseVersion(chart.versions, version)
  }
  const inKnown = known && (await find(known))
  if (inKnown !== undefined) return inKnown
  // An index that was fetched some time ago may not have it yet.
  const indexRequest = { ...request, place, url: url.href }
  await refresh(indexRequest, fetcher, options, signal)
  const found = await find(await openIndex(place, signal))
  if (found !== undefined) return found
  const what = version === '' ? `chart ${name}` : `chart ${name} in version ${version}`
  throw new SourceError('not-found', `${what} is not in the repository ${printableUrl(url)}`)
}

// An index that takes long to parse must not hold up a thread that others wait for.
const mostBytesHere = 262_144

async function refresh(
  indexRequest: IndexRequest,
  fetcher: HttpFetcher,
  { refreshLargeIndex }: FetchOptions,
  signal: AbortSignal,
): Promise<void> {
  const { place, url, trust, credentials, tls, passCredentialsAll } = indexRequest
  const here = { ...place, url, fetcher }
  if (refreshLargeIndex === undefined) return void (await refreshIndex(here, signal))
  try {
    await refreshIndex({ ...here, maxBytes: mostBytesHere }, signal)
  } catch (error) {
    if (!(error instanceof SourceError) || error.code !== 'too-large') throw error
    const access = {
      ...(credentials === undefined ? {} : { credentials }),
      ...(tls === undefined ? {} : { tls }),
      ...(passCredentialsAll === undefined ? {} : { passCredentialsAll }),
    }
    await refreshLargeIndex({ place, url, trust, ...access }, signal)
  }
}

/** The index that is kept under the repository's name, as Helm uses it: whatever its age, but not of another access. */
async function openKnown(
  place: IndexPlace,
  access: string,
  signal: AbortSignal,
): Promise<CachedIndex | undefined> {
  try {
    const head = await readKnown(indexPaths(place))
    // Without an address it is Helm's, who knows of one access by that name.
    const isOther = head !== undefined && head.url !== '' && head.access !== access
    return isOther ? undefined : await openIndex(place, signal)
  } catch (error) {
    if (error instanceof SourceError && error.code === 'not-found') return undefined
    throw error
  }
}

/** A name for the index of a repository that has none: the same for the same address and access. */
function nameFor(url: URL, access: string): string {
  const plain = `${url.origin}${url.pathname}${url.search} ${access}`
  return `address-${createHash('sha256').update(plain).digest('hex').slice(0, 32)}`
}

function firstUrl(row: IndexRow, repository: URL): string {
  const [first] = row.urls
  if (first !== undefined && first !== '') return first
  const message = `chart ${row.name} ${row.version} has no address in ${printableUrl(repository)}`
  throw new SourceError('bad-index', message)
}

/** The digest that the archive must have: the pinned one, and the one of the index. */
function expectedDigest(row: IndexRow, { digest }: ChartRequest): Digest | undefined {
  if (row.digest === '') return digest
  const listed = parseDigest(row.digest.includes(':') ? row.digest : `sha256:${row.digest}`)
  if (digest === undefined || digest === listed) return listed
  const found = `was to be ${digest}, and the index has ${listed}`
  throw new SourceError('digest-mismatch', `chart ${row.name} ${row.version} ${found}`)
}

// The index names the registry, and nobody vouches for that: neither trust nor credentials go along.
async function fetchListed(
  reference: string,
  request: ChartRequest,
  {
    options,
    check,
  }: { readonly options: FetchOptions; readonly check: (found: Found) => Promise<void> },
  signal: AbortSignal,
): Promise<Found> {
  const { address: _, credentials: _c, tls: _t, version: _v, ...rest } = request
  const own = { ...rest, address: reference, trust: 'untrusted' } as const
  const { fetchFromRegistry } = await import('./from-registry.ts')
  return await fetchFromRegistry(reference, own, { options, check }, signal)
}
