import type { Plugin } from '../../kinds/plugin.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import { SourceError } from '../../sources/errors.ts'
import { classifyAddress } from '../../sources/fetch/classify-address.ts'
import type { Trust } from '../../sources/policy/judge.ts'

/** How charts of a Repository are fetched. */
export type RepositoryRequest = Pick<
  ChartRequest,
  'address' | 'trust' | 'credentials' | 'tls' | 'repositoryName'
>

/** Finds out what a name of a Repository means in a namespace. */
export interface Repositories {
  readonly find: (
    name: string,
    namespace: string,
  ) =>
    | {
        readonly state: 'found'
        readonly source: RepositoryRequest
        readonly entry: { readonly digest: string }
      }
    | { readonly state: 'waiting' | 'unread'; readonly message: string }
}

/** Whether `repo` is an address and not the name of a Repository. */
export function isAddress(repo: string): boolean {
  return repo.includes('://') || repo.startsWith('git@') || repo.startsWith('/')
}

/** The fields of a plugin that decide where it comes from. */
export interface SourceSpec {
  readonly spec: Pick<Plugin['spec'], 'kind' | 'name' | 'version' | 'path'>
  readonly metadata: Pick<Plugin['metadata'], 'name'>
  /** Of an Extension's source that follows a tag: without a name, the tag is one of the address itself. */
  readonly isOfTag?: boolean
}

// A kustomization may mean files above its own folder.
const holdings = { template: 'files', manifests: 'files', kustomize: 'tree' } as const

/** The request for the source of a plugin. */
export function chartRequestOf(
  { spec, metadata, isOfTag = false }: SourceSpec,
  source: RepositoryRequest,
): ChartRequest {
  const repository = spec.kind === 'helm' ? source : { ...source, holds: holdings[spec.kind] }
  const { address } = repository
  const version = spec.version === undefined ? {} : { version: spec.version }
  const path = spec.path === undefined ? {} : { path: spec.path }
  switch (kindOfAddress(address)) {
    case 'file-over-http':
      return { ...repository, ...path }
    case 'repository':
      return { ...repository, name: spec.name ?? metadata.name, ...version, ...path }
    case 'registry': {
      const name = spec.name ?? (!isOfTag && holdsCharts(repository) ? metadata.name : undefined)
      const below = name === undefined ? '' : `/${name}`
      const place = `${address.replace(/\/$/, '')}${below}`
      if (isDigest(spec.version))
        return { ...repository, address: `${place}@${spec.version}`, ...path }
      return { ...repository, address: place, ...version, ...path }
    }
    case 'git': {
      const ref = spec.version === undefined ? {} : { ref: spec.version }
      const inside = spec.path ?? spec.name
      return { ...repository, ...ref, ...(inside === undefined ? {} : { path: inside }) }
    }
    case 'folder': {
      const inside = spec.path ?? spec.name
      return { ...repository, ...(inside === undefined ? {} : { path: inside }) }
    }
  }
}

// Charts are below the address of a Repository, as `helm push` puts them there. An address in a Plugin, and one with a tag
// or digest, is that of the chart itself; of manifests too, for which no tool has such a rule.
function holdsCharts({ address, repositoryName, holds }: ChartRequest): boolean {
  const isOne = address.includes('@') || /:[^/]*$/.test(address.slice('oci://'.length))
  const hasPort = /^oci:\/\/[^/]*$/.test(address)
  return repositoryName !== undefined && holds === undefined && (!isOne || hasPort)
}

/** Why an address cannot be fetched; undefined when it can. */
export function addressProblem(address: string): string | undefined {
  try {
    classifyAddress(address)
    return undefined
  } catch (error) {
    if (error instanceof SourceError) return error.message
    throw error
  }
}

/** Whether the content at an address can change under the same version. */
export function canMove(spec: Pick<Plugin['spec'], 'kind' | 'version'>, address: string): boolean {
  if (addressProblem(address) !== undefined) return false
  // A kustomization may name bases elsewhere.
  if (spec.kind === 'kustomize') return true
  const kind = kindOfAddress(address)
  if (kind === 'registry' && isDigest(spec.version)) return false
  if (kind === 'repository' || kind === 'registry') return !isExact(spec.version ?? '')
  if (kind === 'git') return !/^[0-9a-f]{40}$/.test(spec.version ?? '')
  return true
}

/** Whether a version is a digest, which always names the same content. */
export function isDigest(version: string | undefined): version is string {
  return /^sha\d+:[0-9a-f]+$/.test(version ?? '')
}

function isExact(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+].*)?$/.test(version)
}

type AddressKind = 'file-over-http' | 'repository' | 'registry' | 'git' | 'folder'

function kindOfAddress(address: string): AddressKind {
  const classified = classifyAddress(address)
  switch (classified.kind) {
    case 'registry':
      return 'registry'
    case 'git':
      return 'git'
    case 'http':
      return /\.(?:tgz|tar\.gz|zip|ya?ml)$/.test(classified.url.pathname)
        ? 'file-over-http'
        : 'repository'
    default:
      return 'folder'
  }
}

/** The trust in an address: the platform vouches for its own namespace only. */
export function trustOf(namespace: string, platformNamespace: string): Trust {
  return namespace === platformNamespace ? 'trusted' : 'untrusted'
}
