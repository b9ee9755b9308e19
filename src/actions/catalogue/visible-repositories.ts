import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { isVisible } from '../../operator/sources/repository-directory.ts'

/**
 * The Repositories that a namespace sees: its own, and those of the platform that it may use. Those that the asker may not list are
 * left out, and the namespace is named.
 */
export async function visibleRepositories(
  client: KubeClient,
  namespace: string,
  leftOut: (namespace: string, why: string) => void,
  signal: AbortSignal,
): Promise<readonly Repository[]> {
  const namespaces = [...new Set([namespace, platformNamespace])]
  const lists = await Promise.all(
    namespaces.map(async (place) => {
      try {
        return await repositoriesIn(client, place, signal)
      } catch (error) {
        if (!isKubeError(error, 'forbidden')) throw error
        leftOut(place, error.message)
        return []
      }
    }),
  )
  return lists
    .flat()
    .filter(({ metadata, spec }) =>
      isVisible({ namespace: metadata.namespace, spec }, namespace, platformNamespace),
    )
}

/** The Repositories of a namespace, or of all when it is empty, that can be read. */
export async function repositoriesIn(
  client: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly Repository[]> {
  const place = namespace === '' ? {} : { namespace }
  const selection = { resource: resourceOf(repositoryKind), ...place }
  const { objects } = await listObjects(client, selection, {}, signal)
  return objects.flatMap((object) => {
    const parsed = parseRepository(object)
    return parsed.ok ? [parsed.value] : []
  })
}
