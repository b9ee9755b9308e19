import { renderHere } from '../../chart/node/render-here.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { digestFinder } from '../../mirror/images/find-digest.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { documentedRounds } from '../sources/renders.ts'
import { SourceCache } from '../sources/source-cache.ts'
import type { Repositories } from '../sources/source-request.ts'
import type { PlanContext } from './plan-plugin.ts'

export interface PlanParts {
  /** The cluster that our own kinds are on, by the rights of the asker. */
  readonly client: KubeClient
  /** The cluster that the objects go to, with the same rights. */
  readonly target: KubeClient
  readonly fetching: FetchOptions
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Where charts are rendered; on this thread by default. */
  readonly render?: RenderRound
}

/** The parts that plans of Plugins are made with. */
export function planContextOf(
  { client, target, fetching, repositories, platformNamespace, render = renderHere }: PlanParts,
  isNamedByExtension: PlanContext['isNamedByExtension'],
): PlanContext {
  return {
    client,
    sources: new SourceCache(fetching, client.clock),
    repositories,
    platformNamespace,
    isNamedByExtension,
    target: {
      client: target,
      round: documentedRounds(fetching)(render),
      discovery: new Discovery(target),
      findDigest: digestFinder(fetching),
      platformNamespace,
    },
  }
}
