import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Dependency } from '../../chart/load/metadata.ts'
import { SourceError } from '../errors.ts'
import type { RepositoryEntry } from '../repository/repositories-file.ts'
import { isLocal, localPath } from './local-path.ts'

/** Where a dependency comes from. */
export type DependencyPlace =
  /** The chart has it below charts/ and says nothing else. */
  | { readonly kind: 'inside' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'registry' }
  /** A repository that the user has added. */
  | { readonly kind: 'added'; readonly entry: RepositoryEntry }
  /** A repository that only the chart names; the entry is for its index alone. */
  | { readonly kind: 'named'; readonly entry: RepositoryEntry }

/** A dependency, its repository spelt out, and where that is. */
export interface PlacedDependency {
  readonly dependency: Dependency
  readonly place: DependencyPlace
}

/** Finds out where dependencies come from, as Helm does; nothing is fetched yet. */
export function placeDependencies(
  dependencies: readonly Dependency[],
  repositories: readonly RepositoryEntry[],
  chartFolder: string,
): readonly PlacedDependency[] {
  const missing = dependencies
    .filter((one) => placeOf(one, repositories, chartFolder) === undefined)
    .map(({ repository }) => repository)
  if (missing.length > 0) throw undefinedRepositories(missing)
  return dependencies.map((dependency) => {
    const place = placeOf(dependency, repositories, chartFolder) ?? { kind: 'inside' }
    const isAlias = aliasOf(dependency.repository) !== undefined
    return isAlias && place.kind === 'added'
      ? { dependency: { ...dependency, repository: place.entry.url }, place }
      : { dependency, place }
  })
}

/** Whether two addresses of repositories are the same but for slashes. */
export function isSameRepository(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

export function isRegistry(repository: string): boolean {
  return repository.startsWith('oci://')
}

function placeOf(
  { repository }: Dependency,
  repositories: readonly RepositoryEntry[],
  chartFolder: string,
): DependencyPlace | undefined {
  if (repository === '') return { kind: 'inside' }
  if (isLocal(repository)) return { kind: 'folder', folder: localPath(repository, chartFolder) }
  if (isRegistry(repository)) return { kind: 'registry' }
  const alias = aliasOf(repository)
  const entry = repositories.find(({ name, url }) =>
    alias === undefined ? isSameRepository(url, repository) : name === alias,
  )
  if (entry !== undefined) return { kind: 'added', entry }
  if (alias !== undefined || URL.parse(repository) === null) return undefined
  return { kind: 'named', entry: entryFor(repository) }
}

function aliasOf(repository: string): string | undefined {
  return /^(?:@|alias:)(.*)$/s.exec(repository)?.[1]
}

function plainAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null) return posix.normalize(address)
  url.pathname = posix.normalize(url.pathname).replace(/(.)\/$/, '$1')
  return url.href
}

/** The name under which Helm keeps the index of a repository that nobody added. */
function entryFor(url: string): RepositoryEntry {
  const name = `helm-manager-${createHash('sha256').update(url).digest('hex')}`
  return {
    name,
    url,
    username: '',
    password: '',
    certFile: '',
    keyFile: '',
    caFile: '',
    insecureSkipTlsVerify: false,
    passCredentialsAll: false,
  }
}

function undefinedRepositories(missing: readonly string[]): SourceError {
  const message = `no repository definition for ${missing.join(', ')}`
  const isName = missing.some((one) => !one.includes('//') && aliasOf(one) === undefined)
  const advice = isName
    ? '; a repository is an address such as https://charts.example or the name of one that was added, such as @example'
    : ''
  return new SourceError('not-found', `${message}. Please add them via 'repo add'${advice}`)
}
