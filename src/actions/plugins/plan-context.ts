import { renderHere } from '../../chart/node/render-here.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { digestFinder } from '../../mirror/images/find-digest.ts'
import { directoryEntryOf } from '../../operator/kinds/repository/directory-entry.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import type { PlanContext } from '../../operator/rehearsal/plan-plugin.ts'
import { type Access, readAccess } from '../../operator/sources/read-access.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import { documentedRounds } from '../../operator/sources/renders.ts'
import { RepositoryDirectory } from '../../operator/sources/repository-directory.ts'
import { SourceCache } from '../../operator/sources/source-cache.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { Repository } from '../../kinds/repository.ts'
import { visibleRepositories } from '../catalogue/visible-repositories.ts'

export interface PlanPorts {
  /** Acts with the rights of whoever asks; charts are rendered and tried with no others. */
  readonly client: KubeClient
  readonly fetching: FetchOptions
  /** Of the cluster that the objects go to, with the same rights; the same cluster unless told. */
  readonly target?: KubeClient
  /** Where charts are rendered; on this thread unless told. */
  readonly render?: RenderRound
}

/** The parts that plans of Plugins of a namespace are made with, by the rights of whoever asks. */
export async function openPlanContext(
  { client, fetching, target = client, render = renderHere }: PlanPorts,
  namespace: string,
  signal: AbortSignal,
): Promise<PlanContext> {
  const { indexFolder } = fetching
  const directory = new RepositoryDirectory(platformNamespace)
  for (const one of await visibleRepositories(client, namespace, () => {}, signal)) {
    const access = await accessOf(one, client, signal)
    const message = access.state === 'complete' ? '' : access.message
    // An index is fetched on demand.
    const index = { digest: (one.status.digest ?? '').replace(/^sha256:/, '') }
    directory.set(
      directoryEntryOf(one, { access, index, message }, { indexFolder, platformNamespace }),
    )
  }
  const findDigest = digestFinder(fetching)
  return {
    client,
    sources: new SourceCache(fetching, client.clock),
    repositories: directory,
    platformNamespace,
    // An address is worth what the asker's own namespace makes it worth.
    isNamedByExtension: () => false,
    target: {
      client: target,
      round: documentedRounds(fetching)(render),
      discovery: new Discovery(target),
      findDigest,
      platformNamespace,
    },
  }
}

async function accessOf(
  repository: Repository,
  client: KubeClient,
  signal: AbortSignal,
): Promise<Access> {
  try {
    return await readAccess(repository, secretReader(client), signal)
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    const { namespace, name } = repository.metadata
    const message = `you may not read the login of Repository ${namespace}/${name}`
    return { state: 'incomplete', message, inputs: '' }
  }
}
