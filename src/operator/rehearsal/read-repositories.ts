import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { directoryEntryOf } from '../kinds/repository/directory-entry.ts'
import { readAccess } from '../sources/read-access.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import { RepositoryDirectory } from '../sources/repository-directory.ts'

export interface ReadRepositoriesOptions {
  readonly client: KubeClient
  readonly indexFolder: string
  readonly platformNamespace: string
}

/** Reads the Repositories by name, as the operator enters them into its directory, without reading their indexes. */
export async function readRepositories(
  options: ReadRepositoriesOptions,
  signal: AbortSignal,
): Promise<RepositoryDirectory> {
  const { client, platformNamespace } = options
  const directory = new RepositoryDirectory(platformNamespace)
  const found = await listObjects(client, { resource: resourceOf(repositoryKind) }, {}, signal)
  for (const object of found.objects) {
    const parsed = parseRepository(object)
    if (!parsed.ok) continue
    const access = await readAccess(parsed.value, secretReader(client), signal)
    const message = access.state === 'complete' ? '' : access.message
    directory.set(
      directoryEntryOf(parsed.value, { access, index: indexOf(parsed.value), message }, options),
    )
  }
  return directory
}

// Whatever the operator has read by now: a person who asks fetches an index on demand.
function indexOf({ status }: Repository): { readonly digest: string } {
  return { digest: (status.digest ?? '').replace(/^sha256:/, '') }
}
