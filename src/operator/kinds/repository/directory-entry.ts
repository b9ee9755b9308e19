import { trustOf } from '../../sources/source-request.ts'
import type { ChartOrigin } from '../../../catalog/catalog.ts'
import type { Repository } from '../../../kinds/repository.ts'
import { indexPlaceOf } from './act.ts'
import type { Access } from '../../sources/read-access.ts'
import type { DirectoryEntry, RepositorySource } from '../../sources/repository-directory.ts'
import { keyOfParts } from '../../sources/repository-key.ts'
import { hasIndex } from './source-type.ts'

interface Known {
  readonly access: Access
  /** The index that was read last; undefined while there is none. */
  readonly index: { readonly digest: string } | undefined
  /** Why nobody may fetch, for a person. */
  readonly message: string
}

interface DirectoryOptions {
  readonly indexFolder: string
  readonly platformNamespace: string
}

/** The entry of a Repository in the directory after a pass. */
export function directoryEntryOf(
  repository: Repository,
  known: Known,
  place: DirectoryOptions,
): DirectoryEntry {
  const { metadata, spec } = repository
  const { namespace, name } = metadata
  const { access, index, message } = known
  // A source without an index is found at the address itself.
  const isThere = !hasIndex(spec) || index !== undefined
  const isOpen = access.state === 'complete' && isThere
  return {
    namespace,
    name,
    spec,
    origin: originOf(repository, place.platformNamespace),
    source: isOpen ? sourceOf({ namespace, name }, spec.url, access, place) : undefined,
    digest: index?.digest ?? '',
    message,
  }
}

/** How charts are labelled: a tenant's are always its own. */
export function originOf({ metadata, spec }: Repository, platformNamespace: string): ChartOrigin {
  return metadata.namespace === platformNamespace ? spec.origin : 'custom'
}

function sourceOf(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  url: string,
  { credentials, tls }: Extract<Access, { readonly state: 'complete' }>,
  { indexFolder, platformNamespace }: DirectoryOptions,
): RepositorySource {
  const place = indexPlaceOf(keyOfParts(namespace, name), indexFolder)
  return {
    address: url,
    trust: trustOf(namespace, platformNamespace),
    ...(credentials === undefined ? {} : { credentials }),
    ...(tls === undefined ? {} : { tls }),
    repositoryName: place.name,
    place,
  }
}
