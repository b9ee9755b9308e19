import { readFile } from 'node:fs/promises'
import { readTlsFiles } from '../../../oci/client/read-tls-files.ts'
import type { ChartRequest } from '../../../sources/chart-request.ts'
import { SourceError } from '../../../sources/errors.ts'
import type { RepositoryEntry } from '../../../sources/repository/repositories-file.ts'
import type { Sources } from './open-sources.ts'
import type { SourceChoice } from './source-options.ts'

/**
 * The chart that a user means by a name that is not on this machine, as Helm reads it: an address,
 * or REPOSITORY/NAME of a repository that was added, or with --repo the name alone.
 */
export async function chartRequest(
  {
    name: chart,
    where = 'elsewhere',
  }: { readonly name: string; readonly where?: 'here' | 'elsewhere' },
  choice: SourceChoice,
  sources: Sources,
  signal: AbortSignal,
): Promise<ChartRequest> {
  const flags = {
    ...(await wantedBy(choice, sources, signal)),
    ...flagRequest(sources),
    passCredentialsAll: choice.passCredentials,
  }
  if (choice.repo !== undefined) return { ...flags, address: choice.repo, name: chart }
  if (where === 'here') return { ...flags, address: chart }
  if (isAddress(chart)) {
    return { ...flags, address: chart, ...(await requestForUrl(chart, sources, signal)) }
  }
  const [repository = '', ...rest] = chart.split('/')
  if (rest.length === 0) {
    const form = 'non-absolute URLs should be in form of repo_name/path_to_chart'
    throw new SourceError('bad-address', `${form}, got: ${chart}`)
  }
  const entry = await requireRepository(repository, sources, signal)
  const own = await entryRequest(entry, signal)
  return { ...flags, ...own, address: entry.url, name: rest.join('/'), repositoryName: entry.name }
}

/** Whether a chart is named by an address, and not by a name in a repository. */
function isAddress(chart: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(chart) || /^[\w.-]+@[\w.-]+:/.test(chart)
}

async function wantedBy(
  { version, verify, keyring }: SourceChoice,
  { locations }: Sources,
  signal: AbortSignal,
): Promise<Pick<ChartRequest, 'trust' | 'version' | 'verification'>> {
  const demand = verify
    ? { verification: await provenanceDemand(keyring ?? locations.keyring, signal) }
    : {}
  return { trust: 'trusted', ...(version === undefined ? {} : { version }), ...demand }
}

/** The demand of --verify: a provenance that a key of the ring has signed. */
export async function provenanceDemand(
  keyring: string,
  signal: AbortSignal,
): Promise<NonNullable<ChartRequest['verification']>> {
  try {
    return { provenance: { keyring: await readFile(keyring, { signal }) } }
  } catch (cause) {
    signal.throwIfAborted()
    const message = `failed to load keyring: cannot read ${keyring}`
    throw new SourceError('not-verified', message, { cause })
  }
}

async function requireRepository(
  name: string,
  { locations }: Sources,
  signal: AbortSignal,
): Promise<RepositoryEntry> {
  const repositories = await readRepositories(locations.repositoryConfig, signal)
  const entry = repositories.find((one) => one.name === name)
  if (entry === undefined) throw new SourceError('not-found', `repo ${name} not found`)
  if (entry.url !== '') return entry
  throw new SourceError('bad-config', `no URL found for repository ${name}`)
}

/** The reader of YAML is loaded only for names and addresses that need the list. */
async function readRepositories(
  path: string,
  signal: AbortSignal,
): Promise<readonly RepositoryEntry[]> {
  const { readRepositoriesFile } = await import('../../../sources/repository/repositories-file.ts')
  return (await readRepositoriesFile(path, signal)).repositories
}

type Access = Partial<Pick<ChartRequest, 'credentials' | 'tls' | 'passCredentialsAll'>>

/** The access that the flags give for every server. */
function flagRequest({ tls, login }: Sources): Access {
  return { tls, ...(login && { credentials: { kind: 'password', ...login } as const }) }
}

/** How the server of an address is spoken to: as the repository that it lies in, else by the flags. */
export async function requestForUrl(
  address: string,
  sources: Sources,
  signal: AbortSignal,
): Promise<Access> {
  const flags = flagRequest(sources)
  if (!/^https?:/i.test(address)) return flags
  const repositories = await readRepositories(sources.locations.repositoryConfig, signal)
  const [owner] = repositories
    .filter(({ url }) => url !== '' && isBelow(address, url))
    .toSorted((one, other) => other.url.length - one.url.length)
  return { ...flags, ...(owner && (await entryRequest(owner, signal))) }
}

function isBelow(address: string, url: string): boolean {
  return `${address.replace(/\/+$/, '')}/`.startsWith(`${url.replace(/\/+$/, '')}/`)
}

/**
 * The access that an added repository adds to the flags: its own login and certificates, which win.
 */
export async function entryRequest(entry: RepositoryEntry, signal: AbortSignal): Promise<Access> {
  const { username, password } = entry
  const files = {
    ...(entry.caFile ? { caFile: entry.caFile } : {}),
    ...(entry.certFile ? { certFile: entry.certFile } : {}),
    ...(entry.keyFile ? { keyFile: entry.keyFile } : {}),
    ...(entry.insecureSkipTlsVerify ? { insecureSkipVerify: true } : {}),
  }
  return {
    ...(Object.keys(files).length === 0 ? {} : { tls: await readTlsFiles(files, signal) }),
    ...(username && password
      ? {
          credentials: { kind: 'password', username, password } as const,
          passCredentialsAll: entry.passCredentialsAll,
        }
      : {}),
  }
}
