import { withDefaultSignals } from '../../std/node/with-default-signals.ts'
import { clusterCapabilities } from '../capabilities.ts'
import { type RenderRound, renderRound } from '../render/render-round.ts'
import { nodeEntropy } from './entropy.ts'

/** Renders a round on this thread. */
export const renderHere: RenderRound = async (request, given) => {
  const { chart, values, release, gitVersion, apiVersions, skipSchema } = request
  const capabilities = clusterCapabilities(gitVersion, apiVersions)
  const entropy = nodeEntropy()
  const all = { values, release, skipSchema, capabilities, entropy, warn: () => {} }
  return withDefaultSignals(() => renderRound(chart, all, given))
}
