import type { ChartOrigin } from '../../catalog/catalog.ts'
import type { Repository } from '../../kinds/repository.ts'
import { indexPlaceOf, trustOf } from './act.ts'
import type { Access } from './read-access.ts'
import type { RefreshState } from './refresh-state.ts'
import type { BookEntry, RepositorySource } from './repository-book.ts'
import { keyOfParts } from './repository-key.ts'
import { hasIndex } from './source-type.ts'
import type { Findings } from './status.ts'

interface Known {
  readonly access: Access
  readonly state: RefreshState | undefined
  readonly findings: Findings
}

interface Place {
  readonly indexFolder: string
  readonly platformNamespace: string
}

/** What the book says of a Repository after a pass. */
export function bookEntryOf(repository: Repository, known: Known, place: Place): BookEntry {
  const { metadata, spec } = repository
  const { namespace, name } = metadata
  const { access, state, findings } = known
  // What cannot be told from an index is found at the address itself.
  const isThere = !hasIndex(spec) || state?.index !== undefined
  const isOpen = access.state === 'complete' && isThere
  return {
    namespace,
    name,
    spec,
    origin: originOf(repository, place.platformNamespace),
    source: isOpen ? sourceOf(namespace, name, spec.url, access, place) : undefined,
    digest: state?.index?.digest ?? '',
    message:
      findings.conditions.find(({ type }) => type === 'Ready')?.message ?? 'it was not read yet',
  }
}

/** How charts are labelled: a tenant's are always its own. */
export function originOf({ metadata, spec }: Repository, platformNamespace: string): ChartOrigin {
  return metadata.namespace === platformNamespace ? spec.origin : 'custom'
}

function sourceOf(
  namespace: string,
  name: string,
  url: string,
  { credentials, tls }: Extract<Access, { readonly state: 'complete' }>,
  { indexFolder, platformNamespace }: Place,
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
