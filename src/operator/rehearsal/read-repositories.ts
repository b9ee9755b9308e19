import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import { directoryEntryOf } from '../kinds/repository/directory-entry.ts'
import { type Access, readAccess } from '../sources/read-access.ts'
import { RepositoryDirectory } from '../sources/repository-directory.ts'

export interface DirectoryOptions {
  readonly indexFolder: string
  readonly platformNamespace: string
}

/** Reads all Repositories, as the operator enters them into its directory, without reading their indexes. */
export async function readRepositories(
  { client, ...options }: DirectoryOptions & { readonly client: KubeClient },
  signal: AbortSignal,
): Promise<RepositoryDirectory> {
  const found = await listObjects(client, { resource: resourceOf(repositoryKind) }, {}, signal)
  const repositories = found.objects
    .map(parseRepository)
    .flatMap((one) => (one.ok ? one.value : []))
  const readSecret = secretReader(client)
  return directoryOf(repositories, (one) => readAccess(one, readSecret, signal), options)
}

/** Enters Repositories into a directory of their own; a person who asks fetches an index on demand. */
export async function directoryOf(
  repositories: readonly Repository[],
  accessOf: (repository: Repository) => Promise<Access>,
  options: DirectoryOptions,
): Promise<RepositoryDirectory> {
  const directory = new RepositoryDirectory(options.platformNamespace)
  for (const one of repositories) {
    const access = await accessOf(one)
    const message = access.state === 'complete' ? '' : access.message
    // The index that the operator has read by now.
    const index = { digest: (one.status.digest ?? '').replace(/^sha256:/, '') }
    directory.set(directoryEntryOf(one, { access, index, message }, options))
  }
  return directory
}
