import type {
  ReleaseRender,
  RenderRound,
  Round,
  RoundRequest,
} from '../../../../chart/render/render-round.ts'
import { lookupDigests } from '../../../../release/render/render-release.ts'
import type { LookupAnswer, Lookups } from '../../../../template/lookups.ts'
import { type Asked, apisDigest, nothingAsked } from './inputs-key.ts'

const nothing: LookupAnswer = { value: new Map() }

/** Records what the last round of a render asked of the cluster, also when it failed, and what was left alone. */
export class ClusterQuestions {
  asked: Asked = nothingAsked
  /** Why definitions and fields of others were not changed. */
  readonly leftAlone: string[] = []
  /** Images that come from elsewhere than they should. */
  readonly foreign: string[] = []

  /** The same rounds, with their questions recorded. */
  recording(round: RenderRound): RenderRound {
    return async (request, given, signal) => {
      const done = await round(request, given, signal)
      this.asked = askedIn(done, request, given.answers)
      return done
    }
  }
}

function askedIn(
  { result, asked, wanted }: Round<ReleaseRender>,
  { gitVersion, apiVersions, chart }: RoundRequest,
  answers: Lookups,
): Asked {
  // A chart that is not for this version of Kubernetes may be for the next one.
  const asksVersion =
    asked.includes('version') || ('error' in result && chart.metadata.kubeVersion !== '')
  // A lookup without an answer was answered with nothing, unless there is another round.
  const found = new Map(wanted.map((key) => [key, answers.get(key) ?? nothing]))
  return {
    version: asksVersion ? gitVersion : undefined,
    apis: asked.includes('apis') ? apisDigest(apiVersions) : undefined,
    lookups: lookupDigests(found),
  }
}
