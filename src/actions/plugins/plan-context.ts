import type { RenderRound } from '../../chart/render/render-round.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { KubeClient } from '../../kube/client.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { planContextOf } from '../../operator/rehearsal/plan-context.ts'
import { directoryOf } from '../../operator/rehearsal/read-repositories.ts'
import type { PlanContext } from '../../operator/rehearsal/plan-plugin.ts'
import { type Access, readAccess } from '../../operator/sources/read-access.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { Repository } from '../../kinds/repository.ts'
import { visibleRepositories } from '../catalogue/visible-repositories.ts'

export interface PlanPorts {
  /** Acts with the rights of the asker; charts are rendered and tried with no others. */
  readonly client: KubeClient
  readonly fetching: FetchOptions
  /** Of the cluster that the objects go to, with the same rights; the same cluster by default. */
  readonly target?: KubeClient
  /** Where charts are rendered; on this thread by default. */
  readonly render?: RenderRound
}

/** The parts that plans of Plugins of a namespace are made with, by the rights of the asker. */
export async function openPlanContext(
  ports: PlanPorts,
  namespace: string,
  signal: AbortSignal,
): Promise<PlanContext> {
  const { client, fetching, target = client } = ports
  const visible = await visibleRepositories(client, namespace, () => {}, signal)
  const { indexFolder } = fetching
  const access = (one: Repository) => accessOf(one, client, signal)
  const repositories = await directoryOf(visible, access, { indexFolder, platformNamespace })
  // An address is worth what the asker's own namespace makes it worth.
  return planContextOf({ ...ports, target, repositories, platformNamespace }, () => false)
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
